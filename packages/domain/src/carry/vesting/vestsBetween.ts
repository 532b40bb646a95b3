import { type Decimal, decimal, moneyText } from '../../kernel/index.ts';

/**
 * What vests between two days: what is vested on the later less what is vested on the earlier.
 *
 * vests = vested on the later day - vested on the earlier
 *
 * Units: money, texts with 2 decimals; null: one of them is not determined, and so is the difference.
 * Source: calculations 2.
 */
export function vestsBetween(earlier: string | null, later: string | null): string | null {
  if (earlier === null || later === null) return null;
  const vests: Decimal = decimal(later).minus(decimal(earlier));
  return moneyText(vests);
}
