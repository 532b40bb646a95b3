import { Decimal } from './decimal.ts';

// decimal.js keeps a number as words of 7 digits; reading them directly is exact and some ten times faster than through text.
const WORD = 10_000_000;
const WORD_DIGITS = 7;
const MAX_SMALL_WORDS = 4;
// A table, since an engine's power function need not be exact.
const POWERS_OF_TEN = Array.from({ length: 16 }, (_, power) => Number(`1e${power}`));
const MAX_EXACT_TEXT = 10n ** 15n;

/**
 * An amount in whole cents, for exact integer arithmetic.
 *
 * Throws when the amount is finer than a cent: whoever holds such an amount must round it first, knowingly.
 */
export function toCents(amount: Decimal): bigint {
  return toUnits(amount, 2);
}

export function fromCents(cents: bigint): Decimal {
  return fromUnits(cents, 2);
}

/** A value in whole units of 10^-scale. Throws when it is finer than that. */
export function toUnits(value: Decimal, scale: number): bigint {
  const small = toSmallUnits(value, scale);
  if (small !== undefined) return BigInt(small);
  if (!value.isFinite() || value.decimalPlaces() > scale) {
    throw new RangeError(`${value.toString()} has more than ${scale} decimals`);
  }
  return BigInt(value.toFixed(scale).replace('.', ''));
}

/**
 * The same as a double, when it is certain to be exact (below 2^53) and cheap to get; otherwise undefined.
 *
 * Every partial sum is an exact integer as long as the last one is below 2^53, since they only grow.
 */
export function toSmallUnits(value: Decimal, scale: number): number | undefined {
  const words = value.d as number[] | null;
  if (words === null || words.length > MAX_SMALL_WORDS) return undefined;
  // The power of ten, in units, of the last digit of the first word; each further word is 7 digits lower.
  let exponent = Math.floor(value.e / WORD_DIGITS) * WORD_DIGITS + scale;
  let units = 0;
  for (const word of words) {
    if (exponent >= POWERS_OF_TEN.length || exponent < -WORD_DIGITS) return undefined;
    const part = exponent >= 0 ? word * POWERS_OF_TEN[exponent]! : word / POWERS_OF_TEN[-exponent]!;
    if (!Number.isInteger(part)) return undefined;
    units += part;
    exponent -= WORD_DIGITS;
  }
  if (units > Number.MAX_SAFE_INTEGER) return undefined;
  return value.s < 0 && units !== 0 ? -units : units;
}

/** A quotient of whole numbers rounded half away from zero, exact for every size. The denominator is positive. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const twice = 2n * denominator;
  return numerator < 0n ? -((denominator - 2n * numerator) / twice) : (2n * numerator + denominator) / twice;
}

/** The inverse of `toUnits`. */
export function fromUnits(units: bigint, scale: number): Decimal {
  if (units < MAX_EXACT_TEXT && units > -MAX_EXACT_TEXT) return fromSmallUnits(Number(units), scale);
  return new Decimal(`${units}e-${scale}`);
}

/**
 * As `fromUnits` for units below 10^15 in size.
 *
 * The words are written as decimal.js would have parsed them; through text it takes four times as long, and a
 * distribution makes a quarter of a million of these.
 */
export function fromSmallUnits(units: number, scale: number): Decimal {
  // Below 10^15 the quotient's shortest decimal form is the exact value.
  if (scale > WORD_DIGITS || units === 0) return new Decimal(units === 0 ? 0 : units / 10 ** scale);
  const size = Math.abs(units);
  const one = 10 ** scale;
  const integer = Math.floor(size / one);
  const fraction = (size - integer * one) * 10 ** (WORD_DIGITS - scale);
  const value = new Decimal(0) as Words;
  value.s = units < 0 ? -1 : 1;
  value.e = exponentOf(integer, fraction);
  value.d = wordsOf(integer, fraction);
  return value as Decimal;
}

/** What decimal.js keeps in a number, as it documents it; written to only here. */
type Words = { -readonly [Name in keyof Decimal]: Decimal[Name] };

/** Literals of the right length: a list that grows by pushing takes eight times the memory. */
function wordsOf(integer: number, fraction: number): number[] {
  if (integer < WORD) {
    if (integer === 0) return [fraction];
    return fraction === 0 ? [integer] : [integer, fraction];
  }
  const high = Math.floor(integer / WORD);
  const low = integer - high * WORD;
  const words = high < WORD ? [high, low, fraction] : [Math.floor(high / WORD), high % WORD, low, fraction];
  while (words[words.length - 1] === 0) words.pop();
  return words;
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
