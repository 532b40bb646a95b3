import {
  type CalendarDate,
  type Decimal,
  dayNumber,
  displayedDate,
  err,
  type Failures,
  fail,
  ok,
  type Recorder,
  required,
  type Result,
  roundMoney,
  roundTo,
  zero,
} from '../../kernel/index.ts';
import { projection, versusProjection } from '../../kernel/measures/index.ts';

/** The management fee terms of an agreement. Blank terms after the investment period continue the earlier ones. */
export interface FeeTerms {
  /** In percent per year. */
  readonly managementFee: Decimal | null;
  readonly feeBasis: 'COMMITMENT' | 'COST' | null;
  readonly laterManagementFee: Decimal | null;
  readonly laterFeeBasis: 'COMMITMENT' | 'COST' | null;
  /** The start of the fee for a commitment of a later close: the fund's first close (also if null), or its own close. */
  readonly feeStart: 'FIRST_CLOSE' | 'OWN_CLOSE' | null;
}

/** A change of a commitment that pays fees. */
interface FeeChange {
  readonly date: CalendarDate;
  readonly amount: Decimal;
  /** True for a close or an increase; false for a transfer or a release. */
  readonly isClose: boolean;
}

/** The basis of the fee in a quarter. */
export interface FeeQuarter {
  /** The end of the previous quarter. */
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  /** The fee-paying commitments at the end of the quarter. */
  readonly commitment: Decimal;
  /** The part of them that was booked as changes in the quarter. */
  readonly changes: readonly FeeChange[];
  /** The cost of the holdings. Null if not determined. */
  readonly cost: Decimal | null;
  /** Why the cost isn't determined. */
  readonly costReason?: string;
}

interface Span {
  readonly start: CalendarDate;
  readonly end: CalendarDate;
  readonly rate: Decimal;
  readonly base: Decimal;
}

/** The dates that a fund's fee depends on. */
export interface FeeDates {
  readonly firstClose: CalendarDate;
  readonly investmentPeriodEnd: CalendarDate | null;
}

/**
 * Computes the management fee expected in a period under the terms. Each stretch with one rate and one base is a projection.
 *
 *     projection = days x rate / 36500 x base;  base = the commitment or, if the terms say so, the cost of the holdings
 *
 * A commitment of a later close counts from the first close or from its own, depending on the terms. Its fee for days before the period belongs to
 * the period of its close. The investment period ends with its last day, and the later rate and base apply from that day on.
 *
 * Units:  money of one currency, each stretch rounded to cents; rates in percent a year.
 * Source: docs/calculations/projection.md.
 * Fails:  NOT_DETERMINED (the fee or its base is not known, nor a cost that it is based on; it ends on a day that is not known).
 */
export function feeProjection(
  terms: FeeTerms,
  quarters: readonly FeeQuarter[],
  dates: FeeDates,
  explain?: Recorder,
): Result<Decimal, Failures> {
  return feeSpans(terms, quarters, dates).map((spans) => {
    let sum: Decimal = zero;
    for (const [i, { start, end, rate, base }] of spans.entries()) {
      const within = explain?.within(['spans', i]);
      sum = sum.plus(projection({ start, end, rate, commitment: base }, within)._unsafeUnwrap());
    }
    return sum;
  });
}

/** The inputs of a projection as one: days x rate / 36500 x base. */
export interface FeeAverages {
  /** The days of the period, the first one not counted. */
  readonly days: number;
  /** Null if the base is zero. */
  readonly rate: Decimal | null;
  readonly base: Decimal | null;
}

/**
 * Returns the average rate and base, from which the expected fee of a period can be recomputed. The base includes
 * earlier days whose fee the period has to make up for.
 *
 *     rate = sum of (days x rate x base) / sum of (days x base);  base = sum of (days x base) / days of the period
 *
 * Units:  percent a year, four decimals; money of one currency, in cents.
 * Source: docs/calculations/projection.md.
 * Fails:  as `feeProjection`.
 */
export const feeAverages = (
  terms: FeeTerms,
  quarters: readonly FeeQuarter[],
  dates: FeeDates,
): Result<FeeAverages, Failures> =>
  feeSpans(terms, quarters, dates).map((spans) => {
    let weighted: Decimal = zero;
    let weight: Decimal = zero;
    for (const { start, end, rate, base } of spans) {
      const baseDays = base.mul(dayNumber(end) - dayNumber(start));
      weighted = weighted.plus(baseDays.mul(rate));
      weight = weight.plus(baseDays);
    }
    const [first, last] = [quarters[0], quarters.at(-1)];
    const days = first === undefined || last === undefined ? 0 : dayNumber(last.to) - dayNumber(first.from);
    return {
      days,
      rate: weight.isZero() ? null : roundTo(weighted.div(weight), 4),
      base: days === 0 ? null : roundMoney(weight.div(days)),
    };
  });

