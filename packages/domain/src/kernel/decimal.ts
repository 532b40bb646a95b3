import { Decimal as AnyDecimal } from 'decimal.js';

/**
 * The decimal type of the product: 40 digits, rounding half away from zero (as Excel's ROUND does), never exponent notation. It is a separate clone,
 * so that configuring decimal.js elsewhere can't affect it.
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
export const unit: Decimal = new Decimal(1);
export const hundred: Decimal = new Decimal(100);

/**
 * Creates a decimal from a trusted value: a constant of the program or a figure from the database.
 *
 * Throws if the value isn't a finite number. For user input, use `parseDecimal`.
 */
export function decimal(text: string | number | bigint | Decimal): Decimal {
  const value = new Decimal(text);
  if (!value.isFinite()) throw new RangeError(`not a finite number: ${String(text)}`);
  return value;
}
