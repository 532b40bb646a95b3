import { Decimal } from './decimal.ts';
import { required } from './required.ts';

// decimal.js stores a number as words of 7 digits. Reading them directly is exact and about ten times faster than through text.
const WORD = 10_000_000;
const WORD_DIGITS = 7;
const MAX_EXACT_LIMBS = 4;
// Use a table, because an engine's power function need not be exact.
const POWERS_OF_TEN = Array.from({ length: 16 }, (_, power) => Number(`1e${power}`));
const MAX_EXACT_TEXT = 10n ** 15n;

/**
 * Converts an amount to whole cents, for exact integer arithmetic.
 *
 * Throws if the amount is finer than a cent. Callers must round it deliberately first.
 */
export function toCents(amount: Decimal): bigint {
  return toUnits(amount, 2);
}

export function fromCents(cents: bigint): Decimal {
  return fromUnits(cents, 2);
}

/** Converts a value to whole units of 10^-scale. Throws if it is finer than that. */
export function toUnits(value: Decimal, scale: number): bigint {
  const small = toSmallUnits(value, scale);
  if (small !== undefined) return BigInt(small);
  if (!value.isFinite() || value.decimalPlaces() > scale) {
    throw new RangeError(`${value.toString()} has more than ${scale} decimals`);
  }
  return BigInt(value.toFixed(scale).replace('.', ''));
}

/**
 * Converts a value to whole units as a double if that is certain to be exact (below 2^53) and fast; otherwise undefined.
 *
 * Partial sums only grow, so every one is an exact integer as long as the last is below 2^53.
 */
export function toSmallUnits(value: Decimal, scale: number): number | undefined {
  const limbs = value.d as number[] | null;
  if (limbs === null || limbs.length > MAX_EXACT_LIMBS) return undefined;
  // The power of ten, in units, of the last digit of the first word. Each further word is 7 digits lower.
  let exponent = Math.floor(value.e / WORD_DIGITS) * WORD_DIGITS + scale;
  let units = 0;
  for (const word of limbs) {
    if (exponent >= POWERS_OF_TEN.length || exponent < -WORD_DIGITS) return undefined;
    const power = required(POWERS_OF_TEN[exponent >= 0 ? exponent : -exponent], 'a power of ten');
    const part = exponent >= 0 ? word * power : word / power;
    if (!Number.isInteger(part)) return undefined;
    units += part;
    exponent -= WORD_DIGITS;
  }
  if (units > Number.MAX_SAFE_INTEGER) return undefined;
  return value.s < 0 && units !== 0 ? -units : units;
}

/** Divides whole numbers and rounds half away from zero, exactly for every size. The denominator is positive. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const twice = 2n * denominator;
  return numerator < 0n ? -((denominator - 2n * numerator) / twice) : (2n * numerator + denominator) / twice;
}

/** Reverses `toUnits`. */
export function fromUnits(units: bigint, scale: number): Decimal {
  if (units < MAX_EXACT_TEXT && units > -MAX_EXACT_TEXT) return fromSmallUnits(Number(units), scale);
  return new Decimal(`${units}e-${scale}`);
}

/**
 * Reverses `toUnits` for units below 10^15 in absolute value.
 *
 * Writes the words as decimal.js would have parsed them. Going through text takes four times as long, and a distribution creates a quarter of a
 * million of these.
 */
export function fromSmallUnits(units: number, scale: number): Decimal {
  // Below 10^15 the quotient's shortest decimal form is the exact value.
  if (scale > WORD_DIGITS || units === 0) return new Decimal(units === 0 ? 0 : units / 10 ** scale);
  const size = Math.abs(units);
  const unit = 10 ** scale;
  const integer = Math.floor(size / unit);
  const fraction = (size - integer * unit) * 10 ** (WORD_DIGITS - scale);
  const value = new Decimal(0) as Writable;
  value.s = units < 0 ? -1 : 1;
  value.e = exponentOf(integer, fraction);
  value.d = limbsOf(integer, fraction);
  return value as Decimal;
}

/** The documented internal fields of a decimal.js number. Only this module writes to them. */
type Writable = { -readonly [Name in keyof Decimal]: Decimal[Name] };

/** Creates literal arrays of the right length. A list that grows by pushing takes eight times the memory. */
function limbsOf(integer: number, fraction: number): number[] {
  if (integer < WORD) {
    if (integer === 0) return [fraction];
    return fraction === 0 ? [integer] : [integer, fraction];
  }
  const high = Math.floor(integer / WORD);
  const low = integer - high * WORD;
  const limbs = high < WORD ? [high, low, fraction] : [Math.floor(high / WORD), high % WORD, low, fraction];
  while (limbs[limbs.length - 1] === 0) limbs.pop();
  return limbs;
}

function exponentOf(integer: number, fraction: number): number {
  if (integer === 0) return digits(fraction) - 1 - WORD_DIGITS;
  if (integer < WORD) return digits(integer) - 1;
  const high = Math.floor(integer / WORD);
  return WORD_DIGITS + exponentOf(high, 0);
}

function digits(word: number): number {
  if (word < 1000) return word < 10 ? 1 : word < 100 ? 2 : 3;
  return word < 10_000 ? 4 : word < 100_000 ? 5 : word < 1_000_000 ? 6 : 7;
}
