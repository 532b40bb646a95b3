import {
  type CalendarDate,
  dayNumber,
  type Decimal,
  err,
  fail,
  type Failures,
  ok,
  type Result,
  shownDate,
  zero,
} from '../../kernel/index.ts';
import type { CashFlow, FundCash, IndexValue } from '../../kernel/measures/index.ts';
import {
  type CommitmentState,
  commitmentsOn,
  effectOfShare,
  type EntryType,
  type PassableEntry,
} from '../ledger/index.ts';
import { measuredOn, notSaid, reportedUntil, type VehicleLedger } from '../period/index.ts';
import { centFlows, feePaying, type JCurve, jCurve, moneyToCents } from '../return/index.ts';

/** Whose cash is looked at: of those who pay fees (if nobody does: of all), or of those who pay carry. */
export type AccountKind = 'NET' | 'CARRY';

/** A figure that was kept of a commitment at a quarter end. */
export interface KeptCommitment {
  readonly commitmentId: string;
  readonly end: CalendarDate;
  /** The quarter end that it was kept of: that one, or the last one of a vehicle that was over by then. */
  readonly of: CalendarDate;
  readonly commitment: Decimal;
  /** Null where it is not determined. */
  readonly nav: Decimal | null;
  readonly navBeforeCarry: Decimal | null;
  /** Null where nothing is known of carry. */
  readonly carryPaid: Decimal | null;
  /** Its sums are as they were reported, as the ledger of the vehicle has no cash. */
  readonly isSaid: boolean;
}

/** What of a ledger an account is made of. */
export interface AccountLedger
  extends Pick<VehicleLedger, 'commitments' | 'events' | 'transfers' | 'rules' | 'lockedBy'>,
    Partial<Pick<VehicleLedger, 'navBasis' | 'reported'>> {
  readonly entries: readonly PassableEntry[];
}

/** Cash and values of commitments, without what they are worth at the end. */
export interface AccountCash {
  /** Nobody pays fees, so that all of them stand in. */
  readonly isOfAll: boolean;
  /** The commitments that it is of. */
  readonly ids: ReadonlySet<string>;
  readonly commitment: Decimal;
  /** Negative paid in, positive received. */
  readonly flows: readonly CashFlow[];
  /** The same, what was paid in on a day (less excess given back) and what was received on it each by itself. */
  readonly movements: readonly FundCash[];
  /** Null where nothing is known of carry. */
  readonly carryPaid: Decimal | null;
  /** At the quarter ends until the day, and on days that others are reported for, as far as they are known. */
  readonly navs: readonly IndexValue[];
}
export interface LedgerAccount extends AccountCash {
  readonly nav: Decimal;
  /** Null where nothing is known of carry. */
  readonly navBeforeCarry: Decimal | null;
  /** The quarter end that it stands at: the last one of a vehicle that was over by then. */
  readonly until: CalendarDate;
}

/**
 * Cash and values of the commitments of a vehicle that a figure is of, as they were booked until a quarter end.
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/calculations/vehicle-ledger.md.
 * Fails:  NO_COMMITMENT (no commitment has figures on the day), NAV_MISSING, NOT_REPORTED (the ledger has no cash, and sums that were reported have no days).
 */
export function accountOf(
  kind: AccountKind,
  ledger: AccountLedger,
  kept: readonly KeptCommitment[],
  end: CalendarDate,
): Result<LedgerAccount, Failures> {
  return cashOf(kind, ledger, kept, end).andThen(({ own, ...account }) => {
    const nav = sumOf(own.map((one) => one.nav));
    const navBeforeCarry = sumOf(own.map((one) => one.navBeforeCarry));
    if (nav === null) return err([fail('NAV_MISSING', ['date'], `There is no net asset value on ${shownDate(end)}.`)]);
    if (own.some(({ isSaid }) => isSaid)) return err([fail('NOT_REPORTED', ['date'], notSaid('cash').detail)]);
    const until = own.reduce((last, one) => (one.of > last ? one.of : last), own[0]?.of ?? end);
    return ok({ ...account, nav, navBeforeCarry, until });
  });
}

/**
 * The J-curve of a fund: the cash of those whose net return is told, in percent of what they have committed.
 *
 * Source: docs/calculations/j-curve.md.
 * Fails:  NO_COMMITMENT (no commitment has figures on the day).
 */
export const jCurveOfFund = (
  ledger: AccountLedger,
  kept: readonly KeptCommitment[],
  end: CalendarDate,
): Result<JCurve & Pick<AccountCash, 'isOfAll' | 'commitment'>, Failures> =>
  cashOf('NET', ledger, kept, end).map(({ isOfAll, commitment, flows, navs }) => ({
    isOfAll,
    commitment,
    ...jCurve({
      flows: centFlows(flows),
      commitment,
      navs: navs.map(({ date, value }) => ({ day: dayNumber(date), cents: moneyToCents(value) })),
      asOf: end,
    }),
  }));

