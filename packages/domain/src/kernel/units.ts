import { Decimal } from './decimal.ts';

// decimal.js keeps a number as words of 7 digits; reading them directly is exact and some ten times faster than through text.
const WORD = 10_000_000;
const WORD_DIGITS = 7;
const SMALL_WORDS = 2;
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

/** A value in whole units of 10^-scale (scale 0 to 12). Throws when it is finer than that. */
export function toUnits(value: Decimal, scale: number): bigint {
  const small = toSmallUnits(value, scale);
  if (small !== undefined) return BigInt(small);
  const text = value.toFixed(scale, Decimal.ROUND_DOWN);
  if (!value.isFinite() || value.decimalPlaces() > scale) {
    throw new RangeError(`${value.toString()} has more than ${scale} decimals`);
  }
  return BigInt(text.replace('.', ''));
}

/**
 * The same as a double, when it is certain to be exact (below 2^53) and cheap to get; otherwise undefined.
 *
 * Only numbers of up to 14 digits before the point and 7 after it are read this way.
 */
export function toSmallUnits(value: Decimal, scale: number): number | undefined {
  const words = value.d as number[] | null;
  if (words === null || scale > WORD_DIGITS) return undefined;
  const integerWords = Math.floor(value.e / WORD_DIGITS) + 1;
  if (integerWords > SMALL_WORDS || integerWords < 0 || words.length > integerWords + 1) return undefined;
  let integer = 0;
  for (let i = 0; i < integerWords; i++) integer = integer * WORD + (words[i] ?? 0);
  const unit = 10 ** (WORD_DIGITS - scale);
  const fraction = (words[integerWords] ?? 0) / unit;
  const units = integer * 10 ** scale + fraction;
  if (!Number.isInteger(fraction) || units > Number.MAX_SAFE_INTEGER) return undefined;
  return value.s < 0 && units !== 0 ? -units : units;
}

/** The inverse of `toUnits`. */
export function fromUnits(units: bigint, scale: number): Decimal {
  if (units < MAX_EXACT_TEXT && units > -MAX_EXACT_TEXT) return fromSmallUnits(Number(units), scale);
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  return new Decimal(`${negative ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}0`);
}

/** As `fromUnits` for units below 10^15 in size: the quotient's shortest decimal form is then the exact value. */
export function fromSmallUnits(units: number, scale: number): Decimal {
  return new Decimal(units === 0 ? 0 : units / 10 ** scale);
}
