import { allocate } from '@carrara/domain/kernel/apportionment';
import {
  type CalendarDate,
  daysBetween,
  Decimal,
  hundred,
  required,
  roundMoney,
  zero,
  zip,
} from '@carrara/domain/kernel';
import {
  type CalledAmount,
  callsNetOfExcess,
  excessTypes,
  splitInProportion,
  isReallocated,
  type KindAmount,
  returnedBy,
} from './callsNetOfExcess.ts';
import { type CommitmentState, commitmentsOn } from './commitment.ts';
import type { EnteredShare, LedgerEntry } from './entry.ts';
import type { EntryType } from './entryType.ts';
import type { Ledger } from './ledgerState.ts';
import { listedPartners } from './namedPartners.ts';
import { type PaidCalls, paidCalls } from './paidCalls.ts';
import { withoutReversed } from './withoutReversed.ts';

/** An entry that a late closing posts: with the single commitment of the new investor, or the shares of the earlier ones. */
export interface EqualizingEntry {
  readonly type: EntryType;
  readonly amount: Decimal;
  readonly shares: readonly EnteredShare[];
}

interface LateClosing {
  readonly commitmentId: string;
  readonly date: CalendarDate;
  /** Entries of earlier late closings, which only moved calls between investors. */
  readonly earlierClosings: ReadonlySet<string>;
}

const DAYS_PER_YEAR = 365;
const cent = hundred.pow(-1);

/**
 * Returns the entries by which a late investor catches up on earlier calls, as if it had taken part in them. The other
 * investors get back their parts of what they paid in its place.
 *
 *     catch-up of a call = its share when the call is split by the commitments of the late closing (fees among fee payers)
 *     returned to the others = catch-up, by what they paid for calls of its kind
 *     interest = round2(sum of catch-up x rate x days since the call / 365); received by the others as the catch-up of each kind
 *
 * If the others paid by their commitments, cents aside, they also get back by their commitments.
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
 */
export function equalizingEntries(
  ledger: Pick<Ledger, 'commitments' | 'events' | 'entries'>,
  closing: LateClosing & { readonly interestRate: Decimal | null },
): readonly EqualizingEntry[] {
  const { commitmentId, interestRate, date } = closing;
  const partners = partnersOf(ledger, closing);
  const { caughtUp, lent } = catchUpOf(ledger, closing, partners);
  const toPartner = (type: EntryType, amount: Decimal): EqualizingEntry => ({
    type,
    amount,
    shares: [{ commitmentId, amount, unfunded: null }],
  });
  const toOthers = (
    type: EntryType,
    amount: Decimal,
    takers: readonly CommitmentState[],
    weights: readonly Decimal[],
  ): EqualizingEntry => ({
    type,
    amount,
    shares: zip(takers, split(amount, weights)).map(([{ id }, part]) => ({
      commitmentId: id,
      amount: part,
      unfunded: null,
    })),
  });
  const paid = paidCalls(ledger, date, closing.earlierClosings);
  const catchUp = excessTypes.flatMap((returned) => {
    const kinds = [...caughtUp].filter(([type]) => returnedBy[type] === returned);
    return nettedKinds(kinds).flatMap(([type, amount]) => {
      const takers = partners.others.filter(isPayer(type));
      const weights = weightsOf(takers, paid.get(type));
      return amount.isNegative()
        ? [toPartner(returned, amount.negated()), toOthers(type, amount.negated(), takers, weights)]
        : [toPartner(type, amount), toOthers(returned, amount, takers, weights)];
    });
  });
  const amountDays = [...lent.values()].reduce<Decimal>((sum, amount) => sum.plus(amount), zero);
  const owed = roundMoney(
    amountDays
      .times(interestRate ?? zero)
      .div(hundred)
      .div(DAYS_PER_YEAR),
  );
  if (!owed.gt(0) || partners.others.length === 0) return catchUp;
  const lenders = lendersOf(partners, lent, paid);
  return [...catchUp, toPartner('LATE-INT-PAID', owed), toOthers('LATE-INT-RECEIVED', owed, partners.others, lenders)];
}

/**
 * Returns a warning if the others paid for earlier calls in another proportion than their commitments, such as by the
 * shares of a notice; null otherwise. The late closing keeps these differences.
 *
 * @param ledger includes the new commitment, but not the entries of the closing.
 */
export function unequalPartsText(
  ledger: Pick<Ledger, 'events' | 'entries'> & {
    readonly commitments: readonly (Ledger['commitments'][number] & { readonly investorName: string })[];
  },
  closing: LateClosing,
): string | null {
  const partners = partnersOf(ledger, closing);
  const paid = paidCalls(ledger, closing.date, closing.earlierClosings);
  const unequal = [...catchUpOf(ledger, closing, partners).caughtUp.keys()].filter(
    (type) => !isByCommitment(partners.others.filter(isPayer(type)), paid.get(type)),
  );
  if (unequal.length === 0) return null;
  const parts = partners.others.flatMap(({ id, amount }) => {
    const own = unequal.reduce<Decimal>((sum, type) => sum.plus(paid.get(type)?.byPartner.get(id) ?? zero), zero);
    const name = ledger.commitments.find((commitment) => commitment.id === id)?.investorName ?? '';
    return { part: own.times(hundred).div(amount), name };
  });
  const named = parts.toSorted((a, b) => a.part.cmp(b.part)).map(({ name, part }) => `${name} ${part.toFixed(2)}%`);
  return (
    `The partners paid different parts of their commitments for earlier calls: ${listedPartners(named)}. ` +
    'Each gets back in proportion to its payments, so the parts stay different. ' +
    'To make them equal, enter the missing calls and returned excess first.'
  );
}

