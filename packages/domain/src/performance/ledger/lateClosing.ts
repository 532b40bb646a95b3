import { allocate } from '@carrara/domain/kernel/apportionment';
import {
  type CalendarDate,
  daysBetween,
  type Decimal,
  hundred,
  required,
  roundMoney,
  zero,
  zip,
} from '@carrara/domain/kernel';
import { type CommitmentState, commitmentsOn } from './commitment.ts';
import type { EnteredShare, LedgerEntry } from './entry.ts';
import type { EntryType } from './entryType.ts';
import type { Ledger } from './ledgerState.ts';
import { withoutReversed } from './withoutReversed.ts';

/** An entry that a late closing posts: with the single commitment of the new investor, or the shares of the earlier ones. */
export interface EqualizingEntry {
  readonly type: EntryType;
  readonly amount: Decimal;
  readonly shares: readonly EnteredShare[];
}

/** The calls that a late closing shares again, with the entry that returns them to the earlier investors. */
const returnedBy: Readonly<Partial<Record<EntryType, EntryType>>> = {
  'CALL-INV': 'EXCESS-INV',
  'CALL-WC': 'EXCESS-INV',
  'CALL-FEE': 'EXCESS-FEE',
  'CALL-EXP': 'EXCESS-FEE',
  'CALL-PLACEMENT': 'EXCESS-FEE',
  'CALL-LINE': 'EXCESS-FEE',
};
const excessTypes = ['EXCESS-INV', 'EXCESS-FEE'] as const;
const sharedTypes: ReadonlySet<string> = new Set([...Object.keys(returnedBy), ...excessTypes]);
const DAYS_PER_YEAR = 365;

/** True if a late closing shares an entry again: calls inside of the commitment, and returned excess. */
export const isReallocated = ({ type, isOutside }: Pick<LedgerEntry, 'type' | 'isOutside'>): boolean =>
  sharedTypes.has(type) && !isOutside;

/**
 * Returns the entries by which a late investor catches up on earlier calls, as if it had taken part in them. The
 * others get back what they paid for it.
 *
 *     catch-up of a call = its share when the call is split by the commitments of the late closing (fees among fee payers)
 *     returned to the others = catch-up, by their commitments
 *     interest = round2(sum of catch-up x rate x days since the call / 365); received by the others, by their commitments
 *
 * Returned excess is a negative call of the kinds that it can return, in proportion to what they called until then. A kind that is negative lowers the
 * catch-up of the other kinds that the same type returns. If together they are negative, the late investor receives its part, and the others pay it.
 *
 * Interest passes from the late investor to the others. It is no contribution and no distribution, so neither cash nor NAV of the fund, nor any capital
 * account, multiple or rate changes.
 *
 * Units:  the vehicle's currency, whole cents; the rate in percent per year.
 * Source: docs/user/quarter-close.md.
 * Fails:  never; no entries if nothing was called.
 *
 * @param ledger includes the new commitment.
 * @param earlierClosings entries of earlier late closings, which only moved calls between investors.
 */
