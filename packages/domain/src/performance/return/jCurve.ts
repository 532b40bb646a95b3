import { add, type Whole } from '../../kernel/cents/index.ts';
import {
  addMonths,
  type CalendarDate,
  type Decimal,
  dayNumber,
  defineFormula,
  fromDayNumber,
  hundred,
  monthsBetween,
  type Recorder,
  required,
  roundPercent,
  zip,
} from '../../kernel/index.ts';
import { type CentFlows, nettedCents } from '../../kernel/measures/index.ts';
import { type DatedValue, navOnDay } from './navOnDay.ts';
import { centsToMoney } from './rateOfReturn.ts';

export interface JCurveInput {
  /** Negative paid in, positive received. */
  readonly flows: CentFlows;
  readonly commitment: Decimal;
  /** Known NAVs. A point uses the last one on or before its date, rolled forward with later cash. */
  readonly navs: readonly DatedValue[];
  readonly asOf: CalendarDate;
}

export interface JCurvePoint {
  readonly date: CalendarDate;
  /** All cash through the end of that day. */
  readonly cumulative: Decimal;
  /** Percentage of the commitment; null without one. */
  readonly percent: Decimal | null;
}

interface ValuedPoint extends JCurvePoint {
  /** Null if no NAV is known by then. */
  readonly withNav: Decimal | null;
  readonly percentWithNav: Decimal | null;
}

interface JCurveQuarter extends ValuedPoint {
  /** Quarters since the first flow. */
  readonly age: number;
}

export interface JCurve {
  readonly days: readonly JCurvePoint[];
  readonly quarters: readonly JCurveQuarter[];
  /** The curve by date: each day with cash, each quarter of age and the last day. */
  readonly points: readonly ValuedPoint[];
  /** The lowest point, the first if there are several; null without cash. */
  readonly depth: JCurvePoint | null;
  /** The first day from which the curve stays at zero or above; null if that hasn't happened yet. */
  readonly breakEven: CalendarDate | null;
}

const jCurveFormula = defineFormula({
  id: 'performance.jCurve',
  text: 'cumulative cash = sum of all flows up to the day; percent = cumulative / commitment x 100',
  inputs: { cumulative: 'money', commitment: 'money' },
  result: 'percent',
  rounding: 'half away from zero, to 10 decimals',
  source: 'docs/calculations/j-curve.md',
});

const MONTHS_A_QUARTER = 3;

/**
 * Computes the cumulative cash of an investment by day and by quarter of its age, with and without its remaining value. `points` has both.
 *
 * Units:  one currency; percent of the commitment. The first quarter ends three months after the first flow.
 * Source: docs/calculations/j-curve.md.
 */
export function jCurve({ flows, commitment, navs, asOf }: JCurveInput, explain?: Recorder): JCurve {
  const end = dayNumber(asOf);
  const percentOf = (amount: Decimal) =>
    commitment.isZero() ? null : roundPercent(amount.mul(hundred).div(commitment));
  const pointOf = (date: CalendarDate, cents: Whole): JCurvePoint => {
    const cumulative = centsToMoney(cents);
    return { date, cumulative, percent: percentOf(cumulative) };
  };
  const netted = nettedCents(flows);
  let sum: Whole = 0;
  const sums = zip(Array.from(netted.days), netted.cents)
    .map(([day, cents]) => ({ day, cents: (sum = add(sum, cents)) }))
    .filter(({ day }) => day <= end);
  const days = sums.map(({ day, cents }) => pointOf(fromDayNumber(day), cents));
  const [first] = sums;
  if (first === undefined) return { days, quarters: [], points: [], depth: null, breakEven: null };

  const valuedOn = (day: number): ValuedPoint => {
    const latest = sums.findLast((point) => point.day <= day);
    const cash = required(latest, 'the cash until a day of the curve').cents;
    const nav = navOnDay('REPORTED', navs, netted, day).unwrapOr(null);
    const withNav = nav && centsToMoney(add(cash, nav.cents));
    return { ...pointOf(fromDayNumber(day), cash), withNav, percentWithNav: withNav && percentOf(withNav) };
  };
  const ages = quarterDays(fromDayNumber(first.day), asOf).map(dayNumber);
  const quarters = ages.map((day, age): JCurveQuarter => ({ age, ...valuedOn(day) }));
  const points = [...new Set([...sums.map(({ day }) => day), ...ages, end])].sort((a, b) => a - b).map(valuedOn);
  const [, depth] = zip(sums, days).reduce((lowest, point) => (point[0].cents < lowest[0].cents ? point : lowest));
  explain?.record(['depth'], jCurveFormula, { cumulative: depth.cumulative, commitment }, depth.percent);
  const lastBelow = sums.findLastIndex(({ cents }) => cents < 0);
  return { days, quarters, points, depth, breakEven: days[lastBelow + 1]?.date ?? null };
}

/** Returns every quarter of age from the first flow on. */
function quarterDays(first: CalendarDate, asOf: CalendarDate): readonly CalendarDate[] {
  const quarters = Math.floor(monthsBetween(first, asOf) / MONTHS_A_QUARTER);
  return Array.from({ length: quarters + 1 }, (_, age) => addMonths(first, age * MONTHS_A_QUARTER));
}
