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
  type Failures,
  fail,
  isLeapYear,
  type Recorder,
  roundMoney,
  calendarYear,
  zero,
} from '../../kernel/index.ts';

/** A salary's annual rate from a date on, until another rate takes effect. */
export interface SalaryFrom {
  readonly effectiveDate: CalendarDate;
  readonly paidRate: Decimal;
  readonly currency: string;
}
/** An inclusive range of days. Without an end, it is open. */
export interface Span {
  readonly from: CalendarDate;
  readonly to: CalendarDate | null;
}
/** Days of one calendar year at one rate. */
interface EarnedSegment {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly days: number;
  readonly yearDays: number;
  readonly paidRate: Decimal;
  readonly amount: Decimal;
}
interface Earned {
  readonly currency: string;
  readonly amount: Decimal;
  readonly segments: readonly EarnedSegment[];
}
export interface EarnedInSpan {
  /** Separately by currency. */
  readonly earned: readonly Earned[];
  /** The number of employed days without a salary on record. If there are any, the earned amount isn't determined. */
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
const earlier = (first: CalendarDate, other: CalendarDate) => (compareDates(first, other) <= 0 ? first : other);
const later = (first: CalendarDate, other: CalendarDate) => (compareDates(first, other) >= 0 ? first : other);
const day = (year: number, rest: string) => calendarDate(`${String(year).padStart(4, '0')}-${rest}`);
const daysIn = ({ from, to }: { readonly from: CalendarDate; readonly to: CalendarDate }) => daysBetween(from, to) + 1;

/** Returns the part of a span within two dates, both inclusive. */
function within({ from, to }: Span, first: CalendarDate, last: CalendarDate) {
  const part = { from: later(from, first), to: to === null ? last : earlier(to, last) };
  return compareDates(part.from, part.to) <= 0 ? part : undefined;
}

/** Merges spans that share a day, so that each day counts once. */
function daysOnce(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => compareDates(a.from, b.from))) {
    const before = merged.at(-1);
    const isShared = before && (before.to === null || compareDates(span.from, before.to) <= 0);
    if (!isShared) merged.push(span);
    else merged.splice(-1, 1, { from: before.from, to: before.to && span.to && later(before.to, span.to) });
  }
  return merged;
}

/** Returns the number of employed days between two dates, both inclusive. */
export const employedDays = (employment: readonly Span[], first: CalendarDate, last: CalendarDate): number =>
  daysOnce(employment).reduce((sum, span) => {
    const part = within(span, first, last);
    return part ? sum + daysIn(part) : sum;
  }, 0);

/** Returns true if an employment ended before a day, and the person isn't employed on any day from then through the last one. */
export const isEmploymentOver = (
  employment: readonly Span[],
  first: CalendarDate,
  last: CalendarDate = first,
): boolean =>
  employment.some(({ to }) => to !== null && compareDates(to, first) < 0) &&
  employedDays(employment, first, last) === 0;

/** Warns of pay that starts or is granted after the last day of employment. Fails: WARNINGS_NOT_CONFIRMED. */
export const afterLeavingFailures = (
  employment: readonly Span[],
  { day, field, noun }: { readonly day: CalendarDate; readonly field: string; readonly noun: string },
): Failures =>
  isEmploymentOver(employment, day)
    ? [
        fail(
          'WARNINGS_NOT_CONFIRMED',
          [field],
          `The ${noun} is dated after the last day of employment. Check the date, or confirm it to save the ${noun}.`,
        ),
      ]
    : [];

/** Returns the salary in force on a date: the latest that is effective by then. */
export const salaryOn = <S extends Pick<SalaryFrom, 'effectiveDate'>>(
  salaries: readonly S[],
  on: CalendarDate,
): S | undefined =>
  salaries
    .filter(({ effectiveDate }) => compareDates(effectiveDate, on) <= 0)
    .toSorted((a, b) => compareDates(a.effectiveDate, b.effectiveDate))
    .at(-1);

/** Returns each salary with the employed days on which it is in force, between two inclusive dates, split by employment span. */
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

/** Returns the salaries in force on any employed day between two inclusive dates. No other salary affects figures for these days. */
export const salariesOfDays = <S extends Pick<SalaryFrom, 'effectiveDate'>>(
  salaries: readonly S[],
  employment: readonly Span[],
  first: CalendarDate,
  last: CalendarDate,
): readonly S[] => [...new Set(workedAt(salaries, employment, first, last).map(({ salary }) => salary))];

/** A common multiple of the two year lengths. Multiplying by it avoids repeating decimals when dividing by days of the year. */
const SHARED = 365 * 366;

/**
 * Computes the salary earned in a span of days.
 *
 *     earned = round(sum of paid rate x employed days / days of that calendar year);  its segments by largest remainder
 *
 * Both ends count, including the day of a termination. A day in two spans counts once. Currencies are added up separately. A full year without a
 * change earns the rate.
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
  const coveredDays = parts.reduce((sum, { days }) => sum + days, 0);
  const currencies = [...new Set(parts.map(({ currency }) => currency))].toSorted();
  const earned = currencies.map((currency, at): Earned => {
    const own = parts.filter((part) => part.currency === currency).toSorted((a, b) => compareDates(a.from, b.from));
    const weights = own.map(({ paidRate, days, yearDays }) => paidRate.mul(days).mul(SHARED / yearDays));
    const amount = roundMoney(weights.reduce((sum, weight) => sum.add(weight), zero).div(SHARED));
    // With a total of zero, every segment is zero.
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
  return { earned, daysWithoutSalary: employedDays(employment, first, last) - coveredDays };
}

/** Splits a span into calendar years. */
function byYear({ from, to }: { readonly from: CalendarDate; readonly to: CalendarDate }) {
  const years = Array.from({ length: calendarYear(to) - calendarYear(from) + 1 }, (_, at) => calendarYear(from) + at);
  return years.map((year) => {
    const part = { from: later(from, day(year, '01-01')), to: earlier(to, day(year, '12-31')) };
    return { ...part, days: daysIn(part), yearDays: daysOfYear(year) };
  });
}
