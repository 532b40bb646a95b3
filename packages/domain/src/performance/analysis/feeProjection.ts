import {
  type CalendarDate,
  type Decimal,
  err,
  type Failures,
  fail,
  ok,
  type Recorder,
  type Result,
  zero,
} from '../../kernel/index.ts';
import { projection, standingTo } from '../../kernel/measures/index.ts';

/** What the agreement says of the management fee; what is blank after the investment period is as before. */
export interface FeeTerms {
  /** In percent a year. */
  readonly managementFee: Decimal | null;
  readonly feeBasis: 'COMMITMENT' | 'COST' | null;
  readonly laterManagementFee: Decimal | null;
  readonly laterFeeBasis: 'COMMITMENT' | 'COST' | null;
}

/** What the fee stands on in a quarter. */
export interface FeeQuarter {
  /** The end of the quarter before. */
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  /** Of those who pay fees. */
  readonly commitment: Decimal;
  /** Of what is held. */
  readonly cost: Decimal;
}

interface Span {
  readonly start: CalendarDate;
  readonly end: CalendarDate;
  readonly rate: Decimal;
  readonly base: Decimal;
}

/**
 * The management fee that the terms let expect in a period: each stretch of it with one rate and one base is a projection.
 *
 *     projection = days x rate / 36500 x base;  base = the commitment, or the cost of what is held where the terms say so
 *
 * The investment period ends with its last day, from which on the later rate and base count.
 *
 * Units:  money of one currency, each stretch rounded to cents; rates in percent a year.
 * Source: docs/calculations/projection.md.
 * Fails:  NOT_DETERMINED (the fee or its base is not known; it ends on a day that is not known).
 */
export function feeProjection(
  terms: FeeTerms,
  quarters: readonly FeeQuarter[],
  investmentPeriodEnd: CalendarDate | null,
  explain?: Recorder,
): Result<Decimal, Failures> {
  const { managementFee, feeBasis } = terms;
  const isLater = terms.laterManagementFee !== null || terms.laterFeeBasis !== null;
  const missing = (name: string, says: string): Failures => [fail('NOT_DETERMINED', ['terms', name], says)];
  if (managementFee === null) return err(missing('managementFee', 'The management fee is not known.'));
  if (feeBasis === null) return err(missing('feeBasis', 'What the management fee stands on is not known.'));
  if (isLater && investmentPeriodEnd === null) {
    return err(missing('investmentPeriodEnd', 'The end of the investment period is not known.'));
  }
  const spanOf = (quarter: FeeQuarter, start: CalendarDate, end: CalendarDate, isAfter: boolean): Span => {
    const rate = isAfter ? (terms.laterManagementFee ?? managementFee) : managementFee;
    const basis = isAfter ? (terms.laterFeeBasis ?? feeBasis) : feeBasis;
    return { start, end, rate, base: basis === 'COMMITMENT' ? quarter.commitment : quarter.cost };
  };
  const spans = quarters.flatMap((quarter): readonly Span[] => {
    const { from, to } = quarter;
    if (investmentPeriodEnd === null || investmentPeriodEnd >= to) return [spanOf(quarter, from, to, false)];
    if (investmentPeriodEnd <= from) return [spanOf(quarter, from, to, true)];
    return [spanOf(quarter, from, investmentPeriodEnd, false), spanOf(quarter, investmentPeriodEnd, to, true)];
  });
  let sum: Decimal = zero;
  for (const [i, { start, end, rate, base }] of joined(spans).entries()) {
    sum = sum.plus(projection({ start, end, rate, commitment: base }, explain?.within(['spans', i]))._unsafeUnwrap());
  }
  return ok(sum);
}

/** Stretches that follow each other with the same rate and base are one, so that nothing is rounded in between. */
function joined(spans: readonly Span[]): readonly Span[] {
  return spans.reduce<readonly Span[]>((all, span) => {
    const last = all.at(-1);
    if (last === undefined || last.end !== span.start || !last.rate.eq(span.rate) || !last.base.eq(span.base))
      return [...all, span];
    return [...all.slice(0, -1), { ...last, end: span.end }];
  }, []);
}

export interface FeeStanding {
  /** Charged more than expected: above zero. */
  readonly difference: Decimal;
  readonly standing: 'above' | 'below' | 'equal';
}

/** How what was charged stands to what was expected. */
export const feeStanding = (charged: Decimal, projected: Decimal): FeeStanding => ({
  difference: charged.minus(projected),
  standing: standingTo(projected, charged),
});