export function equalizingEntries(
  ledger: Pick<Ledger, 'commitments' | 'events' | 'entries'>,
  {
    commitmentId,
    date,
    interestRate,
    earlierClosings,
  }: {
    readonly commitmentId: string;
    readonly date: CalendarDate;
    readonly interestRate: Decimal | null;
    readonly earlierClosings: ReadonlySet<string>;
  },
): readonly EqualizingEntry[] {
  const states = commitmentsOn(ledger.commitments, ledger.events, date).filter(({ amount }) => amount.gt(0));
  const others = states.filter(({ id }) => id !== commitmentId);
  const isPayer = (type: EntryType) => (state: CommitmentState) => type !== 'CALL-FEE' || state.paysFee;
  const caughtUp = new Map<EntryType, Decimal>();
  let interest = zero;
  for (const { type, amount, effective } of callsUntil(ledger.entries, date, earlierClosings)) {
    const takers = states.filter(isPayer(type));
    const at = takers.findIndex(({ id }) => id === commitmentId);
    if (at < 0 || takers.length === 1) continue;
    const own = required(split(amount, takers)[at], 'the share of the late investor');
    caughtUp.set(type, (caughtUp.get(type) ?? zero).plus(own));
    if (interestRate !== null)
      interest = interest.plus(
        own.times(interestRate).times(daysBetween(effective, date)).div(hundred).div(DAYS_PER_YEAR),
      );
  }
  const toPartner = (type: EntryType, amount: Decimal): EqualizingEntry => ({
    type,
    amount,
    shares: [{ commitmentId, amount, unfunded: null }],
  });
  const toOthers = (type: EntryType, amount: Decimal, takers: readonly CommitmentState[]): EqualizingEntry => ({
    type,
    amount,
    shares: zip(takers, split(amount, takers)).map(([{ id }, part]) => ({
      commitmentId: id,
      amount: part,
      unfunded: null,
    })),
  });
  const catchUp = excessTypes.flatMap((returned) => {
    const kinds = [...caughtUp].filter(([type]) => returnedBy[type] === returned);
    return nettedKinds(kinds).flatMap(([type, amount]) => {
      const takers = others.filter(isPayer(type));
      return amount.isNegative()
        ? [toPartner(returned, amount.negated()), toOthers(type, amount.negated(), takers)]
        : [toPartner(type, amount), toOthers(returned, amount, takers)];
    });
  });
  const owed = roundMoney(interest);
  const withInterest =
    owed.gt(0) && others.length > 0
      ? [toPartner('LATE-INT-PAID', owed), toOthers('LATE-INT-RECEIVED', owed, others)]
      : [];
  return [...catchUp, ...withInterest];
}

const split = (amount: Decimal, takers: readonly CommitmentState[]): readonly Decimal[] =>
  allocate(
    amount,
    takers.map((state) => state.amount),
  )._unsafeUnwrap();

type Call = Pick<LedgerEntry, 'type' | 'amount' | 'effective'>;
type KindAmount = readonly [type: EntryType, amount: Decimal];

const sumOf = (kinds: readonly KindAmount[]): Decimal =>
  kinds.reduce<Decimal>((total, [, amount]) => total.plus(amount), zero);

/** Nets kinds of both signs: those with the sign of the total share it, in proportion to their amounts. */
function nettedKinds(kinds: readonly KindAmount[]): readonly KindAmount[] {
  const total = sumOf(kinds);
  return total.isZero()
    ? []
    : inProportion(
        total,
        kinds.filter(([, amount]) => amount.times(total).gt(0)),
      );
}

const inProportion = (total: Decimal, kinds: readonly KindAmount[]): readonly KindAmount[] =>
  zip(
    kinds,
    allocate(
      total,
      kinds.map(([, amount]) => (amount.isNegative() ? amount.negated() : amount)),
    )._unsafeUnwrap(),
  ).flatMap(([[type], part]): KindAmount[] => (part.isZero() ? [] : [[type, part]]));

/** Returns the calls inside of the commitment until a day. Returned excess is a negative call of the kinds that it can return. */
function callsUntil(
  entries: readonly LedgerEntry[],
  date: CalendarDate,
  earlierClosings: ReadonlySet<string>,
): readonly Call[] {
  const counted = withoutReversed(entries)
    .filter((entry) => entry.effective <= date && isReallocated(entry) && !earlierClosings.has(entry.id))
    .toSorted((a, b) => (a.effective < b.effective ? -1 : a.effective > b.effective ? 1 : 0));
  const called = new Map<EntryType, Decimal>();
  return counted.flatMap(({ type, amount, effective }): Call[] => {
    const kinds = (Object.keys(returnedBy) as EntryType[]).filter((kind) => returnedBy[kind] === type);
    const [first] = kinds;
    const positive = kinds.flatMap((kind): KindAmount[] => {
      const before = called.get(kind) ?? zero;
      return before.gt(0) ? [[kind, before]] : [];
    });
    const parts: readonly KindAmount[] =
      first !== undefined
        ? positive.length > 0
          ? inProportion(amount.negated(), positive)
          : [[first, amount.negated()]]
        : [[type, amount]];
    for (const [kind, part] of parts) called.set(kind, (called.get(kind) ?? zero).plus(part));
    return parts.map(([kind, part]) => ({ type: kind, amount: part, effective }));
  });
}
