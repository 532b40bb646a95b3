import {
  type CalendarDate,
  type Decimal,
  dayNumber,
  defineFormula,
  displayedDate,
  err,
  type Failure,
  type Failures,
  fail,
  fromDayNumber,
  MONEY_DECIMALS,
  ok,
  required,
  Result,
  spokenMoney,
  zero,
} from '@carrara/domain/kernel';
import {
  bookedQuarter,
  endOfTime,
  futureDateFailure,
  refuseTransferred,
  type Quarters,
  type Source,
} from '../ledger/index.ts';
import { centFlows, centsToMoney, moneyToCents, navOnDay } from '../return/index.ts';
import { type Capital, hasCapital, netAssetValue } from './capital.ts';
import { navReportedForFundOnly } from './reasons.ts';
import { type ReportedFigure, reportedFigures } from './reportedFigure.ts';

/** A larger multiple is an amount or a percentage in the wrong field. The best funds return some hundred times what was paid in. */
const MOST_MULTIPLE = 10_000;

/**
 * Checks whether a figure can have a value. A NAV can be negative, and so can a TVPI, but only with a negative NAV, because distributions can't.
 *
 * Units:  rates in percent.
 * Fails:  MONEY_SCALE, NEGATIVE_AMOUNT (a negative commitment, unfunded commitment, sum or DPI, or a negative TVPI next to a NAV that isn't), INVALID_VALUE (a loss of more
 *         than everything, a multiple of more than 10,000).
 */
export function valueFailures({ figure, value }: Pick<ReportedFigure, 'figure' | 'value'>, nav?: Decimal): Failures {
  const { kind, title } = reportedFigures[figure];
  const wrong = (code: 'MONEY_SCALE' | 'NEGATIVE_AMOUNT' | 'INVALID_VALUE', text: string) => [
    fail(code, ['value'], text),
  ];
  const check = 'Check the value and its sign.';
  if (kind === 'return') return value.lt(-100) ? wrong('INVALID_VALUE', `${title} can’t be below -100%. ${check}`) : [];
  if (kind === 'money')
    return [
      ...(value.decimalPlaces() > MONEY_DECIMALS ? wrong('MONEY_SCALE', 'An amount can have at most 2 decimals.') : []),
      ...((figure === 'commitment' || figure === 'unfunded') && value.lt(0)
        ? wrong(
            'NEGATIVE_AMOUNT',
            `${figure === 'commitment' ? 'A' : 'An unfunded'} commitment can’t be negative. ${check}`,
          )
        : []),
      ...((figure === 'contributions' || figure === 'distributions') && value.lt(0)
        ? wrong('NEGATIVE_AMOUNT', `${title} are the total since inception and can’t be negative. ${check}`)
        : []),
    ];
  if (value.abs().gt(MOST_MULTIPLE))
    return wrong(
      'INVALID_VALUE',
      `${title} can’t be more than ${MOST_MULTIPLE.toLocaleString('en')}x. Enter a multiple such as 1.35, not an amount or a percentage.`,
    );
  if (!value.lt(0)) return [];
  if (figure === 'dpi')
    return wrong('NEGATIVE_AMOUNT', `${title} can’t be negative, because distributions can’t. ${check}`);
  return nav === undefined || nav.lt(0)
    ? []
    : wrong(
        'NEGATIVE_AMOUNT',
        `${title} can’t be negative if NAV is ${spokenMoney(nav)}. Check both values and their signs.`,
      );
}

/**
 * Checks a reported figure. `nav` is the NAV that is reported for the same date, if any.
 *
 * Fails:  those of `valueFailures`, PERIOD_LOCKED, DATE_TOO_LATE.
 */
export function postReported(
  { figure, date, value }: Pick<ReportedFigure, 'figure' | 'date' | 'value'>,
  quarters: Quarters,
  {
    bookedPeriod = null,
    nav,
  }: { readonly bookedPeriod?: CalendarDate | null; readonly nav?: Decimal | undefined } = {},
): Result<CalendarDate, Failures> {
  const wrong = valueFailures({ figure, value }, nav);
  if (quarters.today !== undefined && date > quarters.today) return err([...wrong, futureDateFailure(date)]);
  const booked = bookedQuarter(date, quarters, bookedPeriod);
  if (booked.isErr()) return err([...wrong, ...booked.error]);
  return wrong.length > 0 ? err(wrong) : booked;
}

