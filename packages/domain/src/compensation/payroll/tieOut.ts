import {
  addDays,
  type CalendarDate,
  compareDates,
  type Decimal,
  daysBetween,
  decimal,
  defineFormula,
  type Recorder,
  roundMoney,
  zero,
} from '../../kernel/index.ts';
import { employedDays, type SalaryFrom, salaryEarned, salaryOn, type Span } from '../salary/index.ts';

/** A salary that payroll is compared with. */
export interface PayrollSalary extends SalaryFrom {
  readonly isHourly: boolean;
}
export interface PaidAmount {
  readonly currency: string;
  readonly amount: Decimal;
}
/** The reasons why there is no expected amount to compare payroll with. */
export const tieOutReasons = {
  HOURLY: 'Hourly pay depends on hours that are not recorded here.',
  NO_SALARY: 'Some days of employment have no salary.',
} as const;
type TieOutReason = keyof typeof tieOutReasons;

/** The basis of an expected amount: a regular pay period, the days of another one, or why nothing is expected. */
export const tieOutBases = {
  PERIOD: 'Full pay period',
  DAYS: 'Prorated for days employed',
  NOT_EMPLOYED: 'Not employed in this period',
  OTHER_CURRENCY: 'No salary in this currency',
} as const;
type TieOutBasis = keyof typeof tieOutBases;

/** The salary that payroll paid for a period, compared with the salary on record. */
export interface TieOut {
  readonly currency: string;
  /** Null if not determined; the reason says why. */
  readonly expected: Decimal | null;
  readonly paid: Decimal;
  /** Paid minus expected. */
  readonly difference: Decimal | null;
  readonly reason: TieOutReason | null;
  readonly basis: TieOutBasis;
}

const fullFormula = defineFormula({
  id: 'compensation.payrollPeriod',
  text: 'expected = paid rate / periods of the year',
  inputs: { 'paid rate': 'money', periods: 'count' },
  result: 'money',
  rounding: 'half away from zero, to cents',
  source: 'docs/calculations/payroll-tie-out.md',
});

const [WEEK, TWO_WEEKS] = [7, 14];
const partsOf = (day: CalendarDate) => ({ month: day.slice(0, 7), day: Number(day.slice(8)), rest: day.slice(5) });
const endsMonth = (day: CalendarDate) => partsOf(addDays(day, 1)).day === 1;

/** Returns how many periods of this kind a year has; undefined for an irregular period. */
export function periodsAYear(first: CalendarDate, last: CalendarDate): number | undefined {
  const [from, to] = [partsOf(first), partsOf(last)];
  if (from.rest === '01-01' && to.rest === '12-31' && first.slice(0, 4) === last.slice(0, 4)) return 1;
  if (from.month === to.month) {
    if (from.day === 1 && endsMonth(last)) return 12;
    if ((from.day === 1 && to.day === 15) || (from.day === 16 && endsMonth(last))) return 24;
  }
  const days = daysBetween(first, last) + 1;
  if (days === TWO_WEEKS) return 26;
  return days === WEEK ? 52 : undefined;
}

/**
 * Compares the salary that payroll paid for a period with the salary on record, separately by currency.
 *
 *     expected = paid rate / periods of the year, for a regular period with constant employment and rate;  else the salary earned in its days
 *
 * For hourly pay, or if an employed day has no salary on record, the expected amount isn't determined.
 *
 * Units:  amounts in the currency of their salary; `paid` is of the pay types that are salary.
 * Source: docs/calculations/payroll-tie-out.md.
 */
export function tieOut(
  salaries: readonly PayrollSalary[],
  employment: readonly Span[],
  paid: readonly PaidAmount[],
  first: CalendarDate,
  last: CalendarDate,
  explain?: Recorder,
): readonly TieOut[] {
  const days = daysBetween(first, last) + 1;
  const worked = employedDays(employment, first, last);
  const isWhole = worked === days;
  const inForce = salaryOn(salaries, first);
  const changes = salaries.filter(
    ({ effectiveDate }) => compareDates(effectiveDate, first) > 0 && compareDates(effectiveDate, last) <= 0,
  );
  const periods = periodsAYear(first, last);
  const isFull = isWhole && inForce !== undefined && changes.length === 0 && periods !== undefined;
  const { earned, daysWithoutSalary } = salaryEarned(salaries, employment, first, last);
  const isHourly =
    [...(inForce ? [inForce] : []), ...changes].some((payrollSalary) => payrollSalary.isHourly) && earned.length > 0;
  const reason: TieOutReason | null = daysWithoutSalary > 0 ? 'NO_SALARY' : isHourly ? 'HOURLY' : null;
  const currencies = [...new Set([...earned, ...paid].map(({ currency }) => currency))].toSorted();
  return currencies.map((currency, at): TieOut => {
    const amount = paid.reduce(
      (sum, paidAmount) => (paidAmount.currency === currency ? sum.add(paidAmount.amount) : sum),
      zero,
    );
    const ofDays = earned.find((candidate) => candidate.currency === currency)?.amount;
    const ofPeriod = isFull && inForce.currency === currency;
    const expected = reason ? null : ofPeriod ? roundMoney(inForce.paidRate.div(periods)) : (ofDays ?? zero);
    if (ofPeriod && expected)
      explain?.record([at, 'expected'], fullFormula, { 'paid rate': inForce.paidRate, periods }, expected);
    return {
      currency,
      expected,
      paid: amount,
      difference: expected && amount.sub(expected),
      reason,
      basis: ofPeriod ? 'PERIOD' : ofDays ? 'DAYS' : worked === 0 ? 'NOT_EMPLOYED' : 'OTHER_CURRENCY',
    };
  });
}

/** The largest difference that is ignored. Units: money. */
export const usualTolerance: Decimal = decimal('1.00');

/** Returns true if a difference needs an explanation: it exceeds the tolerance in either direction and differs from the one already explained. */
export const needsExplanation = (
  difference: Decimal | null,
  explained: Decimal | null,
  tolerance: Decimal = usualTolerance,
): boolean => difference !== null && difference.abs().gt(tolerance) && !(explained?.eq(difference) ?? false);