/** Returns the stretches with one rate and one base. */
function feeSpans(
  terms: FeeTerms,
  quarters: readonly FeeQuarter[],
  { firstClose, investmentPeriodEnd }: FeeDates,
): Result<readonly Span[], Failures> {
  const { managementFee, feeBasis } = terms;
  const isLater = terms.laterManagementFee !== null || terms.laterFeeBasis !== null;
  const missing = (name: string, message: string): Failures => [fail('NOT_DETERMINED', ['terms', name], message)];
  if (managementFee === null) return err(missing('managementFee', 'The management fee is missing.'));
  if (feeBasis === null) return err(missing('feeBasis', 'The base of the management fee is missing.'));
  if (isLater && investmentPeriodEnd === null) {
    return err(missing('investmentPeriodEnd', 'The end of the investment period is missing.'));
  }
  /** Splits a range of dates wherever the rate or the base may change. */
  const spansOf = (
    from: CalendarDate,
    to: CalendarDate,
    cuts: readonly CalendarDate[],
    baseOn: (day: CalendarDate) => Readonly<Record<'COMMITMENT' | 'COST', Decimal | null>>,
  ): readonly (Omit<Span, 'base'> & { readonly base: Decimal | null })[] => {
    const within = [...cuts, ...(investmentPeriodEnd === null ? [] : [investmentPeriodEnd])];
    const days = [...new Set([from, ...within.filter((day) => day > from && day < to), to])].sort();
    return days.slice(1).map((end, i) => {
      const start = required(days[i], 'the start of a span');
      const isAfter = investmentPeriodEnd !== null && start >= investmentPeriodEnd;
      const rate = isAfter ? (terms.laterManagementFee ?? managementFee) : managementFee;
      return { start, end, rate, base: baseOn(start)[isAfter ? (terms.laterFeeBasis ?? feeBasis) : feeBasis] };
    });
  };
  const changes = changesOf(quarters, terms.feeStart === 'OWN_CLOSE' ? null : firstClose);
  const committed = (day: CalendarDate) => sumOf(changes.filter(({ date }) => date <= day));
  const start = quarters[0]?.from ?? firstClose;
  const charged = quarters.map((quarter) => ({
    quarter,
    spans: spansOf(
      quarter.from,
      quarter.to,
      changes.map(({ date }) => date),
      (day) => ({ COMMITMENT: committed(day), COST: quarter.cost }),
    ),
  }));
  const withoutCost = charged.find(({ spans }) => !spans.every(hasBase))?.quarter;
  if (withoutCost !== undefined) return err([fail('NOT_DETERMINED', ['cost'], costMissing(withoutCost))]);
  return ok([
    ...joined(charged.flatMap(({ spans }) => spans.filter(hasBase))),
    ...changes
      .filter(({ date }) => date < start)
      .flatMap(({ date, amount }) => spansOf(date, start, [], () => ({ COMMITMENT: amount, COST: zero })))
      .filter(hasBase),
  ]);
}

const hasBase = (span: Omit<Span, 'base'> & { readonly base: Decimal | null }): span is Span => span.base !== null;

const costMissing = ({ to, costReason }: FeeQuarter): string =>
  [`The cost of the holdings on ${displayedDate(to)} isn’t determined.`, ...(costReason ? [costReason] : [])].join(' ');

const sumOf = (changes: readonly { readonly amount: Decimal }[]): Decimal =>
  changes.reduce<Decimal>((sum, { amount }) => sum.plus(amount), zero);

/**
 * Returns the changes of the commitment, each with the date from which it counts. An investor who starts or stops paying under new terms does so for
 * the whole quarter.
 */
function changesOf(
  quarters: readonly FeeQuarter[],
  firstClose: CalendarDate | null,
): readonly Omit<FeeChange, 'isClose'>[] {
  return quarters.flatMap(({ from, commitment, changes }, i) => [
    { date: from, amount: commitment.minus(sumOf(changes)).minus(quarters[i - 1]?.commitment ?? zero) },
    ...changes.map(({ date, amount, isClose }) => ({
      date: isClose && firstClose !== null ? firstClose : date,
      amount,
    })),
  ]);
}

/** Joins consecutive stretches with the same rate and base, so that nothing is rounded in between. */
function joined(spans: readonly Span[]): readonly Span[] {
  return spans.reduce<readonly Span[]>((all, span) => {
    const last = all.at(-1);
    if (last === undefined || last.end !== span.start || !last.rate.eq(span.rate) || !last.base.eq(span.base))
      return [...all, span];
    return [...all.slice(0, -1), { ...last, end: span.end }];
  }, []);
}

export interface FeeDifference {
  /** Positive if more was charged than expected. */
  readonly difference: Decimal;
  readonly standing: 'above' | 'below' | 'equal';
}

/** Compares the charged fee with the expected one. */
export const feeDifference = (charged: Decimal, projected: Decimal): FeeDifference => ({
  difference: charged.minus(projected),
  standing: versusProjection(projected, charged),
});
