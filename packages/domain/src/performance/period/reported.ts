import {
  type CalendarDate,
  type Decimal,
  dayNumber,
  defineFormula,
  err,
  type Failure,
  type Failures,
  fail,
  fromDayNumber,
  MONEY_PLACES,
  ok,
  Result,
  zero,
} from '@carrara/domain/kernel';
import { bookedQuarter, notTransferred, type Quarters, type Source } from '../ledger/index.ts';
import { centFlows, centsToMoney, moneyToCents, navOnDay } from '../return/index.ts';
import { type Capital, hasCapital, navOf } from './capital.ts';
import { isBefore } from './isBefore.ts';

/** What an administrator or a general partner can say of a vehicle, or of a commitment to it, on a day. */
export const reportedFigures = {
  nav: { title: 'NAV', kind: 'money' },
  navBeforeCarry: { title: 'NAV before carry', kind: 'money' },
  commitment: { title: 'Commitment', kind: 'money' },
  contributions: { title: 'Contributions', kind: 'money' },
  distributions: { title: 'Distributions', kind: 'money' },
  unfunded: { title: 'Unfunded', kind: 'money' },
  irr: { title: 'Net IRR', kind: 'return' },
  tvpi: { title: 'TVPI', kind: 'multiple' },
  dpi: { title: 'DPI', kind: 'multiple' },
} as const;
export type ReportedName = keyof typeof reportedFigures;
export const reportedNames = Object.keys(reportedFigures) as readonly ReportedName[];

/** A figure as somebody said it: beside the ledger, never over it. Rates in percent. */
export interface ReportedFigure {
  readonly id: string;
  /** Null: of the vehicle as a whole. */
  readonly commitmentId: string | null;
  readonly figure: ReportedName;
  readonly date: CalendarDate;
  readonly value: Decimal;
  /** The end of the quarter that shows it. */
  readonly booked: CalendarDate;
  /** Of two of one day the later one counts. */
  readonly seq: number;
  /** What it takes back. */
  readonly reversalOf: string | null;
  readonly source?: Source | null;
}

/**
 * Judges what somebody reports.
 *
 * Fails:  MONEY_SCALE, NEGATIVE_AMOUNT (a commitment below zero), PERIOD_LOCKED, DATE_TOO_LATE.
 */
export function postReported(
  { figure, date, value }: Pick<ReportedFigure, 'figure' | 'date' | 'value'>,
  quarters: Quarters,
  bookedPeriod: CalendarDate | null = null,
): Result<CalendarDate, Failures> {
  const isMoney = reportedFigures[figure].kind === 'money';
  const wrong: Failure[] = [];
  if (isMoney && value.decimalPlaces() > MONEY_PLACES)
    wrong.push(fail('MONEY_SCALE', ['value'], 'An amount has at most 2 decimals.'));
  if (figure === 'commitment' && value.lt(0))
    wrong.push(fail('NEGATIVE_AMOUNT', ['value'], 'A commitment is not below zero.'));
  const booked = bookedQuarter(date, quarters, bookedPeriod);
  if (booked.isErr()) return err([...wrong, ...booked.error]);
  return wrong.length > 0 ? err(wrong) : booked;
}

/**
 * Whether somebody would put a figure in the place of one that a data transfer brought: of the same commitment and day, or of the vehicle as a whole.
 *
 * Fails:  TRANSFERRED.
 */
export function replacesTransferred(
  { commitmentId, figure, date }: Pick<ReportedFigure, 'commitmentId' | 'figure' | 'date'>,
  reported: readonly (ReportedFigure & { readonly source?: Source | null })[],
): Failures {
  const brought = reportedUntil(reported, ever).find(
    (one) => one.figure === figure && one.date === date && (commitmentId === null || one.commitmentId === commitmentId),
  );
  return notTransferred(brought?.source ?? null);
}

/** Nothing is booked later. */
export const ever = '9999-12-31' as CalendarDate;

/**
 * What counts at a quarter end of what was reported, as it was booked until then: of a subject, figure and day the last; what was taken back by
 * then does not.
 */
export function reportedUntil<T extends ReportedFigure>(all: readonly T[], end: CalendarDate): readonly T[] {
  const known = all.filter(({ booked, date }) => booked <= end && date <= end);
  const takenBack = new Set(known.map(({ reversalOf }) => reversalOf));
  const counting = new Map<string, T>();
  for (const one of known) {
    if (one.reversalOf !== null || takenBack.has(one.id)) continue;
    const key = `${one.commitmentId ?? ''} ${one.figure} ${one.date}`;
    const before = counting.get(key);
    if (before === undefined || one.seq >= before.seq) counting.set(key, one);
  }
  return [...counting.values()];
}

/**
 * What was said of the vehicle (null) or a commitment. Of a vehicle with an only commitment that is what was said of either, of one day what was said last (at once:
 * of the vehicle), so that both are told the same; before version 5, of the other one only where nothing was said of it itself.
 */
export function saidOf<T extends Pick<ReportedFigure, 'commitmentId' | 'figure' | 'date' | 'seq'>>(
  counting: readonly T[],
  of: string | null,
  only: string | undefined,
  rules: number | undefined,
): readonly T[] {
  const other = of === null ? only : of === only ? null : undefined;
  const own = counting.filter(({ commitmentId }) => commitmentId === of);
  if (other === undefined || (isBefore(rules, 5) && own.length > 0)) return own;
  const either = counting.filter(({ commitmentId }) => commitmentId === of || commitmentId === other);
  const isLater = (one: T, than: T) => one.seq > than.seq || (one.seq === than.seq && one.commitmentId === null);
  return either.filter(
    (one) =>
      !either.some(
        (twin) => twin !== one && twin.figure === one.figure && twin.date === one.date && isLater(twin, one),
      ),
  );
}

