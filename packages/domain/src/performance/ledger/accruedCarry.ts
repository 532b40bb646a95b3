import {
  addDays,
  type CalendarDate,
  type Decimal,
  displayedDate,
  roundMoney,
  spokenMoney,
  zero,
} from '@carrara/domain/kernel';
import { type Commitment, type CommitmentEvent, commitmentsOn } from './commitment.ts';
import type { LedgerEntry } from './entry.ts';
import { type EntryType, entryTypeRule, keysOfShares } from './entryType.ts';
import type { TransferPolicy } from './partnerTransfers.ts';
import { withoutReversed } from './withoutReversed.ts';

type CarryEntry = Pick<LedgerEntry, 'id' | 'type' | 'effective' | 'key' | 'reversalOf' | 'shares'>;

/** The effect of a carry entry on the carry that a partner owes. */
const owedBy: Partial<Record<EntryType, 1 | -1>> = {
  'CARRY-EARNED': 1,
  'CARRY-ACCRUED': 1,
  'CARRY-PAID': -1,
  CLAWBACK: 1,
};

/** True if an entry changes the carry that partners owe. */
export const changesAccruedCarry = ({ type }: Pick<CarryEntry, 'type'>): boolean => owedBy[type] !== undefined;

const sharesIn = ({ shares }: Pick<CarryEntry, 'shares'>, commitmentId: string): Decimal =>
  shares.reduce<Decimal>(
    (sum, share) => (share.commitmentId === commitmentId && !share.isMirror ? sum.plus(share.amount) : sum),
    zero,
  );

/**
 * Returns the carry that a partner owes at the end of a day: row 103 of its capital account, with the opposite sign.
 *
 *     accrued carry = accrued + earned - paid + clawback returned
 *
 * Units:  the vehicle's currency.
 * Source: docs/calculations/capital-account.md.
 * Fails:  never.
 */
export const accruedCarryOn = (entries: readonly CarryEntry[], commitmentId: string, day: CalendarDate): Decimal =>
  entries.reduce<Decimal>((sum, entry) => {
    const sign = owedBy[entry.type];
    return sign === undefined || entry.effective > day ? sum : sum.plus(sharesIn(entry, commitmentId).times(sign));
  }, zero);

/** Returns the accrued carry that entries of single partners bring to a partner on a date. Negative if they take it away. */
export const carryMovedOn = (entries: readonly CarryEntry[], commitmentId: string, date: CalendarDate): Decimal =>
  withoutReversed(entries).reduce<Decimal>(
    (sum, entry) =>
      entry.type === 'CARRY-ACCRUED' && entry.effective === date && keysOfShares.has(entry.key)
        ? sum.plus(sharesIn(entry, commitmentId))
        : sum,
    zero,
  );

/** The accrued carry that a transfer out leaves with the seller. */
export interface UnmovedCarry {
  /** The seller's accrued carry on the day before. */
  readonly accrued: Decimal;
  /** Its part that belongs to the commitment transferred, less what entries of the date have moved. */
  readonly passing: Decimal;
}

/**
 * Returns the accrued carry that a transfer out leaves with the seller. A transfer changes no ledger entry, so only entries can move it.
 *
 *     passing = accrued carry x transferred / commitment, both on the day before, less what entries of the date have moved
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/user/quarter-close.md.
 * Fails:  never; null if the change is no transfer out, or nothing is left to move.
 */
export function findUnmovedCarry(
  { kind, commitmentId, date, amount }: Pick<CommitmentEvent, 'kind' | 'commitmentId' | 'date' | 'amount'>,
  ledger: {
    readonly commitments: readonly Commitment[];
    readonly events: readonly CommitmentEvent[];
    readonly entries: readonly CarryEntry[];
  },
): UnmovedCarry | null {
  if (kind !== 'TRANSFER_OUT' || !amount.gt(0)) return null;
  const eve = addDays(date, -1);
  const own = ledger.commitments.filter(({ id }) => id === commitmentId);
  const commitment = commitmentsOn(own, ledger.events, eve)[0]?.amount ?? zero;
  const accrued = accruedCarryOn(ledger.entries, commitmentId, eve);
  if (!commitment.gt(0) || accrued.isZero()) return null;
  const moved = carryMovedOn(ledger.entries, commitmentId, date).negated();
  const passing = roundMoney(accrued.times(amount).div(commitment)).minus(moved);
  return passing.isZero() ? null : { accrued, passing };
}

/** Describes the carry that a transfer leaves with the seller, and how to move it. */
export function unmovedCarryText(
  { accrued, passing }: UnmovedCarry,
  date: CalendarDate,
  policy: TransferPolicy,
): string {
  const stays = `The seller’s accrued carry of ${spokenMoney(accrued)} stays with the seller. In proportion, ${spokenMoney(passing)} of it belongs to the commitment transferred. `;
  // The partners agreed on the price with the carry.
  if (policy === 'PRICE') return `${stays}Acknowledge T17 when you lock the quarter.`;
  const [lowered, raised] = [spokenMoney(passing.negated()), spokenMoney(passing)];
  return `${stays}To move it, post entries dated ${displayedDate(date)}: ‘${entryTypeRule('CARRY-ACCRUED').title}’ of ${lowered} for the seller and ${raised} for the buyer, and ‘${entryTypeRule('TRANSFER').title}’ of the same amounts. No NAV changes.`;
}