interface Partners {
  readonly all: readonly CommitmentState[];
  /** All but the late investor. */
  readonly others: readonly CommitmentState[];
}

function partnersOf(ledger: Pick<Ledger, 'commitments' | 'events'>, { commitmentId, date }: LateClosing): Partners {
  const all = commitmentsOn(ledger.commitments, ledger.events, date).filter(({ amount }) => amount.gt(0));
  return { all, others: all.filter(({ id }) => id !== commitmentId) };
}

const isPayer =
  (type: EntryType) =>
  (state: CommitmentState): boolean =>
    type !== 'CALL-FEE' || state.paysFee;

/** Returns the late investor's parts of earlier calls by kind, and the sums of the parts x days since each call. */
function catchUpOf(
  ledger: Pick<Ledger, 'entries'>,
  { commitmentId, date, earlierClosings }: LateClosing,
  { all }: Partners,
): Record<'caughtUp' | 'lent', ReadonlyMap<EntryType, Decimal>> {
  const caughtUp = new Map<EntryType, Decimal>();
  const lent = new Map<EntryType, Decimal>();
  for (const { type, amount, effective } of callsUntil(ledger.entries, date, earlierClosings)) {
    const takers = all.filter(isPayer(type));
    const at = takers.findIndex(({ id }) => id === commitmentId);
    if (at < 0 || takers.length === 1) continue;
    const parts = split(
      amount,
      takers.map((state) => state.amount),
    );
    const own = required(parts[at], 'the share of the late investor');
    caughtUp.set(type, (caughtUp.get(type) ?? zero).plus(own));
    lent.set(type, (lent.get(type) ?? zero).plus(own.times(daysBetween(effective, date))));
  }
  return { caughtUp, lent };
}

const split = (amount: Decimal, weights: readonly Decimal[]): readonly Decimal[] =>
  allocate(amount, weights)._unsafeUnwrap();

/** Returns the weights by which partners get back what they paid for a kind of call. */
function weightsOf(takers: readonly CommitmentState[], paid: PaidCalls | undefined): readonly Decimal[] {
  const total = totalOf(takers, paid);
  const weights = takers.map(({ id }) => {
    const own = paid?.byPartner.get(id) ?? zero;
    return own.times(total).gt(0) ? own.abs() : zero;
  });
  return isByCommitment(takers, paid) || total.isZero() ? takers.map(({ amount }) => amount) : weights;
}

const totalOf = (takers: readonly CommitmentState[], paid: PaidCalls | undefined): Decimal =>
  takers.reduce<Decimal>((sum, { id }) => sum.plus(paid?.byPartner.get(id) ?? zero), zero);

/** Returns true if the partners paid by their commitments, except for the cents by which each amount is rounded. */
function isByCommitment(takers: readonly CommitmentState[], paid: PaidCalls | undefined): boolean {
  const committed = takers.reduce<Decimal>((sum, { amount }) => sum.plus(amount), zero);
  const total = totalOf(takers, paid);
  const rounding = cent.times(paid?.count ?? 0);
  return takers.every(({ id, amount }) =>
    total
      .times(amount)
      .div(committed)
      .minus(paid?.byPartner.get(id) ?? zero)
      .abs()
      .lte(rounding),
  );
}

/** Returns the weights by which partners receive the interest: those of the kinds of calls that they paid, by the interest on each. */
function lendersOf(
  { others }: Partners,
  lent: ReadonlyMap<EntryType, Decimal>,
  paid: ReadonlyMap<EntryType, PaidCalls>,
): readonly Decimal[] {
  const parts = new Map<string, Decimal>();
  for (const [type, amount] of lent) {
    const takers = others.filter(isPayer(type));
    const weights = weightsOf(takers, paid.get(type));
    const total = weights.reduce<Decimal>((sum, weight) => sum.plus(weight), zero);
    for (const [{ id }, weight] of zip(takers, weights))
      parts.set(id, (parts.get(id) ?? zero).plus(amount.times(weight).div(total)));
  }
  const shares = others.map(({ id }) => Decimal.max(zero, parts.get(id) ?? zero));
  return shares.some((share) => share.gt(0)) ? shares : others.map(({ amount }) => amount);
}

const sumOf = (kinds: readonly KindAmount[]): Decimal =>
  kinds.reduce<Decimal>((total, [, amount]) => total.plus(amount), zero);

/** Nets kinds of both signs: those with the sign of the total share it, in proportion to their amounts. */
function nettedKinds(kinds: readonly KindAmount[]): readonly KindAmount[] {
  const total = sumOf(kinds);
  return total.isZero()
    ? []
    : splitInProportion(
        total,
        kinds.filter(([, amount]) => amount.times(total).gt(0)),
      );
}

/** Returns the calls inside of the commitment until a day, net of returned excess. */
const callsUntil = (
  entries: readonly LedgerEntry[],
  date: CalendarDate,
  earlierClosings: ReadonlySet<string>,
): readonly Omit<CalledAmount, 'returns'>[] =>
  callsNetOfExcess(
    withoutReversed(entries)
      .filter((entry) => entry.effective <= date && isReallocated(entry) && !earlierClosings.has(entry.id))
      .toSorted((a, b) => (a.effective < b.effective ? -1 : a.effective > b.effective ? 1 : 0)),
  );