/** The last of what was said, of one day the first. */
export const lastSaid = <T extends Pick<ReportedFigure, 'date'>>(said: readonly T[]): T | undefined =>
  said.reduce<T | undefined>((last, one) => (last !== undefined && last.date >= one.date ? last : one), undefined);

export const reportedNavFormula = defineFormula({
  id: 'performance.reportedNav',
  text: 'NAV = what was reported + cash since that day: paid in more, received less',
  inputs: { reported: 'money', cashSince: 'money' },
  result: 'money',
  source: 'calculations 7',
});

/** A net asset value at a quarter end. */
export interface NavAt {
  readonly amount: Decimal;
  /** What of it is cash since the day that it was reported for. */
  readonly cashSince: Decimal;
  /** ROLLED_FORWARD: the day that it was reported for, when cash since then was added to it. */
  readonly rolledForwardFrom: CalendarDate | null;
}
export type KnownNav = Result<NavAt, Failure>;

export interface VehicleNavs {
  readonly commitments: ReadonlyMap<string, KnownNav>;
  readonly vehicle: KnownNav;
  /** Of some of the commitments together. */
  readonly of: (ids: readonly string[]) => KnownNav;
}

/** How `capitalFigures` takes it. */
export const measuredAs = (nav: KnownNav) => ({
  nav: nav.map(({ amount }) => amount),
  rolledForwardFrom: nav.isOk() ? nav.value.rolledForwardFrom : null,
});

/** As the ledger has them. */
export function ledgerNavs(accounts: ReadonlyMap<string, Capital>): VehicleNavs {
  const commitments = new Map([...accounts].map(([id, account]) => [id, known(navOf(account))]));
  const of = (ids: readonly string[]) => sumOfNavs(ids.map((id) => commitments.get(id)!));
  return { commitments, vehicle: of([...accounts.keys()]), of };
}

/**
 * As they were reported, each rolled forward from its day by the cash since.
 *
 *     NAV = reported + paid in since - received since
 *
 * What is said of the vehicle is that of its only commitment too, and the other way round, the last of either; what is said of every commitment, that of the vehicle.
 *
 * Source: performance section 5; docs/calculations/period-return.md.
 * Fails:  NAV_MISSING.
 */
export function reportedNavs(
  all: readonly ReportedFigure[],
  accounts: ReadonlyMap<string, Capital>,
  end: CalendarDate,
  rules?: number,
): VehicleNavs {
  const counting = reportedUntil(all, end).filter(({ figure }) => figure === 'nav');
  const having = [...accounts].filter(([, account]) => hasCapital(account)).map(([id]) => id);
  const only = having.length === 1 ? having[0] : undefined;
  const rolled = (of: string | null, flows: Capital['flows']): KnownNav | undefined => {
    const own = saidOf(counting, of, only, rules);
    const last = lastSaid(own);
    if (last === undefined) return undefined;
    const values = own.map(({ date, value }) => ({ day: dayNumber(date), cents: moneyToCents(value) }));
    return navOnDay('REPORTED', values, centFlows(flows), dayNumber(end)).map(({ cents, rolledForwardFrom }) => ({
      amount: centsToMoney(cents),
      cashSince: centsToMoney(cents).minus(last.value),
      rolledForwardFrom: rolledForwardFrom === undefined ? null : fromDayNumber(rolledForwardFrom),
    }));
  };
  const missing: KnownNav = err(fail('NAV_MISSING', ['nav'], `No net asset value was reported for ${end}.`));
  const ofVehicle = rolled(
    null,
    [...accounts.values()].flatMap(({ flows }) => flows),
  );
  const commitments = new Map(
    [...accounts].map(([id, account]) => [
      id,
      rolled(id, account.flows) ?? (hasCapital(account) ? missing : known(zero)),
    ]),
  );
  const sum = (ids: readonly string[]) => sumOfNavs(ids.map((id) => commitments.get(id)!));
  const vehicle = ofVehicle ?? (having.length === 0 ? missing : sum(having));
  const isAll = (ids: readonly string[]) => having.every((id) => ids.includes(id));
  return { commitments, vehicle, of: (ids) => (isAll(ids) ? vehicle : sum(ids)) };
}

const known = (amount: Decimal): KnownNav => ok({ amount, cashSince: zero, rolledForwardFrom: null });

/** Together; rolled forward from the first day of those that are. */
export function sumOfNavs(navs: readonly KnownNav[]): KnownNav {
  return Result.combine([...navs]).map((all) =>
    all.reduce<NavAt>(
      (sum, { amount, cashSince, rolledForwardFrom }) => ({
        amount: sum.amount.plus(amount),
        cashSince: sum.cashSince.plus(cashSince),
        rolledForwardFrom: earlier(sum.rolledForwardFrom, rolledForwardFrom),
      }),
      { amount: zero, cashSince: zero, rolledForwardFrom: null },
    ),
  );
}

const earlier = (one: CalendarDate | null, other: CalendarDate | null): CalendarDate | null =>
  one === null || (other !== null && other < one) ? other : one;
