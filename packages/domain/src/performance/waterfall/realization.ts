import { type FixedPoint, fixedFromMoney, fixedOne, fixedProduct } from './fixedPoint.ts';
import type { Decimal } from '../../kernel/index.ts';

export interface Sale {
  readonly investment: number;
  readonly day: number;
  /** Null if the whole investment counts as realized. */
  readonly cost: Decimal | null;
}

export interface DatedValue {
  readonly investment: number;
  readonly day: number;
  readonly cost: Decimal | null;
  readonly fairValue: Decimal;
}

/**
 * Returns the part of an investment that is realized on a day: sold, or written down below its cost.
 *
 *     sold = cost relieved / contributed;  written down = (1 - sold) x (1 - fair value / remaining cost), at least 0
 *
 * A later value replaces an earlier one, so a write-up takes a write-down back, up to cost.
 */
export function createRealization(
  sales: readonly Sale[],
  values: readonly DatedValue[],
  contributed: (investment: number) => FixedPoint,
): (investment: number, day: number) => FixedPoint {
  const salesByInvestment = grouped(sales);
  const valuesByInvestment = grouped(values);
  return (investment, day) => {
    const sold = soldPart(salesByInvestment.get(investment) ?? [], contributed(investment), day);
    const rest = fixedOne - sold;
    if (rest <= 0n) return fixedOne;
    const value = (valuesByInvestment.get(investment) ?? []).findLast((dated) => dated.day <= day);
    if (value === undefined) return sold;
    const cost = value.cost === null ? fixedProduct(contributed(investment), rest) : fixedFromMoney(value.cost);
    const loss = cost - fixedFromMoney(value.fairValue);
    return loss <= 0n || cost <= 0n ? sold : sold + (rest * loss) / cost;
  };
}

function grouped<T extends { readonly investment: number; readonly day: number }>(
  items: readonly T[],
): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const group = groups.get(item.investment);
    if (group === undefined) groups.set(item.investment, [item]);
    else group.push(item);
  }
  for (const group of groups.values()) group.sort((a, b) => a.day - b.day);
  return groups;
}

function soldPart(sales: readonly Sale[], contributed: FixedPoint, day: number): FixedPoint {
  let relieved = 0n;
  for (const sale of sales) {
    if (sale.day > day) break;
    if (sale.cost === null) return fixedOne;
    relieved += fixedFromMoney(sale.cost);
  }
  if (relieved === 0n || contributed <= 0n) return 0n;
  return relieved >= contributed ? fixedOne : (relieved * fixedOne) / contributed;
}