/** With the figures of the commitments at the end. */
function cashOf(
  kind: AccountKind,
  whole: AccountLedger,
  kept: readonly KeptCommitment[],
  end: CalendarDate,
): Result<AccountCash & { readonly own: readonly KeptCommitment[] }, Failures> {
  const atEnd = kept.filter((one) => one.end === end);
  if (atEnd.length === 0)
    return err([fail('NO_COMMITMENT', ['date'], `No commitment has figures at the quarter end ${shownDate(end)}.`)]);
  // Carry is of what is called and distributed in fact, whoever holds the commitment now.
  const ledger = kind === 'NET' ? { ...whole, entries: measuredOn(whole, end) } : whole;
  const known = ledger.events.filter(({ booked }) => booked <= end);
  const states = commitmentsOn(ledger.commitments, known, end);
  const { ids, isOfAll } = chosen(kind, states, ledger, end);
  const own = atEnd.filter(({ commitmentId }) => ids.has(commitmentId));
  return ok({
    own,
    isOfAll,
    ids,
    commitment: total(own.map((one) => one.commitment)),
    flows: flowsOf(ledger, ids, end),
    movements: inOrder([
      ...flowsOf(ledger, ids, end, isPaidIn).map((flow) => ({ ...flow, isExcess: flow.amount.gt(0) })),
      ...flowsOf(ledger, ids, end, (type) => !isPaidIn(type)),
    ]),
    carryPaid: sumOf(own.map((one) => one.carryPaid)),
    navs: [...navsOf(kept, ids, end), ...reportedBetween(ledger, kept, atEnd, ids, end)],
  });
}

/** The day of the first cash of a vehicle's commitments; undefined before there is any. */
export const beganOn = (ledger: AccountLedger, end: CalendarDate): CalendarDate | undefined =>
  flowsOf(ledger, new Set(ledger.commitments.map(({ id }) => id)), end)[0]?.date;

function chosen(
  kind: AccountKind,
  states: readonly CommitmentState[],
  ledger: Pick<AccountLedger, 'entries'>,
  end: CalendarDate,
): { readonly ids: ReadonlySet<string>; readonly isOfAll: boolean } {
  const idsOf = (some: readonly CommitmentState[]) => new Set(some.map(({ id }) => id));
  if (kind === 'CARRY') return { ids: idsOf(states.filter(({ paysCarry }) => paysCarry)), isOfAll: false };
  const hasCapital = ({ id, amount }: CommitmentState) =>
    !amount.isZero() || flowsOf(ledger, new Set([id]), end).some((flow) => !flow.amount.isZero());
  const { commitments, noneDoes } = feePaying(states.filter(hasCapital));
  return { ids: idsOf(noneDoes ? states : commitments), isOfAll: noneDoes };
}

function flowsOf(
  { entries }: Pick<AccountLedger, 'entries'>,
  ids: ReadonlySet<string>,
  end: CalendarDate,
  counts: (type: EntryType) => boolean = () => true,
): readonly CashFlow[] {
  const byDay = new Map<CalendarDate, Decimal>();
  for (const { type, booked, effective, shares } of entries) {
    if (booked > end || !counts(type)) continue;
    for (const share of shares) {
      if (!ids.has(share.commitmentId)) continue;
      const { cash } = effectOfShare({ type }, share);
      if (!cash.isZero()) byDay.set(effective, (byDay.get(effective) ?? zero).plus(cash));
    }
  }
  return inOrder([...byDay].map(([date, amount]) => ({ date, amount })));
}

const isPaidIn = (type: EntryType): boolean => type.startsWith('CALL-') || type.startsWith('EXCESS-');
const inOrder = <T extends CashFlow>(flows: readonly T[]): readonly T[] =>
  [...flows].sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1));

function navsOf(kept: readonly KeptCommitment[], ids: ReadonlySet<string>, end: CalendarDate): readonly IndexValue[] {
  const ends = [...new Set(kept.map((one) => one.end))].filter((day) => day <= end).sort();
  return ends.flatMap((date) => {
    const value = sumOf(kept.filter((one) => one.end === date && ids.has(one.commitmentId)).map((one) => one.nav));
    return value === null ? [] : [{ date, value }];
  });
}

/** What was reported of the commitments for days that are no quarter ends: of each of them, or of the vehicle where it is of all. */
function reportedBetween(
  { navBasis, reported = [] }: Pick<AccountLedger, 'navBasis' | 'reported'>,
  kept: readonly KeptCommitment[],
  atEnd: readonly KeptCommitment[],
  ids: ReadonlySet<string>,
  end: CalendarDate,
): readonly IndexValue[] {
  if (navBasis !== 'REPORTED') return [];
  const ends = new Set(kept.map((one) => one.end));
  const said = reportedUntil(reported, end).filter(({ figure, date }) => figure === 'nav' && !ends.has(date));
  const own = atEnd.filter(({ commitmentId }) => ids.has(commitmentId));
  const isOfAll = own.length === atEnd.length;
  return [...new Set(said.map(({ date }) => date))].flatMap((date) => {
    const onDay = said.filter((one) => one.date === date);
    const whole = onDay.find(({ commitmentId }) => commitmentId === null);
    if (isOfAll && whole !== undefined) return [{ date, value: whole.value }];
    const parts = own.map((one) => onDay.find(({ commitmentId }) => commitmentId === one.commitmentId)?.value ?? null);
    const value = sumOf(parts);
    return value === null ? [] : [{ date, value }];
  });
}

const total = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce<Decimal>((sum, amount) => sum.plus(amount), zero);
/** Not determined as soon as a part is not. */
const sumOf = (amounts: readonly (Decimal | null)[]): Decimal | null =>
  amounts.some((amount) => amount === null) ? null : total(amounts.filter((amount) => amount !== null));
