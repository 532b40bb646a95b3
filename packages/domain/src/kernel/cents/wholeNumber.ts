/**
 * Exact whole numbers for the inner loops: a double while it is certain to be exact, otherwise a bigint.
 *
 * Every operation returns the exact result and converts it back to a double if it fits, so that equal numbers are always `===`.
 */
export type Whole = number | bigint;

const MAX = Number.MAX_SAFE_INTEGER;
/** Fewer digits are always exact. */
const MAX_DIGITS = 16;

export function add(a: Whole, b: Whole): Whole {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (sum <= MAX && sum >= -MAX) return sum;
  }
  return toWhole(BigInt(a) + BigInt(b));
}

export function subtract(a: Whole, b: Whole): Whole {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b;
    if (difference <= MAX && difference >= -MAX) return difference;
  }
  return toWhole(BigInt(a) - BigInt(b));
}

/** Negates a number but never returns minus zero. */
export function negate(a: Whole): Whole {
  return subtract(0, a);
}

export function sumWhole(values: readonly Whole[]): Whole {
  let sum: Whole = 0;
  for (const value of values) sum = add(sum, value);
  return sum;
}

/** Returns the whole cents of stored money, a text with 2 decimals. A large run reads hundreds of thousands of them. */
export function centsOfText(money: string): Whole {
  const digits = money.replace('.', '');
  // Adding 0 turns minus zero into zero.
  return digits.length < MAX_DIGITS ? Number(digits) + 0 : toWhole(BigInt(digits));
}

/** Returns the canonical form of a bigint: a double if it is exact. */
export function toWhole(value: bigint): Whole {
  return value <= MAX && value >= -MAX ? Number(value) : value;
}
