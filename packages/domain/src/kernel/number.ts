import { Decimal } from './decimal.ts';
import { toSmallUnits } from './units.ts';
import { err, type Failure, fail, ok, type Path, type Result } from './failure.ts';

/** The meaning of a number. The contract's table of kinds defines how each is displayed. */
export type NumberKind = 'money' | 'percent' | 'shares' | 'multiple' | 'rate';

const MAX_INTEGER_DIGITS = 20;
const MAX_FRACTION_DIGITS = 12;
export const MAX_JSON_NUMBER_DIGITS = 15;
export const MONEY_DECIMALS = 2;
export const PERCENT_DECIMALS = 10;
const SIGNIFICANT_DIGITS = 12;

const PLAIN_NUMBER = /^-?(\d+)(?:\.(\d+))?$/;

/**
 * Parses an external number: a plain decimal string, or a JSON number short enough to be exact.
 *
 * Source: docs/calculations/numbers.md.
 * Fails:  NUMBER_FORMAT (also NaN, Infinity, hex, exponent), NUMBER_TOO_LONG (more than 20 digits before the point),
 *         NUMBER_TOO_FINE (more than 12 after it), NUMBER_NOT_EXACT (a JSON number with more than 15 significant
 *         digits).
 */
export function parseDecimal(input: unknown, path: Path): Result<Decimal, Failure> {
  if (typeof input === 'string') return parsePlain(input, path);
  if (typeof input !== 'number' || !Number.isFinite(input)) {
    return err(fail('NUMBER_FORMAT', path, 'expected a decimal number, preferably as a string such as "12.50"'));
  }
  const value = new Decimal(input);
  if (value.precision() > MAX_JSON_NUMBER_DIGITS) {
    return err(fail('NUMBER_NOT_EXACT', path, 'a JSON number holds at most 15 exact digits; send a string'));
  }
  return parsePlain(value.toFixed(), path);
}

/** Parses an amount of money like `parseDecimal`. More than 2 decimals are rejected (MONEY_SCALE), never rounded away. */
export function parseMoney(input: unknown, path: Path): Result<Decimal, Failure> {
  return parseDecimal(input, path).andThen((value) =>
    value.decimalPlaces() > MONEY_DECIMALS
      ? err(fail('MONEY_SCALE', path, 'an amount can have at most 2 decimals'))
      : ok(value),
  );
}

function parsePlain(text: string, path: Path): Result<Decimal, Failure> {
  // Skip the pattern for long texts: nothing longer than this can be a valid number.
  const parts = text.length <= 64 ? PLAIN_NUMBER.exec(text) : null;
  if (parts === null)
    return err(fail('NUMBER_FORMAT', path, 'expected digits with an optional sign and decimal point'));
  const [, integerDigits = '', fractionDigits = ''] = parts;
  if (integerDigits.length > MAX_INTEGER_DIGITS) {
    return err(fail('NUMBER_TOO_LONG', path, `more than ${MAX_INTEGER_DIGITS} digits before the decimal point`));
  }
  if (fractionDigits.length > MAX_FRACTION_DIGITS) {
    return err(fail('NUMBER_TOO_FINE', path, `more than ${MAX_FRACTION_DIGITS} digits after the decimal point`));
  }
  const value = new Decimal(text);
  return ok(value.isZero() ? new Decimal(0) : value);
}

/** Rounds half away from zero, as Excel's ROUND does. */
export function roundTo(value: Decimal, decimals: number): Decimal {
  return value.toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP);
}

/** Rounds to cents: money is stored with 2 decimals. */
export function roundMoney(value: Decimal): Decimal {
  return roundTo(value, MONEY_DECIMALS);
}

/** Returns true if an amount is a percentage of another, to the cent. Units: money; percent. */
export function isPercentOf(amount: Decimal, percent: Decimal, whole: Decimal): boolean {
  return roundMoney(whole.times(percent).div(100)).eq(amount);
}

/** Rounds to the 10 decimals of a stored percentage. */
export function roundPercent(value: Decimal): Decimal {
  return roundTo(value, PERCENT_DECIMALS);
}

/** Formats money as '12.50', always with 2 decimals and never '-0.00'. */
export function moneyText(value: Decimal): string {
  const cents = toSmallUnits(value, MONEY_DECIMALS);
  // If exact, read the number's words directly. That is five times faster, and a large run formats a quarter of a million amounts.
  if (cents !== undefined && cents < MAX_SMALL_CENTS && cents > -MAX_SMALL_CENTS) return centsText(cents);
  return unsignedZero(value.toFixed(MONEY_DECIMALS, Decimal.ROUND_HALF_UP));
}

// Below this limit, a cent is far larger than the error of a division by 100.
const MAX_SMALL_CENTS = 1e15;

function centsText(cents: number): string {
  const size = Math.abs(cents);
  const whole = Math.floor(size / 100);
  const rest = size - whole * 100;
  return `${cents < 0 ? '-' : ''}${String(whole)}.${rest < 10 ? '0' : ''}${String(rest)}`;
}

/** Formats a number as plain digits without trailing zeros or an exponent, never '-0'. */
export function numberText(value: Decimal): string {
  return unsignedZero(value.toFixed());
}

/** Formats a number with at most 12 significant digits, the form in which rates and multiples are transmitted. */
export function significantText(value: Decimal): string {
  return numberText(value.toSignificantDigits(SIGNIFICANT_DIGITS, Decimal.ROUND_HALF_UP));
}

const NEGATIVE_ZERO = /^-0(?:\.0*)?$/;

function unsignedZero(text: string): string {
  return text.charCodeAt(0) === 45 && NEGATIVE_ZERO.test(text) ? text.slice(1) : text;
}

/** Formats money for a sentence: cents, with thousands separators. Negative amounts are in parentheses, as in tables. */
export function spokenMoney(value: Decimal): string {
  const text = moneyText(roundMoney(value)).replace(/\B(?=(\d{3})+\.)/g, ',');
  return text.startsWith('-') ? `(${text.slice(1)})` : text;
}
