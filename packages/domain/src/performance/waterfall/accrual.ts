import {
  calendarYear,
  type CalendarDate,
  dayNumber,
  dayOfMonth,
  Decimal,
  fromDayNumber,
  hundred,
  isLeapYear,
  monthNumber,
  unit,
} from '../../kernel/index.ts';
import { type FixedPoint, fixedFromRatio, fixedUnit, fixedPower, fixedProduct } from './fixedPoint.ts';
import type { Compounding, DayCount } from './terms.ts';

/** Days of a period, by the length of the year that they are part of. */
type Parts = readonly (readonly [days: number, yearDays: number])[];

const FIRST_MONTH_DAY = '-01-01';

/**
 * Counts the days between two dates, and the days of a year that they relate to.
 *
 * Source: ISDA Definitions 2006, 4.16: (b) ACT/ACT, (d) ACT/365 fixed, (e) ACT/360, (f) 30/360.
 */
function daysByYear(dayCount: DayCount, from: number, to: number): Parts {
  switch (dayCount) {
    case 'ACT/365':
      return [[to - from, 365]];
    case 'ACT/360':
      return [[to - from, 360]];
    case '30/360':
      return [[days30(fromDayNumber(from), fromDayNumber(to)), 360]];
    case 'ACT/ACT':
      return actualParts(from, to);
  }
}

function days30(from: CalendarDate, to: CalendarDate): number {
  const first = Math.min(dayOfMonth(from), 30);
  const last = dayOfMonth(to) === 31 && first === 30 ? 30 : dayOfMonth(to);
  return (calendarYear(to) - calendarYear(from)) * 360 + (monthNumber(to) - monthNumber(from)) * 30 + last - first;
}

function actualParts(from: number, to: number): Parts {
  const parts: [number, number][] = [];
  for (let start = from; start < to; ) {
    const year = calendarYear(fromDayNumber(start));
    const end = Math.min(to, dayNumber(`${String(year + 1).padStart(4, '0')}${FIRST_MONTH_DAY}` as CalendarDate));
    parts.push([end - start, isLeapYear(year) ? 366 : 365]);
    start = end;
  }
  return parts;
}

const PERIODS: Readonly<Record<Exclude<Compounding, 'SIMPLE' | 'DAILY'>, number>> = {
  ANNUAL: 1,
  QUARTERLY: 4,
  MONTHLY: 12,
};

/** The preferred return of a period, per unit of its base. */
export interface Accrual {
  readonly isSimple: boolean;
  /** Returns what one unit earns from a day to a later one. */
  between(from: number, to: number): FixedPoint;
}

/** A rate in percent a year, in force from a day on. The first one is in force from the start. */
export interface RatePeriod {
  readonly from: number;
  readonly rate: Decimal;
}

/**
 * Creates the accrual of a preferred return.
 *
 *     simple:     rate x days / days a year
 *     compounded: (1 + rate / m) ^ (m x days / days a year) - 1, with m = 1, 4, 12 or the days of the year
 *
 * Units:  rates in percent a year; days as day numbers.
 * Source: ILPA Principles 3.0, 2019, pages 10, 11; docs/calculations/waterfall.md.
 */
export function createAccrual(compounding: Compounding, dayCount: DayCount, rates: readonly RatePeriod[]): Accrual {
  const isSimple = compounding === 'SIMPLE';
  const factors = new Map<string, FixedPoint>();
  const dayFactor = (rate: Decimal, yearDays: number) => {
    const key = `${rate.toString()} ${yearDays}`;
    const found = factors.get(key) ?? fixedFromRatio(factorOfDay(compounding, rate, yearDays));
    factors.set(key, found);
    return found;
  };
  const growth = (rate: Decimal, from: number, to: number) =>
    daysByYear(dayCount, from, to).reduce(
      (total, [days, yearDays]) =>
        isSimple
          ? total + dayFactor(rate, yearDays) * BigInt(days)
          : fixedProduct(total, fixedPower(dayFactor(rate, yearDays), days)),
      isSimple ? 0n : fixedUnit,
    );
  const earned = new Map<number, FixedPoint>();
  return {
    isSimple,
    between(from, to) {
      const key = from * 4_194_304 + to;
      const found = earned.get(key) ?? earnedByPeriods(rates, from, to, isSimple, growth);
      earned.set(key, found);
      return found;
    },
  };
}

function earnedByPeriods(
  rates: readonly RatePeriod[],
  from: number,
  to: number,
  isSimple: boolean,
  growth: (rate: Decimal, from: number, to: number) => FixedPoint,
): FixedPoint {
  let total = isSimple ? 0n : fixedUnit;
  rates.forEach(({ rate, from: begins }, i) => {
    const start = i === 0 ? from : Math.max(from, begins);
    const end = Math.min(to, rates[i + 1]?.from ?? to);
    if (end <= start) return;
    const part = growth(rate, start, end);
    total = isSimple ? total + part : fixedProduct(total, part);
  });
  return isSimple ? total : total - fixedUnit;
}

function factorOfDay(compounding: Compounding, rate: Decimal, yearDays: number): Decimal {
  const yearly = rate.div(hundred);
  if (compounding === 'SIMPLE') return yearly.div(yearDays);
  if (compounding === 'DAILY') return unit.plus(yearly.div(yearDays));
  const periods = PERIODS[compounding];
  return unit.plus(yearly.div(periods)).pow(new Decimal(periods).div(yearDays));
}
