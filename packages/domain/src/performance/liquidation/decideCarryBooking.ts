import {
  type CalendarDate,
  type Decimal,
  displayedDate,
  err,
  type Failure,
  type Failures,
  fail,
  ok,
  type Result,
  zero,
} from '../../kernel/index.ts';
import type { EnteredShare, EntryToPost, RequestedEntry } from '../ledger/index.ts';
import type { CarryProposal, QuarterCarry } from './carryProposal.ts';

/** The decision on a proposal. */
export interface CarryBooking {
  /** The proposal that the person saw. */
  readonly expected: QuarterCarry;
  /** The quarter's carry to have in the books, if it isn't the proposed one. */
  readonly entered: QuarterCarry | null;
  readonly reason: string | null;
}

/**
 * Decides on the entries that book a quarter's carry: as proposed for each partner, or an entered amount split by the commitments that pay carry.
 *
 * Fails:  PERIOD_LOCKED, CONFLICT (the proposal has changed), REQUIRED (an entered difference without a reason), AMOUNT_MISSING (nothing is left to
 *         book).
 */
export function decideCarryBooking(
  proposal: CarryProposal,
  { expected, entered, reason }: CarryBooking,
  { isLocked }: { readonly isLocked: boolean },
): Result<readonly EntryToPost[], Failures> {
  const { end, proposed, booked } = proposal;
  const isTyped = entered !== null && !isSame(entered, proposed);
  const failures: Failure[] = [];
  if (isLocked)
    failures.push(
      fail('PERIOD_LOCKED', ['endDate'], `The quarter ending ${displayedDate(end)} is locked. Reopen it first.`),
    );
  if (!isSame(expected, proposed))
    failures.push(fail('CONFLICT', ['proposed'], 'The proposal has changed since you opened it. Review it again.'));
  if (isTyped && (reason === null || reason.trim() === ''))
    failures.push(fail('REQUIRED', ['reason'], 'Enter why the carry differs from the proposal.'));
  if (failures.length > 0) return err(failures);
  const entries = (['earned', 'accrued'] as const).flatMap((name) =>
    isTyped ? typedEntry(name, end, entered[name].minus(booked[name])) : proposedEntries(name, proposal),
  );
  if (entries.length === 0)
    return err([fail('AMOUNT_MISSING', ['accrued'], 'The carry of this quarter is already booked.')]);
  const description = isTyped
    ? reason
    : `Carry as proposed under the terms from ${displayedDate(proposal.terms.effectiveDate)}`;
  return ok(entries.map((entry) => ({ entry, bookedPeriod: end, description })));
}

const isSame = (a: QuarterCarry, b: QuarterCarry) => a.earned.eq(b.earned) && a.accrued.eq(b.accrued);

const types = { earned: 'CARRY-EARNED', accrued: 'CARRY-ACCRUED' } as const;
const entryOf = (
  name: keyof typeof types,
  end: CalendarDate,
  amount: Decimal,
  shares: readonly EnteredShare[],
): RequestedEntry => ({
  type: types[name],
  amount,
  effective: end,
  key: shares.length === 0 ? 'CARRY' : shares.length === 1 ? 'ONE' : 'NOTICE',
  holdingId: null,
  securityId: null,
  noticeId: null,
  costRelieved: null,
  isRecallable: false,
  isOutside: false,
  settledOn: null,
  enteredShares: shares,
});

const typedEntry = (name: keyof typeof types, end: CalendarDate, amount: Decimal) =>
  amount.isZero() ? [] : [entryOf(name, end, amount, [])];

/** The shares of an entry have one sign, so partners who owe more and those who owe less have an entry each. */
function proposedEntries(name: keyof typeof types, { end, partners }: CarryProposal): readonly RequestedEntry[] {
  const shares = partners.map(({ commitmentId, proposed, booked }) => ({
    commitmentId,
    amount: proposed[name].minus(booked[name]),
    unfunded: null,
  }));
  return [1, -1].flatMap((sign) => {
    const own = shares.filter(({ amount }) => amount.times(sign).gt(0));
    const total = own.reduce<Decimal>((sum, { amount }) => sum.plus(amount), zero);
    return own.length === 0 ? [] : [entryOf(name, end, total, own)];
  });
}
