import {
  type CalendarDate,
  dayNumber,
  type Decimal,
  err,
  fail,
  type Failures,
  ok,
  type Result,
  displayedDate,
  zero,
} from '../../kernel/index.ts';
import type { CashFlow, FundCash, IndexValue } from '../../kernel/measures/index.ts';
import {
  type CommitmentState,
  commitmentsOn,
  effectOfShare,
  type EntryType,
  isContribution,
  isLate,
  type PassableEntry,
} from '../ledger/index.ts';
import {
  type LockedTransfers,
  measuredOn,
  noDatedCash,
  noNavOn,
  reportedUntil,
  type VehicleLedger,
} from '../period/index.ts';
import { centFlows, feePaying, type JCurve, jCurve, moneyToCents } from '../return/index.ts';

/** A stored figure of a commitment at a quarter end. */
export interface StoredCommitment {
  readonly commitmentId: string;
  readonly end: CalendarDate;
  /** The quarter end of the stored figures: the same one, or the last one of a vehicle that had ended by then. */
  readonly asOf: CalendarDate;
  readonly commitment: Decimal;
  /** Null if not determined. */
  readonly nav: Decimal | null;
  readonly navBeforeCarry: Decimal | null;
  /** True if the vehicle's ledger has no cash, so that the sums are the reported ones. */
  readonly isReported: boolean;
}

/** The parts of a ledger that an account is computed from. */
export interface AccountLedger
  extends Pick<VehicleLedger, 'commitments' | 'events' | 'transfers'>,
    LockedTransfers,
    Partial<Pick<VehicleLedger, 'navBasis' | 'reported'>> {
  readonly entries: readonly PassableEntry[];
}

/** Cash of a day. `lateIn` is the quarter end at which it was booked, if that isn't the one of its day. */
export interface LedgerFlow extends CashFlow {
  readonly lateIn?: CalendarDate;
}

/** Cash and interim values of commitments, without their value at the end. */
export interface AccountCash {
  /** True if no commitment pays fees, so that all are included. */
  readonly coversAllPartners: boolean;
  /** The included commitments. */
  readonly ids: ReadonlySet<string>;
  readonly commitment: Decimal;
  /** Negative paid in, positive received. */
  readonly flows: readonly LedgerFlow[];
  /** The same cash, with contributions (less returned excess) and distributions of each day kept separate. */
  readonly movements: readonly FundCash[];
  /** The known NAVs at quarter ends up to the date, and on other dates with reported values. */
  readonly navs: readonly IndexValue[];
  /** True if its NAVs were reported, so that they include cash that was booked later. */
  readonly hasReportedNav?: boolean;
}
export interface LedgerAccount extends AccountCash {
  readonly nav: Decimal;
  /** Null if carry is unknown. */
  readonly navBeforeCarry: Decimal | null;
  /** The quarter end of the values: the last one if the vehicle had ended by then. */
  readonly until: CalendarDate;
}

/**
 * Returns the cash and values of the commitments that pay fees (of all, if none does), as booked through a quarter end.
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/calculations/vehicle-ledger.md.
 * Fails:  NO_COMMITMENT (no commitment has figures on the day), NAV_MISSING, NOT_REPORTED (the ledger has no cash, and sums that were reported have
 *         no days).
 */
export function analyzeAccount(
  ledger: AccountLedger,
  commitments: readonly StoredCommitment[],
  end: CalendarDate,
): Result<LedgerAccount, Failures> {
  return cashOf(ledger, commitments, end).andThen(({ own, ...account }) => {
    const nav = sumOf(own.map((commitment) => commitment.nav));
    const navBeforeCarry = sumOf(own.map((commitment) => commitment.navBeforeCarry));
    // Reported commitments often have no NAV of their own, although the fund has one.
    if (own.some(({ isReported }) => isReported)) return err([fail('NOT_REPORTED', ['date'], noDatedCash)]);
    if (nav === null) return err([fail('NAV_MISSING', ['date'], noNavOn(displayedDate(end)))]);
    const until = own.reduce(
      (last, commitment) => (commitment.asOf > last ? commitment.asOf : last),
      own[0]?.asOf ?? end,
    );
    return ok({ ...account, nav, navBeforeCarry, until });
  });
}

/**
 * Computes the J-curve of a fund: the cash of the commitments included in the net return, in percent of their commitment.
 *
 * Source: docs/calculations/j-curve.md.
 * Fails:  NO_COMMITMENT (no commitment has figures on the day).
 */
export const jCurveOfFund = (
  ledger: AccountLedger,
  commitments: readonly StoredCommitment[],
  end: CalendarDate,
): Result<JCurve & Pick<AccountCash, 'coversAllPartners' | 'commitment'>, Failures> =>
  cashOf(ledger, commitments, end).map(({ coversAllPartners, commitment, flows, navs }) => ({
    coversAllPartners,
    commitment,
    ...jCurve({
      flows: centFlows(flows),
      commitment,
      navs: navs.map(({ date, value }) => ({ day: dayNumber(date), cents: moneyToCents(value) })),
      asOf: end,
    }),
  }));