/** Returns the NAV that counts for a subject and date: of the figures that are reported together, otherwise the existing one. */
export const navWith = (
  { commitmentId, date }: Pick<ReportedFigure, 'commitmentId' | 'date'>,
  together: readonly Pick<ReportedFigure, 'commitmentId' | 'figure' | 'date' | 'value'>[],
  counting: readonly ReportedFigure[],
): Decimal | undefined =>
  [...together, ...counting].find(
    (item) => item.figure === 'nav' && item.commitmentId === commitmentId && item.date === date,
  )?.value;

/**
 * Checks whether a figure would replace one from a data transfer: of the same commitment and date, or of the vehicle as a whole.
 *
 * Fails:  TRANSFERRED.
 */
export function replacesTransferred(
  { commitmentId, figure, date }: Pick<ReportedFigure, 'commitmentId' | 'figure' | 'date'>,
  reported: readonly (ReportedFigure & { readonly source?: Source | null })[],
): Failures {
  const brought = reportedUntil(reported, endOfTime).find(
    (item) =>
      item.figure === figure && item.date === date && (commitmentId === null || item.commitmentId === commitmentId),
  );
  return refuseTransferred(brought?.source ?? null);
}

/**
 * Returns the reported figures that count at a quarter end, as booked by then: the latest for each subject, figure and date, except withdrawn ones.
 */
export function reportedUntil<T extends ReportedFigure>(all: readonly T[], end: CalendarDate): readonly T[] {
  const current = all.filter(({ booked, date }) => booked <= end && date <= end);
  const reversed = new Set(current.map(({ reversalOf }) => reversalOf));
  const counting = new Map<string, T>();
  for (const item of current) {
    if (item.reversalOf !== null || reversed.has(item.id)) continue;
    const key = `${item.commitmentId ?? ''} ${item.figure} ${item.date}`;
    const before = counting.get(key);
    if (before === undefined || item.seq >= before.seq) counting.set(key, item);
  }
  return [...counting.values()];
}

/**
 * Returns the figures reported for the vehicle (null) or a commitment. A vehicle with a single commitment uses the reports of either, so that both
 * agree. For one date, the latest counts or, if entered together, the vehicle's.
 */
export function latestReported<T extends Pick<ReportedFigure, 'commitmentId' | 'figure' | 'date' | 'seq'>>(
  counting: readonly T[],
  subjectId: string | null,
  only: string | undefined,
): readonly T[] {
  const other = subjectId === null ? only : subjectId === only ? null : undefined;
  if (other === undefined) return counting.filter(({ commitmentId }) => commitmentId === subjectId);
  const either = counting.filter(({ commitmentId }) => commitmentId === subjectId || commitmentId === other);
  const isLater = (candidate: T, than: T) =>
    candidate.seq > than.seq || (candidate.seq === than.seq && candidate.commitmentId === null);
  return either.filter(
    (item) =>
      !either.some(
        (twin) => twin !== item && twin.figure === item.figure && twin.date === item.date && isLater(twin, item),
      ),
  );
}

/** Returns the latest report; for one date, the first. */
export const lastReported = <T extends Pick<ReportedFigure, 'date'>>(reports: readonly T[]): T | undefined =>
  reports.reduce<T | undefined>(
    (last, report) => (last !== undefined && last.date >= report.date ? last : report),
    undefined,
  );

export const reportedNavFormula = defineFormula({
  id: 'performance.reportedNav',
  text: 'NAV = reported NAV + cash paid in since that day - cash received since',
  inputs: { reported: 'money', cashSince: 'money' },
  result: 'money',
  source: 'docs/calculations/vehicle-ledger.md',
});

/** A net asset value at a quarter end. */
interface NavAt {
  readonly amount: Decimal;
  /** The part of it that is cash since the date of the report. */
  readonly cashSince: Decimal;
  /** ROLLED_FORWARD: the date of the report, if later cash was added to it. */
  readonly rolledForwardFrom: CalendarDate | null;
  /** The reports that it comes from, if known. */
  readonly reports?: readonly ReportedFigure[];
}
export type ExistingNav = Result<NavAt, Failure>;

export interface VehicleNavs {
  readonly commitments: ReadonlyMap<string, ExistingNav>;
  readonly vehicle: ExistingNav;
  /** Returns the combined NAV of some commitments. */
  readonly sumFor: (ids: readonly string[]) => ExistingNav;
}

/** Converts a NAV to options of `capitalFigures`. */
export const measuredAs = (nav: ExistingNav) => ({
  nav: nav.map(({ amount }) => amount),
  rolledForwardFrom: nav.isOk() ? nav.value.rolledForwardFrom : null,
});

