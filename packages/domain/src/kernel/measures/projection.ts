import {
  type CalendarDate,
  daysBetween,
  type Decimal,
  defineFormula,
  err,
  fail,
  type Failure,
  ok,
  type Recorder,
  type Result,
  roundMoney,
  displayedDate,
} from '@carrara/domain/kernel';

export interface ProjectionInput {
  readonly start: CalendarDate;
  readonly end: CalendarDate;
  /** In percent per year. */
  readonly rate: Decimal;
  readonly commitment: Decimal;
}

const projectionFormula = defineFormula({
  id: 'performance.projection',
  text: 'projection = days x rate / 36500 x commitment',
  inputs: { days: 'days', rate: 'percent', commitment: 'money' },
  result: 'money',
  rounding: 'half away from zero, to cents',
  source: 'docs/calculations/projection.md',
});

/**
 * Computes the expected cost or income of a period at a yearly rate on the commitment.
 *
 *     projection = days x rate / 36500 x commitment
 *
 * Units:  days from start to end, the first not counted; the rate in percent a year; commitment and result in one currency,
 *         the result rounded to cents.
 * Source: docs/calculations/projection.md.
 * Fails:  DATES_REVERSED (the end lies before the start).
 */
export function projection(input: ProjectionInput, explain?: Recorder): Result<Decimal, Failure> {
  const { start, end, rate, commitment } = input;
  const days = daysBetween(start, end);
  if (days < 0) return err(fail('DATES_REVERSED', ['end'], `${displayedDate(end)} is before ${displayedDate(start)}`));
  const projected = roundMoney(rate.mul(days).mul(commitment).div(36_500));
  explain?.record(['projection'], projectionFormula, { days, rate, commitment }, projected);
  return ok(projected);
}

/** Compares a figure with its projection. Above is displayed in red, below in green. */
export function versusProjection(projected: Decimal, actual: Decimal): 'above' | 'below' | 'equal' {
  return actual.gt(projected) ? 'above' : actual.lt(projected) ? 'below' : 'equal';
}
