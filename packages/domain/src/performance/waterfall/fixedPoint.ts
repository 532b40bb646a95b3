import { Decimal, fromCents } from '../../kernel/index.ts';

/**
 * Exact cents with 128 fractional bits, as whole numbers. A history of a fund has hundreds of thousands of accruals, for which decimals are too slow.
 *
 * An accrual loses at most 2^-128 of its factor. So a balance of 10 trillion is exact to 10^-12 of a cent after a million accruals.
 */
export type FixedPoint = bigint;

const FRACTION_BITS = 128n;
/** Before rounding to cents, errors are removed by rounding to 2^-40 of a cent. */
const SNAP = FRACTION_BITS - 40n;
const HALF_SNAP = 1n << (SNAP - 1n);
const HALF_CENT = 1n << 39n;

export const fixedUnit: FixedPoint = 1n << FRACTION_BITS;
const scale = new Decimal(fixedUnit.toString());

export const halfCent: FixedPoint = 1n << (FRACTION_BITS - 1n);

export const fixedFromCents = (cents: bigint): FixedPoint => cents << FRACTION_BITS;

export const fixedFromMoney = (amount: Decimal): FixedPoint => fixedFromRatio(amount.times(100));

export const fixedFromRatio = (ratio: Decimal): FixedPoint => BigInt(ratio.times(scale).toFixed(0));

export const fixedProduct = (a: FixedPoint, b: FixedPoint): FixedPoint => (a * b) >> FRACTION_BITS;

/** Returns a to the power of a whole number. */
export function fixedPower(base: FixedPoint, exponent: number): FixedPoint {
  let power = fixedUnit;
  let square = base;
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = fixedProduct(power, square);
    square = fixedProduct(square, square);
  }
  return power;
}

/** Rounds to cents, halves away from zero. */
function fixedToCents(value: FixedPoint): bigint {
  const size = value < 0n ? -value : value;
  const cents = (((size + HALF_SNAP) >> SNAP) + HALF_CENT) >> 40n;
  return value < 0n ? -cents : cents;
}

export const fixedToMoney = (value: FixedPoint): Decimal => fromCents(fixedToCents(value));

/** Returns the exact amount, for results that are rounded once at the end. */
export function fixedToExact(value: FixedPoint): Decimal {
  const size = value < 0n ? -value : value;
  const snapped = new Decimal(((size + HALF_SNAP) >> SNAP).toString()).div(1_099_511_627_776).div(100);
  return value < 0n ? snapped.negated() : snapped;
}

export const atLeastZero = (value: FixedPoint): FixedPoint => (value < 0n ? 0n : value);
export const fixedMinimum = (a: FixedPoint, b: FixedPoint): FixedPoint => (a < b ? a : b);