/** Returns the NAVs of the ledger. */
export function ledgerNavs(accounts: ReadonlyMap<string, Capital>): VehicleNavs {
  const commitments = new Map([...accounts].map(([id, account]) => [id, exact(netAssetValue(account))]));
  const sumOfCommitments = (ids: readonly string[]) => sumOfNavs(ids.map((id) => navOfCommitment(commitments, id)));
  return { commitments, vehicle: sumOfCommitments([...accounts.keys()]), sumFor: sumOfCommitments };
}

/**
 * Returns the reported NAVs, each rolled forward from its date with later cash.
 *
 *     NAV = reported + paid in since - received since
 *
 * A vehicle with a single commitment uses the latest report of either. Reports for every commitment together also determine the vehicle.
 *
 * Source: docs/calculations/period-return.md.
 * Fails:  NAV_MISSING.
 */
export function reportedNavs(
  all: readonly ReportedFigure[],
  accounts: ReadonlyMap<string, Capital>,
  end: CalendarDate,
): VehicleNavs {
  const counting = reportedUntil(all, end).filter(({ figure }) => figure === 'nav');
  const having = [...accounts].filter(([, account]) => hasCapital(account)).map(([id]) => id);
  const only = having.length === 1 ? having[0] : undefined;
  const rolled = (commitmentId: string | null, flows: Capital['flows']): ExistingNav | undefined => {
    const own = latestReported(counting, commitmentId, only);
    const last = lastReported(own);
    if (last === undefined) return undefined;
    const values = own.map(({ date, value }) => ({ day: dayNumber(date), cents: moneyToCents(value) }));
    return navOnDay('REPORTED', values, centFlows(flows), dayNumber(end)).map(({ cents, rolledForwardFrom }) => ({
      amount: centsToMoney(cents),
      cashSince: centsToMoney(cents).minus(last.value),
      rolledForwardFrom: rolledForwardFrom === undefined ? null : fromDayNumber(rolledForwardFrom),
      reports: [last],
    }));
  };
  const missing: ExistingNav = err(
    fail('NAV_MISSING', ['nav'], `No net asset value was reported for ${displayedDate(end)}.`),
  );
  const ofVehicle = rolled(
    null,
    [...accounts.values()].flatMap(({ flows }) => flows),
  );
  const commitments = new Map(
    [...accounts].map(([id, account]) => [
      id,
      rolled(id, account.flows) ?? (hasCapital(account) ? missing : exact(zero)),
    ]),
  );
  const sum = (ids: readonly string[]) => sumOfNavs(ids.map((id) => navOfCommitment(commitments, id)));
  const vehicle = ofVehicle ?? (having.length === 0 ? missing : sum(having));
  const isAll = (ids: readonly string[]) => having.every((id) => ids.includes(id));
  /** The NAV of some of the partners, those who pay fees. */
  const sumOfPart = (ids: readonly string[]) =>
    sum(ids).mapErr((failure) =>
      ofVehicle?.isOk()
        ? fail('NAV_MISSING', ['nav'], navReportedForFundOnly(spokenMoney(ofVehicle.value.amount)))
        : failure,
    );
  return { commitments, vehicle, sumFor: (ids) => (isAll(ids) ? vehicle : sumOfPart(ids)) };
}

const navOfCommitment = (navs: ReadonlyMap<string, ExistingNav>, id: string): ExistingNav =>
  required(navs.get(id), 'the NAV of a commitment');

const exact = (amount: Decimal): ExistingNav => ok({ amount, cashSince: zero, rolledForwardFrom: null });

/** Adds up NAVs. The sum is rolled forward from the earliest date among its parts. */
export function sumOfNavs(navs: readonly ExistingNav[]): ExistingNav {
  return Result.combine([...navs]).map((all) =>
    all.reduce<NavAt>(
      (sum, { amount, cashSince, rolledForwardFrom, reports = [] }) => ({
        reports: [...(sum.reports ?? []), ...reports],
        amount: sum.amount.plus(amount),
        cashSince: sum.cashSince.plus(cashSince),
        rolledForwardFrom: earlier(sum.rolledForwardFrom, rolledForwardFrom),
      }),
      { amount: zero, cashSince: zero, rolledForwardFrom: null },
    ),
  );
}

const earlier = (first: CalendarDate | null, other: CalendarDate | null): CalendarDate | null =>
  first === null || (other !== null && other < first) ? other : first;
