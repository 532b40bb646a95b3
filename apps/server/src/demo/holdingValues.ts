import { calendarDate, type Decimal, decimal, moneyText, one, roundMoney, zero } from '@carrara/domain/kernel';
import { quarterEnd, quarterEnds, quartersBetween } from '@carrara/domain/performance/ledger';
import { costOf, salesOf } from './holdingSales.ts';
import type { HoldingFacts } from './vehicleFacts.ts';

export interface StoryValuation {
  readonly holding: string;
  readonly day: string;
  readonly fairValue: string;
}

/** Market declines in memorable quarters. */
const marks: Readonly<Record<string, string>> = {
  '2015-09-30': '0.98',
  '2018-12-31': '0.97',
  '2020-03-31': '0.86',
  '2020-06-30': '0.92',
  '2020-09-30': '0.96',
  '2022-06-30': '0.95',
  '2022-09-30': '0.93',
  '2022-12-31': '0.96',
};

/**
 * Returns the value of a holding at each quarter end: the remaining cost of each purchase, moving evenly toward the
 * final multiple. On the last date, it is exactly the remaining value.
 */
export function valuationsOf(holding: HoldingFacts, firstClose: string, until: string): readonly StoryValuation[] {
  const sales = salesOf(holding);
  const multiple = decimal(holding.realized).plus(holding.unrealized);
  const isGone = decimal(holding.unrealized).isZero();
  const last = isGone ? sales.at(-1)!.day : until;
  const buys = holding.buys.flatMap(([day, amount]) =>
    day > until ? [] : [[day < firstClose ? firstClose : day, decimal(amount)] as const],
  );
  const [begun] = buys;
  if (begun === undefined) return [];
  return quarterEnds(calendarDate(begun[0]), calendarDate(last)).map((end) => {
    const value = (): Decimal => {
      if (end >= last) return isGone ? zero : roundMoney(costOf(holding).times(holding.unrealized));
      const paid = buys.filter(([day]) => day <= end);
      const cost = paid.reduce<Decimal>((sum, [, amount]) => sum.plus(amount), zero);
      const relieved = sales.reduce<Decimal>((sum, sale) => (sale.day <= end ? sum.plus(sale.cost) : sum), zero);
      const grown = paid.reduce<Decimal>((sum, [day, amount]) => {
        const whole = Math.max(1, quartersBetween(quarterEnd(calendarDate(day)), quarterEnd(calendarDate(last))));
        const gone = quartersBetween(quarterEnd(calendarDate(day)), end);
        return sum.plus(amount.times(multiple.minus(one).times(gone).div(whole).plus(one)));
      }, zero);
      const marked = grown
        .times(cost.minus(relieved))
        .div(cost)
        .times(marks[end] ?? '1');
      return marked.div(1000).round().times(1000);
    };
    return { holding: holding.name, day: end, fairValue: moneyText(value()) };
  });
}
