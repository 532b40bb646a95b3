import { Decimal as AnyDecimal } from 'decimal.js';

/**
 * The one decimal of the product: 40 digits, halves rounded away from zero (as Excel's ROUND does), never exponent
 * notation. A clone of its own, so that nobody else's configuration can reach it.
 */
export const Decimal: AnyDecimal.Constructor = AnyDecimal.clone({
  defaults: true,
  precision: 40,
  rounding: AnyDecimal.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
});
export type Decimal = AnyDecimal;

export const zero: Decimal = new Decimal(0);
export const one: Decimal = new Decimal(1);
export const hundred: Decimal = new Decimal(100);

/**
 * Makes a decimal from a trusted value: a constant of the program or a figure of the database.
 *
 * Throws on anything that is not a finite number; input of people goes through `parseDecimal`.
 */
export function decimal(text: string | number | bigint | Decimal): Decimal {
  const value = new Decimal(text);
  if (!value.isFinite()) throw new RangeError(`not a finite number: ${String(text)}`);
  return value;
}
