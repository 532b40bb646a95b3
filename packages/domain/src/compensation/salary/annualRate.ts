import {
  type CalendarDate,
  compareDates,
  type Decimal,
  decimal,
  defineFormula,
  err,
  type Failures,
  fail,
  figure,
  ok,
  type Recorder,
  type Result,
  roundMoney,
  displayedDate,
} from '../../kernel/index.ts';
import { payNotVisible, type PayableEmployee, payDayFailures } from '../payDay/index.ts';
import { afterLeavingFailures, type Span } from './salaryEarned.ts';

/** Pay frequencies with their payments per year. An hourly salary also has the hours per week. */
export const payFrequencies = {
  ANNUAL: { title: 'Annual', periods: 1 },
  MONTHLY: { title: 'Monthly', periods: 12 },
  SEMIMONTHLY: { title: 'Semi-monthly', periods: 24 },
  BIWEEKLY: { title: 'Every two weeks', periods: 26 },
  WEEKLY: { title: 'Weekly', periods: 52 },
  HOURLY: { title: 'Hourly', periods: 52 },
} as const;
export type PayFrequency = keyof typeof payFrequencies;

export interface PayRate {
  readonly amount: Decimal;
  readonly frequency: PayFrequency;
  /** For hourly pay only; null for all others. */
  readonly hoursAWeek: Decimal | null;
  /** The percentage of full time worked: 1 to 100. */
  readonly ftePercent: Decimal;
}
export interface AnnualRates {
  /** The rate for full time. */
  readonly annualRate: Decimal;
  /** The rate for the percentage worked. */
  readonly paidRate: Decimal;
}

const annualFormula = defineFormula({
  id: 'compensation.annualRate',
  text: 'annual rate = amount x payments a year (by the hour: x hours a week x 52)',
  inputs: { amount: 'money', hours: 'rate', payments: 'count' },
  result: 'money',
  rounding: 'half away from zero, to cents',
  source: 'docs/calculations/salary.md',
});
const paidFormula = defineFormula({
  id: 'compensation.paidRate',
  text: 'paid rate = annual rate x FTE / 100',
  inputs: { 'annual rate': 'money', FTE: 'percent' },
  result: 'money',
  rounding: 'half away from zero, to cents',
  source: 'docs/calculations/salary.md',
});

const longestWeek = 168;
/** The lowest percentage of full time. A lower one is probably a typo. Units: percent. */
const leastFte = 1;

/** Checks a rate. Fails: FTE_RANGE, HOURS_REQUIRED, HOURS_RANGE, NEGATIVE_AMOUNT, MONEY_SCALE. */
function rateFailures({ amount, frequency, hoursAWeek, ftePercent }: PayRate): Failures {
  const failures = [];
  if (amount.isNegative() && !amount.isZero())
    failures.push(fail('NEGATIVE_AMOUNT', ['amount'], 'A salary is not below zero.'));
  if (amount.decimalPlaces() > 2) failures.push(fail('MONEY_SCALE', ['amount'], 'An amount has at most 2 decimals.'));
  if (ftePercent.lt(leastFte) || ftePercent.gt(100))
    failures.push(fail('FTE_RANGE', ['ftePercent'], `FTE must be between ${leastFte}% and 100%.`));
  if (frequency === 'HOURLY' && hoursAWeek === null)
    failures.push(fail('HOURS_REQUIRED', ['hoursAWeek'], 'Enter weekly hours for hourly employees.'));
  if (hoursAWeek !== null && (hoursAWeek.lte(0) || hoursAWeek.gt(longestWeek)))
    failures.push(fail('HOURS_RANGE', ['hoursAWeek'], `Hours a week must be above 0 and at most ${longestWeek}.`));
  return failures;
}

/** Checks a salary. Fails: OWN_PAY, SALARY_BEFORE_HIRE, DATE_TOO_LATE. */
export function salaryFailures(
  effectiveDate: CalendarDate,
  { hireDate, isOwn }: PayableEmployee,
  today: CalendarDate,
): Failures {
  if (isOwn) return [fail('OWN_PAY', ['employee'], 'You can’t edit your own pay.')];
  return hireDate !== null && compareDates(effectiveDate, hireDate) < 0
    ? [
        fail(
          'SALARY_BEFORE_HIRE',
          ['effectiveDate'],
          `The salary can’t begin before the hire on ${displayedDate(hireDate)}.`,
        ),
      ]
    : payDayFailures(effectiveDate, today, ['effectiveDate']);
}

/**
 * Computes the annual rate from the amount of one payment.
 *
 *     annual rate = amount x 1, 12, 24, 26 or 52, by the hour x hours a week x 52;  paid rate = annual rate x FTE / 100
 *
 * Units:  amounts in one currency; FTE in percent.
 * Source: docs/calculations/salary.md.
 * Fails:  those of `rateFailures`.
 */
export function annualRates(rate: PayRate, explain?: Recorder): Result<AnnualRates, Failures> {
  const failures = rateFailures(rate);
  if (failures.length > 0) return err(failures);
  const { amount, frequency, hoursAWeek, ftePercent } = rate;
  const { periods } = payFrequencies[frequency];
  const hours = frequency === 'HOURLY' ? (hoursAWeek ?? decimal(1)) : decimal(1);
  const annualRate = roundMoney(amount.mul(hours).mul(periods));
  const paidRate = roundMoney(annualRate.mul(ftePercent).div(100));
  explain?.record(['annualRate'], annualFormula, { amount, hours, payments: periods }, annualRate);
  explain?.record(
    ['paidRate'],
    paidFormula,
    { 'annual rate': figure(['annualRate'], annualRate), FTE: ftePercent },
    paidRate,
  );
  return ok({ annualRate, paidRate });
}

/**
 * Decides on a salary of an employee, who is undefined if their pay isn't visible. Returns its annual rates.
 *
 * Fails: NOT_FOUND, all of `salaryFailures` and `annualRates`, and WARNINGS_NOT_CONFIRMED (as for an award).
 */
export function decideSalary(
  {
    effectiveDate,
    warningsConfirmed,
    ...rate
  }: PayRate & { readonly effectiveDate: CalendarDate; readonly warningsConfirmed: boolean },
  employee: (PayableEmployee & { readonly employment: readonly Span[] }) | undefined,
  today: CalendarDate,
): Result<AnnualRates, Failures> {
  if (!employee) return err([payNotVisible]);
  const rates = annualRates(rate);
  const failures = [...salaryFailures(effectiveDate, employee, today), ...(rates.isErr() ? rates.error : [])];
  if (failures.length > 0) return err(failures);
  const leaving = { day: effectiveDate, field: 'effectiveDate', noun: 'salary' };
  const unconfirmed = warningsConfirmed ? [] : afterLeavingFailures(employee.employment, leaving);
  return unconfirmed.length > 0 ? err(unconfirmed) : rates;
}
