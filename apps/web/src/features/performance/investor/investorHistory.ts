import { calendarDate, decimal, moneyText, numberText } from '@carrara/domain/kernel';
import { keyFigure } from '@carrara/domain/kernel/measures';
import type { KeyFigure } from '@carrara/ui/profile/KeyFigures.tsx';
import type { Answer } from '../../../api/operations.ts';
import { quarterHistory } from '../../../period/quarterHistory.ts';

type Quarter = Answer<'chartInvestor'>[number];
export type InvestorAmount = 'contributions' | 'distributions' | 'nav';

/** The number of quarter ends in a trend: two years. */
const trendQuarters = 8;

/**
 * Returns the change of an investor's amount since the previous quarter end, and its trend. A quarter that leaves funds out is a gap. Without a quarter
 * that ends with the displayed amount, there is no history.
 */
export function investorHistory(
  quarters: readonly Quarter[],
  field: InvestorAmount,
  displayed: unknown,
): Pick<KeyFigure, 'change' | 'trend'> {
  const { change, series } = keyFigure(
    quarters.slice(-trendQuarters).map(({ quarter, coverage, [field]: amount }) => ({
      on: calendarDate(quarter),
      value: coverage === null && amount !== null ? decimal(amount) : null,
    })),
  );
  const trend = series.map(({ on, value }) => ({ endDate: on as string, value: value && moneyText(value) }));
  if (trend.at(-1)?.value !== displayed) return {};
  return quarterHistory({
    kind: 'money',
    trend,
    change: change && {
      since: change.since,
      difference: moneyText(change.difference),
      percent: change.percent && numberText(change.percent),
    },
  });
}
