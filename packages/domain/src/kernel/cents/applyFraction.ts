import { type Decimal, decimal, toUnits } from '../index.ts';
import { type Whole, toWhole } from './wholeNumber.ts';

/** A percentage as a fraction of whole numbers: 12.5% is 125 / 1000. Both are exact doubles for 0 to 100% with 10 decimals. */
export interface Fraction {
  readonly numerator: number;
  /** A power of ten. */
  readonly denominator: number;
}

/** Decimals of a stored percentage. This module doesn't accept finer ones. */
export const PERCENT_SCALE = 10;

export function toFraction(percent: Decimal): Fraction {
  const decimals = percent.decimalPlaces();
  return { numerator: Number(toUnits(percent, decimals)), denominator: 10 ** (decimals + 2) };
}

/** Converts units of the tenth decimal, the form used as weights in a split, to a percentage. */
export function percentOfUnits(units: number): Decimal {
  return decimal(units).div(10 ** PERCENT_SCALE);
}

/**
 * A part of an amount in cents, rounded to the cent, halves away from zero. Exact for every size.
 *
 *     part = round(amount x numerator / denominator)
 *
 * Units:  whole cents in and out; the fraction between 0 and 1, or a little above.
 * Source: docs/calculations/numbers.md. The second step is a floating-point filter (Shewchuk, 1997). Two roundings of
 *         relative size 2^-53 can only mislead nearer to a half than their bound. There, whole numbers decide.
 */
export function applyFraction(amount: Whole, { numerator, denominator }: Fraction): Whole {
  if (typeof amount === 'bigint') return exactPart(amount, numerator, denominator);
  const size = amount < 0 ? -amount : amount;
  const product = size * numerator;
  let part: number;
  if (product <= Number.MAX_SAFE_INTEGER) {
    const floor = Math.floor(product / denominator);
    part = 2 * (product - floor * denominator) >= denominator ? floor + 1 : floor;
  } else {
    const quotient = product / denominator;
    const floor = Math.floor(quotient);
    const beyondHalf = quotient - floor - 0.5;
    if ((beyondHalf < 0 ? -beyondHalf : beyondHalf) <= quotient * 2 ** -51) {
      return exactPart(BigInt(amount), numerator, denominator);
    }
    part = beyondHalf > 0 ? floor + 1 : floor;
  }
  return amount < 0 && part !== 0 ? -part : part;
}

function exactPart(amount: bigint, numerator: number, denominator: number): Whole {
  const divisor = BigInt(denominator);
  const size = (amount < 0n ? -amount : amount) * BigInt(numerator);
  const part = (2n * size + divisor) / (2n * divisor);
  return toWhole(amount < 0n ? -part : part);
}
