import { type Decimal, decimal, roundMoney, zero } from '@carrara/domain/kernel';
import type { HoldingFacts } from './vehicleFacts.ts';

export const costOf = ({ buys }: Pick<HoldingFacts, 'buys'>): Decimal =>
  buys.reduce<Decimal>((sum, [, amount]) => sum.plus(amount), zero);

/**
 * Returns the sales of a holding: the proceeds split by percentages, with the cost in proportion to their part of the
 * holding's total value. Both add up to the cent.
 */
export function salesOf(
  holding: HoldingFacts,
): readonly { readonly day: string; readonly proceeds: Decimal; readonly cost: Decimal }[] {
  const paid = costOf(holding);
  const { realized, unrealized, sells } = holding;
  const back = roundMoney(paid.times(realized));
  const value = decimal(realized).plus(unrealized);
  const relieved = value.isZero() ? zero : roundMoney(paid.times(realized).div(value));
  let [proceedsLeft, costLeft] = [back, relieved];
  return sells.map(([day, percent], i) => {
    const isLast = i === sells.length - 1;
    const proceeds = isLast ? proceedsLeft : roundMoney(back.times(percent).div(100));
    const cost = isLast ? costLeft : roundMoney(relieved.times(percent).div(100));
    [proceedsLeft, costLeft] = [proceedsLeft.minus(proceeds), costLeft.minus(cost)];
    return { day, proceeds, cost };
  });
}