/** Adds the figures of the commitments at the end. */
function cashOf(
  whole: AccountLedger,
  commitments: readonly StoredCommitment[],
  end: CalendarDate,
): Result<AccountCash & { readonly own: readonly StoredCommitment[] }, Failures> {
  const atEnd = commitments.filter((commitment) => commitment.end === end);
  if (atEnd.length === 0)
    return err([
      fail('NO_COMMITMENT', ['date'], `No commitment has figures at the quarter end ${displayedDate(end)}.`),
    ]);
  const ledger = { ...whole, entries: measuredOn(whole, end) };
  const earlier = ledger.events.filter(({ booked }) => booked <= end);
  const states = commitmentsOn(ledger.commitments, earlier, end);
  const { ids, coversAllPartners } = chosen(states, ledger, end);
  const own = atEnd.filter(({ commitmentId }) => ids.has(commitmentId));
  return ok({
    own,
    coversAllPartners,
    ids,
    commitment: total(own.map((item) => item.commitment)),
    flows: flowsOf(ledger, ids, end),
    movements: inOrder([
      ...flowsOf(ledger, ids, end, isContribution).map((flow) => ({ ...flow, isExcess: flow.amount.gt(0) })),
      ...flowsOf(ledger, ids, end, (type) => !isContribution(type)),
    ]),
    navs: [...navsOf(commitments, ids, end), ...reportedBetween(ledger, commitments, atEnd, ids, end)],
    hasReportedNav: ledger.navBasis === 'REPORTED',
  });
}

/** Returns the date of the first cash of a vehicle's commitments; undefined before there is any. */
export const firstCashDate = (ledger: AccountLedger, end: CalendarDate): CalendarDate | undefined =>
  flowsOf(ledger, new Set(ledger.commitments.map(({ id }) => id)), end)[0]?.date;

function chosen(
  states: readonly CommitmentState[],
  ledger: Pick<AccountLedger, 'entries'>,
  end: CalendarDate,
): { readonly ids: ReadonlySet<string>; readonly coversAllPartners: boolean } {
  const idsOf = (some: readonly CommitmentState[]) => new Set(some.map(({ id }) => id));
  const hasCapital = ({ id, amount }: CommitmentState) =>
    !amount.isZero() || flowsOf(ledger, new Set([id]), end).some((flow) => !flow.amount.isZero());
  const { commitments, isFeeFree } = feePaying(states.filter(hasCapital));
  return { ids: idsOf(isFeeFree ? states : commitments), coversAllPartners: isFeeFree };
}

function flowsOf(
  { entries }: Pick<AccountLedger, 'entries'>,
  ids: ReadonlySet<string>,
  end: CalendarDate,
  counts: (type: EntryType) => boolean = () => true,
): readonly LedgerFlow[] {
  const byDay = new Map<string, LedgerFlow>();
  for (const { type, booked, effective, shares } of entries) {
    if (booked > end || !counts(type)) continue;
    for (const share of shares) {
      if (!ids.has(share.commitmentId)) continue;
      const { cash } = effectOfShare({ type }, share);
      if (cash.isZero()) continue;
      const lateIn = isLate(effective, booked) ? { lateIn: booked } : {};
      const key = `${effective} ${lateIn.lateIn ?? ''}`;
      byDay.set(key, { date: effective, amount: (byDay.get(key)?.amount ?? zero).plus(cash), ...lateIn });
    }
  }
  return inOrder([...byDay.values()]);
}

const inOrder = <T extends CashFlow>(flows: readonly T[]): readonly T[] =>
  [...flows].sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1));

function navsOf(
  commitments: readonly StoredCommitment[],
  ids: ReadonlySet<string>,
  end: CalendarDate,
): readonly IndexValue[] {
  const ends = [...new Set(commitments.map((commitment) => commitment.end))].filter((day) => day <= end).sort();
  return ends.flatMap((date) => {
    const value = sumOf(
      commitments
        .filter((commitment) => commitment.end === date && ids.has(commitment.commitmentId))
        .map((commitment) => commitment.nav),
    );
    return value === null ? [] : [{ date, value }];
  });
}

/** Returns values reported for dates that aren't quarter ends: of each commitment, or of the vehicle if all commitments are included. */
function reportedBetween(
  { navBasis, reported = [] }: Pick<AccountLedger, 'navBasis' | 'reported'>,
  commitments: readonly StoredCommitment[],
  atEnd: readonly StoredCommitment[],
  ids: ReadonlySet<string>,
  end: CalendarDate,
): readonly IndexValue[] {
  if (navBasis !== 'REPORTED') return [];
  const ends = new Set(commitments.map((commitment) => commitment.end));
  const reportedNavs = reportedUntil(reported, end).filter(({ figure, date }) => figure === 'nav' && !ends.has(date));
  const own = atEnd.filter(({ commitmentId }) => ids.has(commitmentId));
  const coversAllPartners = own.length === atEnd.length;
  return [...new Set(reportedNavs.map(({ date }) => date))].flatMap((date) => {
    const onDay = reportedNavs.filter((reportedFigure) => reportedFigure.date === date);
    const whole = onDay.find(({ commitmentId }) => commitmentId === null);
    if (coversAllPartners && whole !== undefined) return [{ date, value: whole.value }];
    const parts = own.map(
      (commitment) => onDay.find(({ commitmentId }) => commitmentId === commitment.commitmentId)?.value ?? null,
    );
    const value = sumOf(parts);
    return value === null ? [] : [{ date, value }];
  });
}

const total = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce<Decimal>((sum, amount) => sum.plus(amount), zero);
/** Returns null if any part isn't determined. */
const sumOf = (amounts: readonly (Decimal | null)[]): Decimal | null =>
  amounts.some((amount) => amount === null) ? null : total(amounts.filter((amount) => amount !== null));
