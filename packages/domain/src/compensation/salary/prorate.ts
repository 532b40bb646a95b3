import {
  calendarDate,
  type Decimal,
  decimal,
  defineFormula,
  type Recorder,
  roundMoney,
  roundPercent,
} from '../../kernel/index.ts';
import { daysOfYear, employedDays, type Span } from './salaryEarned.ts';

export interface ProratedAmount {
  readonly eligibleDays: number;
  readonly yearDays: number;
  /** The fraction of the year, with 10 decimals. */
  readonly factor: Decimal;
  readonly amount: Decimal;
}

const proratedFormula = defineFormula({
  id: 'compensation.prorated',
  text: 'prorated = target x eligible days / days of the performance year',
  inputs: { target: 'money', 'eligible days': 'days', 'days of the year': 'days' },
  result: 'money',
  rounding: 'half away from zero, to cents; the factor to 10 decimals',
  source: 'docs/calculations/prorating.md',
});

/**
 * Prorates a target by the eligible days of a performance year.
 *
 *     factor = eligible days / days of the year;  prorated = round(target x eligible days / days of the year)
 *
 * The amount is computed from the days, so it isn't affected by the rounding of the factor.
 *
 * Units:  amounts in one currency.
 * Source: docs/calculations/prorating.md.
 */
export function prorate(target: Decimal, eligible: readonly Span[], year: number, explain?: Recorder): ProratedAmount {
  const text = String(year).padStart(4, '0');
  const eligibleDays = employedDays(eligible, calendarDate(`${text}-01-01`), calendarDate(`${text}-12-31`));
  const yearDays = daysOfYear(year);
  const amount = roundMoney(target.mul(eligibleDays).div(yearDays));
  explain?.record(
    ['amount'],
    proratedFormula,
    { target, 'eligible days': eligibleDays, 'days of the year': yearDays },
    amount,
  );
  return { eligibleDays, yearDays, factor: roundPercent(decimal(eligibleDays).div(yearDays)), amount };
}
