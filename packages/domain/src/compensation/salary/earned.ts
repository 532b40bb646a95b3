import { allocate } from '../../kernel/apportionment/index.ts';
import {
  addDays,
  type CalendarDate,
  calendarDate,
  compareDates,
  type Decimal,
  daysBetween,
  decimal,
  defineFormula,
  isLeapYear,
  type Recorder,
  roundMoney,
  yearOf,
  zero,
} from '../../kernel/index.ts';

/** What is paid a year from a day on, until another rate is. */
export interface SalaryFrom {
  readonly effectiveDate: CalendarDate;
  readonly paidRate: Decimal;
  readonly currency: string;
}
/** Days from the first to the last, both included; without a last one they go on. */
export interface Span {
  readonly from: CalendarDate;
  readonly to: CalendarDate | null;
}
/** Days of one calendar year at one rate. */
export interface EarnedSegment {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly days: number;
  readonly yearDays: number;
  readonly paidRate: Decimal;
  readonly amount: Decimal;
}
export interface Earned {
  readonly currency: string;
  readonly amount: Decimal;
  readonly segments: readonly EarnedSegment[];
}
export interface EarnedInSpan {
  /** Each currency by itself. */
  readonly earned: readonly Earned[];
  /** Days of employment of which no salary is known: with one of them what was earned is not determined. */
  readonly daysWithoutSalary: number;
}

const earnedFormula = defineFormula({
  id: 'compensation.salaryEarned',
  text: 'salary earned = sum of paid rate x employed days / days of the calendar year',
  inputs: { 'paid rate': 'money', days: 'days', 'days of the year': 'days' },
  result: 'money',
  rounding: 'the sum half away from zero, to cents; the segments by largest remainder',
  source: 'docs/calculations/salary.md',
});

export const daysOfYear = (year: number): number => (isLeapYear(year) ? 366 : 365);
const earlier = (one: CalendarDate, other: CalendarDate) => (compareDates(one, other) <= 0 ? one : other);
const later = (one: CalendarDate, other: CalendarDate) => (compareDates(one, other) >= 0 ? one : other);
const day = (year: number, rest: string) => calendarDate(`${String(year).padStart(4, '0')}-${rest}`);
const daysIn = ({ from, to }: { readonly from: CalendarDate; readonly to: CalendarDate }) => daysBetween(from, to) + 1;

/** The part of a span that lies within two days, both included. */
function within({ from, to }: Span, first: CalendarDate, last: CalendarDate) {
  const part = { from: later(from, first), to: to === null ? last : earlier(to, last) };
  return compareDates(part.from, part.to) <= 0 ? part : undefined;
}

/** The same days, each of them once: spans that share a day are one. */
function daysOnce(spans: readonly Span[]): readonly Span[] {
  const apart: Span[] = [];
  for (const span of spans.toSorted((a, b) => compareDates(a.from, b.from))) {
    const before = apart.at(-1);
    const isShared = before && (before.to === null || compareDates(span.from, before.to) <= 0);
    if (!isShared) apart.push(span);
    else apart.splice(-1, 1, { from: before.from, to: before.to && span.to && later(before.to, span.to) });
  }
  return apart;
}

/** How many days of two included ends somebody was employed. */
export const employedDays = (employment: readonly Span[], first: CalendarDate, last: CalendarDate): number =>
  daysOnce(employment).reduce((sum, span) => {
    const part = within(span, first, last);
    return part ? sum + daysIn(part) : sum;
  }, 0);

/** The salary that is in force on a day: the last one that is effective by then. */
export const salaryOn = <S extends Pick<SalaryFrom, 'effectiveDate'>>(
  salaries: readonly S[],
  on: CalendarDate,
): S | undefined =>
  salaries
    .filter(({ effectiveDate }) => compareDates(effectiveDate, on) <= 0)
    .toSorted((a, b) => compareDates(a.effectiveDate, b.effectiveDate))
    .at(-1);

