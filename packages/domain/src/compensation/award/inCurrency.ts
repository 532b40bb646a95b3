import {
  type CalendarDate,
  type Decimal,
  err,
  type Failure,
  type Failures,
  ok,
  type Recorder,
  type Result,
  calendarYear,
  zero,
} from '../../kernel/index.ts';
import { convertCurrency, type FxRateSearch } from '../../platform/fx/index.ts';
import { salariesOfDays } from '../salary/index.ts';
import { type AwardOfYear, type DatedMoney, firstOfYear, type PayOfPerson, salaryDay } from './yearOfPay.ts';

/**
 * Converts amounts of several currencies to one report currency. Each is converted at the rate of its own date and rounded; then they are added up.
 *
 * Units:  the result is in `to`.
 * Source: docs/calculations/pay-currency.md.
 * Fails:  NO_FX_RATE for each amount without a rate, naming pair and date; FX_RATE_NOT_POSITIVE.
 */
export function payInCurrency(
  amounts: readonly DatedMoney[],
  to: string,
  rates: FxRateSearch['rates'],
  base: string,
  explain?: Recorder,
): Result<{ readonly total: Decimal; readonly parts: readonly Decimal[] }, Failures> {
  const failures: Failure[] = [];
  const parts = amounts.map(({ amount, currency, on }, at): Decimal => {
    if (currency === to) return amount;
    const conversion = { amount, from: currency, to, date: on, rates, base };
    const converted = convertCurrency(conversion, explain?.within(['parts', at]));
    if (converted.isOk()) return converted.value.amount;
    failures.push(...converted.error);
    return zero;
  });
  if (failures.length > 0) return err(failures);
  return ok({ total: parts.reduce((sum, part) => sum.add(part), zero), parts });
}

export interface DatedPay extends Omit<PayOfPerson, 'awards'> {
  readonly awards: readonly (AwardOfYear & DatedMoney)[];
}
/** The parameters of a currency conversion. It uses the rates in force on a date. */
export interface Conversion {
  readonly to: string;
  readonly base: string;
  readonly ratesOf: (day: CalendarDate) => FxRateSearch['rates'];
}
/**
 * Returns the parts of a person's pay that belong to a year. These are the salaries in force in it, as of the date,
 * and its awards, grants and carry.
 */
const partsOfYear = (pay: DatedPay, day: CalendarDate) => {
  const year = calendarYear(day);
  const inYear = ({ on }: DatedMoney) => calendarYear(on) === year;
  const last = salaryDay(year, pay.employment, day);
  return {
    salaries: salariesOfDays(pay.salaries, pay.employment, firstOfYear(year), last).map((salary) => ({
      ...salary,
      amount: salary.paidRate,
      on: day,
    })),
    awards: pay.awards.filter(({ performanceYear, isCanceled }) => performanceYear === year && !isCanceled),
    deferredGrants: pay.deferredGrants.filter(inYear),
    carry: pay.carry.filter(inYear),
  };
};
/** Returns the dates whose rates are needed to convert a year's pay. */
export function conversionDays(pay: DatedPay, to: string, day: CalendarDate): readonly CalendarDate[] {
  const { salaries, awards, deferredGrants, carry } = partsOfYear(pay, day);
  const foreign = [...salaries, ...awards, ...deferredGrants, ...carry].filter(({ currency }) => currency !== to);
  return [...new Set(foreign.map(({ on }) => on))];
}
/**
 * Converts a person's pay for the year of a date to one currency, as input for `yearOfPay`. Salaries are converted at that date, awards at the award
 * date, grants and carry at their own dates. Each amount is rounded.
 *
 * Units:  the result is in `to`.
 * Source: docs/calculations/pay-currency.md.
 * Fails:  NO_FX_RATE for each amount without a rate, naming pair and date; FX_RATE_NOT_POSITIVE.
 */
export function payOfYearIn(
  pay: DatedPay,
  day: CalendarDate,
  { to, base, ratesOf }: Conversion,
): Result<PayOfPerson, Failures> {
  const failures: Failure[] = [];
  const converted = (money: DatedMoney): Decimal =>
    payInCurrency([money], to, ratesOf(money.on), base).match(
      ({ total }) => total,
      (refused) => {
        failures.push(...refused);
        return zero;
      },
    );
  const into = <M extends DatedMoney>(money: M): M => ({ ...money, amount: converted(money), currency: to });
  const parts = partsOfYear(pay, day);
  const answer: PayOfPerson = {
    employment: pay.employment,
    salaries: parts.salaries.map(({ effectiveDate, ...salary }) => ({
      effectiveDate,
      paidRate: converted(salary),
      currency: to,
    })),
    awards: parts.awards.map(into),
    deferredGrants: parts.deferredGrants.map(into),
    carry: parts.carry.map(into),
  };
  return failures.length > 0 ? err(failures) : ok(answer);
}
