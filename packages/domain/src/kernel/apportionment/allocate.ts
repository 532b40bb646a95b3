import {
  type Decimal,
  decimal,
  defineFormula,
  type Doubles,
  doubles,
  err,
  type Failures,
  fail,
  fromSmallUnits,
  fromUnits,
  ok,
  type Recorder,
  required,
  type Result,
  toSmallUnits,
  toUnits,
  zip,
} from '../index.ts';
import { allocateCents, MAX_DOUBLE_SPLIT, splitSmall } from './largestRemainder.ts';

/** Below this limit, a decimal can be created from the double of its units (see `fromSmallUnits`). */
const MAX_SMALL_UNITS = 10 ** 15;

const allocateFormula = defineFormula({
  id: 'allocation.allocate',
  text: 'part = floor(total x weight / sum of weights) + one unit for the largest remainders until the parts add up',
  inputs: { total: 'money', weight: 'rate', 'sum of weights': 'rate', position: 'count' },
  result: 'money',
  rounding: 'largest remainder; equal remainders to the earlier position',
  source: 'docs/calculations/allocation.md; Balinski & Young, Fair Representation, 1982',
});

/**
 * Splits an amount pro rata to weights without losing or creating a cent.
 *
 *     quota = |total| x weight / sum of weights;  part = floor(quota) + one unit for the k largest remainders
 *
 * Equal remainders go to the earlier position. A negative total is the exact mirror of the positive one.
 *
 * Units:  total and parts in major units with `scale` decimals (2: cents); weights any non-negative measure, of any
 *         fineness.
 * Source: largest-remainder (Hamilton) method, Balinski & Young, Fair Representation, 1982; docs/calculations/allocation.md.
 * Fails:  NO_WEIGHTS, NEGATIVE_WEIGHT (each one), NO_POSITIVE_WEIGHT (with a total that is not zero), MONEY_SCALE.
 */
export function allocate(
  total: Decimal,
  weights: readonly Decimal[],
  scale = 2,
  explain?: Recorder,
): Result<readonly Decimal[], Failures> {
  const failures = [...weightFailures(weights, total), ...amountFailures(total, scale)];
  if (failures.length > 0) return err(failures);
  const parts = weights.every((weight) => weight.isZero())
    ? weights.map(() => decimal(0))
    : split(total, weights, scale);
  if (explain !== undefined) explainParts(explain, total, weights, parts);
  return ok(parts);
}

const isBelowZero = (weight: Decimal) => weight.isNegative() && !weight.isZero();

function weightFailures(weights: readonly Decimal[], total: Decimal): Failures {
  if (weights.length === 0) return [fail('NO_WEIGHTS', ['weights'], 'there are no weights to split by')];
  if (weights.some(isBelowZero))
    return weights.flatMap((weight, i) =>
      isBelowZero(weight) ? [fail('NEGATIVE_WEIGHT', ['weights', i], 'a weight can’t be negative')] : [],
    );
  if (total.isZero() || weights.some((weight) => !weight.isZero())) return [];
  return [fail('NO_POSITIVE_WEIGHT', ['weights'], 'all weights are zero, so no part can take the total')];
}

function amountFailures(total: Decimal, scale: number): Failures {
  if (total.decimalPlaces() <= scale) return [];
  return [fail('MONEY_SCALE', ['total'], `the total has more than ${scale} decimals and can’t be stored exactly`)];
}

function split(total: Decimal, weights: readonly Decimal[], scale: number): readonly Decimal[] {
  const whole = splitInDoubles(total, weights, scale, 0);
  if (whole !== undefined) return inMajorUnits(whole, scale);
  const decimals = weights.reduce((most, weight) => Math.max(most, weight.decimalPlaces()), 0);
  const parts = decimals > 0 ? splitInDoubles(total, weights, scale, decimals) : undefined;
  if (parts !== undefined) return inMajorUnits(parts, scale);
  const units = weights.map((weight) => toUnits(weight, decimals));
  return allocateCents(toUnits(total, scale), units).map((part) => fromUnits(part, scale));
}

function inMajorUnits(parts: Doubles, scale: number): readonly Decimal[] {
  const amounts: Decimal[] = [];
  for (const part of parts) amounts.push(fromSmallUnits(part, scale));
  return amounts;
}

/** Handles the usual case: total and weights fit exact doubles. */
function splitInDoubles(
  total: Decimal,
  weights: readonly Decimal[],
  scale: number,
  decimals: number,
): Doubles | undefined {
  const units = toSmallUnits(total, scale);
  if (units === undefined || Math.abs(units) >= MAX_SMALL_UNITS) return undefined;
  const smallWeights = doubles(weights.length);
  let weightTotal = 0;
  for (let i = 0; i < weights.length; i++) {
    const weight = toSmallUnits(required(weights[i], 'a weight of a split'), decimals);
    if (weight === undefined) return undefined;
    smallWeights[i] = weight;
    weightTotal += weight;
    if (weightTotal > MAX_DOUBLE_SPLIT) return undefined;
  }
  return splitSmall(units, smallWeights, weightTotal);
}

function explainParts(explain: Recorder, total: Decimal, weights: readonly Decimal[], parts: readonly Decimal[]): void {
  const weightTotal = weights.reduce((sum, weight) => sum.plus(weight));
  zip(weights, parts).forEach(([weight, part], i) => {
    const inputs = { total, weight, 'sum of weights': weightTotal, position: i + 1 };
    explain.record(['parts', i], allocateFormula, inputs, part);
  });
}