/** Each salary with the employed days of two included ends on which it is in force, span by span of the employment. */
function workedAt<S extends Pick<SalaryFrom, 'effectiveDate'>>(
  salaries: readonly S[],
  employment: readonly Span[],
  first: CalendarDate,
  last: CalendarDate,
) {
  const inOrder = salaries.toSorted((a, b) => compareDates(a.effectiveDate, b.effectiveDate));
  const employed = daysOnce(employment);
  return inOrder.flatMap((salary, at) => {
    const next = inOrder[at + 1];
    const span = { from: salary.effectiveDate, to: next ? addDays(next.effectiveDate, -1) : null };
    return employed.flatMap(({ from, to }) => {
      const worked = within(span, later(from, first), to === null ? last : earlier(to, last));
      return worked ? [{ salary, worked }] : [];
    });
  });
}

/** The salaries that are in force on some employed day of two included ends: no other one is part of a figure of these days. */
export const salariesOfDays = <S extends Pick<SalaryFrom, 'effectiveDate'>>(
  salaries: readonly S[],
  employment: readonly Span[],
  first: CalendarDate,
  last: CalendarDate,
): readonly S[] => [...new Set(workedAt(salaries, employment, first, last).map(({ salary }) => salary))];

/** Whole numbers in place of the quotients by the days of a year, which have no end: every year has one of two lengths. */
const SHARED = 365 * 366;

/**
 * The salary that is earned in a span of days.
 *
 *     earned = round(sum of paid rate x employed days / days of that calendar year);  its segments by largest remainder
 *
 * Both ends count, the day of a termination too; a day of two spans counts once. Each currency is added up by itself. A full year without a change earns the rate.
 *
 * Units:  amounts in the currency of their salary; whole days.
 * Source: docs/calculations/salary.md.
 */
export function salaryEarned(
  salaries: readonly SalaryFrom[],
  employment: readonly Span[],
  first: CalendarDate,
  last: CalendarDate,
  explain?: Recorder,
): EarnedInSpan {
  const parts = workedAt(salaries, employment, first, last).flatMap(({ salary: { paidRate, currency }, worked }) =>
    byYear(worked).map((part) => ({ ...part, paidRate, currency })),
  );
  const known = parts.reduce((sum, { days }) => sum + days, 0);
  const currencies = [...new Set(parts.map(({ currency }) => currency))].toSorted();
  const earned = currencies.map((currency, at): Earned => {
    const own = parts.filter((part) => part.currency === currency).toSorted((a, b) => compareDates(a.from, b.from));
    const weights = own.map(({ paidRate, days, yearDays }) => paidRate.mul(days).mul(SHARED / yearDays));
    const amount = roundMoney(weights.reduce((sum, weight) => sum.add(weight), zero).div(SHARED));
    // Who is paid nothing earns nothing in each of them.
    const amounts = allocate(amount, weights).unwrapOr(weights.map(() => decimal(0)));
    explain?.record(
      ['earned', at, 'amount'],
      earnedFormula,
      {
        'paid rate': own.map(({ paidRate }) => paidRate),
        days: own.map(({ days }) => days),
        'days of the year': own.map(({ yearDays }) => yearDays),
      },
      amount,
    );
    return {
      currency,
      amount,
      segments: own.map(({ from, to, days, yearDays, paidRate }, segment) => ({
        from,
        to,
        days,
        yearDays,
        paidRate,
        amount: amounts[segment] ?? zero,
      })),
    };
  });
  return { earned, daysWithoutSalary: employedDays(employment, first, last) - known };
}

/** The days of a span, calendar year by calendar year. */
function byYear({ from, to }: { readonly from: CalendarDate; readonly to: CalendarDate }) {
  const years = Array.from({ length: yearOf(to) - yearOf(from) + 1 }, (_, at) => yearOf(from) + at);
  return years.map((year) => {
    const part = { from: later(from, day(year, '01-01')), to: earlier(to, day(year, '12-31')) };
    return { ...part, days: daysIn(part), yearDays: daysOfYear(year) };
  });
}
