import { type Decimal, decimal, moneyText } from '../../kernel/index.ts';

/**
 * Returns the amount that vests between two dates.
 *
 * vests = vested on the later day - vested on the earlier
 *
 * Units: money, texts with 2 decimals; null if either amount is not determined.
 * Source: docs/calculations/allocation.md.
 */
export function vestsBetween(earlier: string | null, later: string | null): string | null {
  if (earlier === null || later === null) return null;
  const vests: Decimal = decimal(later).minus(decimal(earlier));
  return moneyText(vests);
}
