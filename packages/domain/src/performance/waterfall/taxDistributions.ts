import { calendarYear, type CalendarDate, Decimal, hundred, roundMoney, zero } from '../../kernel/index.ts';
import type { WaterfallFlow } from './input.ts';
import type { TaxDistribution } from './result.ts';
import type { TaxDistributionTerms } from './terms.ts';

/** The GP entity if the terms name none. */
const onlyRecipient = 'GP';

/**
 * Computes the tax distributions of each year and GP entity: advances against carry for the assumed tax on its taxable income.
 *
 *     due = max(0, round2(income x rate / 100) - carry received in the year)
 *
 * Units:  money in cents; percent.
 */
export function taxDistributions(
  { rate, incomes }: TaxDistributionTerms,
  flows: readonly WaterfallFlow[],
  date: CalendarDate,
): readonly TaxDistribution[] {
  return incomes
    .filter(({ year }) => year <= calendarYear(date))
    .map(({ year, recipient, amount, source }) => {
      const assumedTax = Decimal.max(zero, roundMoney(amount.times(rate).div(hundred)));
      const received = flows
        .filter(
          (flow) =>
            flow.kind === 'CARRY' &&
            flow.date !== null &&
            flow.date <= date &&
            calendarYear(flow.date) === year &&
            (flow.recipient ?? onlyRecipient) === recipient,
        )
        .reduce<Decimal>((sum, flow) => sum.plus(flow.amount), zero);
      const due = Decimal.max(zero, assumedTax.minus(received));
      return { year, recipient, source, assumedTax, received, due };
    });
}
