import { atLeastZero, type FixedPoint, fixedFromMoney, fixedUnit, fixedProduct } from './fixedPoint.ts';
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
  /** The cost of everything bought by then. Null to use the cost of what was still owned. */
  readonly invested: Decimal | null;
  /** The cost of what was still owned. Null for the contributed capital that isn't realized. */
  readonly cost: Decimal | null;
  readonly fairValue: Decimal;
}

/** Contributions to an investment, without fees: until a day, or all. */
export type Contributed = (investment: number, until?: number) => FixedPoint;

/**
 * Returns the part of an investment that is realized on a day: sold, or written down below its cost.
 *
 *     sold = cost relieved / contributed;  written down = (1 - sold) x (1 - fair value / remaining cost), at least 0
 *
 * A later value replaces an earlier one, so a write-up takes a write-down back, up to cost. Capital that was contributed after a value isn't written
 * down by it. A sale whose proceeds aren't distributed yet counts with the next value.
 */
export function createRealization(
  sales: readonly Sale[],
  values: readonly DatedValue[],
  contributed: Contributed,
): (investment: number, day: number) => FixedPoint {
  const salesByInvestment = grouped(sales);
  const valuesByInvestment = grouped(values);
  return memoized((investment, day) => {
    const distributed = soldPart(salesByInvestment.get(investment) ?? [], contributed(investment), day);
    const value = (valuesByInvestment.get(investment) ?? []).findLast((dated) => dated.day <= day);
    if (value === undefined || distributed >= fixedUnit) return distributed;
    const valuedPart = ratio(contributed(investment, value.day), contributed(investment, day));
    const sold = larger(distributed, fixedProduct(soldBefore(value), valuedPart));
    const rest = fixedUnit - sold;
    const cost =
      value.cost === null ? fixedProduct(contributed(investment, value.day), rest) : fixedFromMoney(value.cost);
    const loss = cost - fixedFromMoney(value.fairValue);
    if (loss <= 0n || cost <= 0n) return sold;
    return sold + (atLeastZero(rest - (fixedUnit - valuedPart)) * loss) / cost;
  });
}

/** Partners of the same terms need the same parts on the same days. */
function memoized(
  part: (investment: number, day: number) => FixedPoint,
): (investment: number, day: number) => FixedPoint {
  const byInvestment = new Map<number, Map<number, FixedPoint>>();
  return (investment, day) => {
    const byDay = byInvestment.get(investment) ?? new Map<number, FixedPoint>();
    byInvestment.set(investment, byDay);
    const found = byDay.get(day) ?? part(investment, day);
    byDay.set(day, found);
    return found;
  };
}

const larger = (a: FixedPoint, b: FixedPoint): FixedPoint => (a > b ? a : b);

/** Returns part / whole, at most 1. */
const ratio = (part: FixedPoint, whole: FixedPoint): FixedPoint =>
  whole <= 0n || part >= whole ? fixedUnit : (atLeastZero(part) * fixedUnit) / whole;

/** Returns the part that was sold before a value. */
const soldBefore = ({ invested, cost }: DatedValue): FixedPoint =>
  invested === null || cost === null ? 0n : fixedUnit - ratio(fixedFromMoney(cost), fixedFromMoney(invested));

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
    if (sale.cost === null) return fixedUnit;
    relieved += fixedFromMoney(sale.cost);
  }
  if (relieved === 0n || contributed <= 0n) return 0n;
  return relieved >= contributed ? fixedUnit : (relieved * fixedUnit) / contributed;
}
