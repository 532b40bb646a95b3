import {
  type CalendarDate,
  dayNumber,
  type Decimal,
  err,
  type Failure,
  fail,
  type Result,
  zero,
} from '@carrara/domain/kernel';
import {
  type AccountPeriod,
  accountPeriods,
  bookedRows,
  bridgeOfAccount,
  capitalAccount,
  statementDates,
} from '../capitalAccount/index.ts';
import { commitmentsOn, effectOfShare, type EntryShare, type LedgerEntry } from '../ledger/index.ts';
import type { VehicleLedger } from '../period/index.ts';
import {
  centFlows,
  feePaying,
  type JCurve,
  jCurve,
  type LineEffect,
  moneyToCents,
  navBridge,
  type NavBridge,
  subscriptionLine,
} from '../return/index.ts';

/** What is kept of a vehicle at a quarter end. */
export interface KeptPeriod {
  readonly end: CalendarDate;
  readonly commitment: Decimal;
  /** Null: not determined. */
  readonly nav: Decimal | null;
  readonly unrealised: Decimal;
}

export interface FundProfileInput {
  readonly ledger: Pick<VehicleLedger, 'commitments' | 'events' | 'entries'>;
  /** The quarters that have figures, in order, the last of them the one that is asked for. */
  readonly periods: readonly KeptPeriod[];
  /** The NAV of each commitment at the last of them. */
  readonly navs: ReadonlyMap<string, Decimal | null>;
  /** Month and day: `12-31`. */
  readonly fiscalYearEnd: string;
}

export interface FundProfile {
  readonly bridges: Readonly<Record<AccountPeriod, Result<NavBridge, Failure>>>;
  readonly jCurve: JCurve;
  /** Null where the vehicle has drawn on no line. */
  readonly line: Result<LineEffect, Failure> | null;
}

const UNREALISED = 93;

/**
 * What a vehicle's ledger says of it at a quarter end beside its figures: how its NAV came about in the quarter, the fiscal year and since inception,
 * its cash by age, and its return with and without the subscription line.
 *
 * Units:  the vehicle's currency.
 * Source: docs/calculations/nav-bridge.md, j-curve.md, subscription-line.md.
 * Fails:  never; a bridge that does not lead to the NAV (FIGURES_DIFFER), one without it (NAV_MISSING) and a line that is repaid beyond its draws
 *         (NEGATIVE_AMOUNT) say so themselves.
 */
export function fundProfile({ ledger, periods, navs, fiscalYearEnd }: FundProfileInput): FundProfile {
  const last = periods.at(-1);
  if (last === undefined) throw new Error('a profile is of a quarter end that has figures');
  const { end } = last;
  const entries = ledger.entries.filter(({ booked }) => booked <= end);
  return {
    bridges: bridgesOf(entries, periods, last, fiscalYearEnd),
    jCurve: jCurve({
      flows: centFlows(entries.flatMap((entry) => cashOf(entry, entry.shares))),
      commitment: last.commitment,
      navs: periods.flatMap(({ end: day, nav }) =>
        nav === null ? [] : [{ day: dayNumber(day), cents: moneyToCents(nav) }],
      ),
      asOf: end,
    }),
    line: lineOf(ledger, entries, navs, end),
  };
}

function bridgesOf(
  entries: readonly LedgerEntry[],
  periods: readonly KeptPeriod[],
  { end, nav }: KeptPeriod,
  fiscalYearEnd: string,
): FundProfile['bridges'] {
  const booked = bookedRows(
    entries.flatMap(({ type, booked: shown, shares }) => shares.map((share) => ({ ...share, type, booked: shown }))),
  );
  const gains = periods.map(({ end: shown, unrealised }, i) => ({
    booked: shown,
    row: UNREALISED,
    amount: unrealised.minus(periods[i - 1]?.unrealised ?? zero),
  }));
  const account = capitalAccount(
    { amounts: [...booked, ...gains], commitments: [] },
    statementDates(end, fiscalYearEnd),
  );
  const bridgeOf = (period: AccountPeriod): Result<NavBridge, Failure> =>
    nav === null
      ? err(fail('NAV_MISSING', ['nav'], `There is no net asset value on ${end}.`))
      : navBridge({ ...bridgeOfAccount(account[period]), closing: nav });
  return Object.fromEntries(
    accountPeriods.map((period) => [period, bridgeOf(period)]),
  ) as unknown as FundProfile['bridges'];
}

const cashOf = ({ type, effective }: LedgerEntry, shares: readonly EntryShare[]) =>
  shares.flatMap((share) => {
    const { cash } = effectOfShare({ type }, share);
    return cash.isZero() ? [] : [{ date: effective, amount: cash }];
  });

/** Of the commitments that pay fees, as the net return is. */
function lineOf(
  { commitments, events }: FundProfileInput['ledger'],
  entries: readonly LedgerEntry[],
  navs: FundProfileInput['navs'],
  end: CalendarDate,
): FundProfile['line'] {
  if (!entries.some(({ type }) => type.startsWith('LINE-'))) return null;
  const states = commitmentsOn(
    commitments,
    events.filter(({ booked }) => booked <= end),
    end,
  );
  const counted = new Set(feePaying(states).commitments.map(({ id }) => id));
  const own = ({ shares }: LedgerEntry) => shares.filter(({ commitmentId }) => counted.has(commitmentId));
  const of = (isSo: (entry: LedgerEntry) => boolean) => entries.filter(isSo);
  const amounts = (isSo: (entry: LedgerEntry) => boolean) =>
    centFlows(of(isSo).flatMap((entry) => own(entry).map(({ amount }) => ({ date: entry.effective, amount }))));
  const cash = (isSo: (entry: LedgerEntry) => boolean) =>
    centFlows(of(isSo).flatMap((entry) => cashOf(entry, own(entry))));
  const isAccrued = ({ type, settledOn }: LedgerEntry) =>
    type.startsWith('EXP-LINE-') && (settledOn === null || settledOn > end);
  const accrued = of(isAccrued)
    .flatMap(own)
    .reduce((sum, { amount }) => sum.plus(amount), zero);
  const known = [...counted].map((id) => navs.get(id) ?? null);
  return subscriptionLine({
    cash: cash(({ type }) => type !== 'CALL-LINE'),
    lineCosts: cash(({ type }) => type === 'CALL-LINE'),
    draws: amounts(({ type }) => type.startsWith('LINE-DRAW-')),
    repayments: amounts(({ type }) => type.startsWith('LINE-REPAY-')),
    nav: known.includes(null) ? null : moneyToCents(known.reduce<Decimal>((sum, nav) => sum.plus(nav ?? zero), zero)),
    accruedInterest: moneyToCents(accrued),
    to: dayNumber(end),
  }).mapErr(([first]) => first!);
}
