import { latestRates } from '@carrara/adapters/postgres/platform/fx/latestRates';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { calendarDate, type CalendarDate, decimal } from '@carrara/domain/kernel';
import { inDisplayCurrency, type PerformanceStep } from '@carrara/domain/performance/explanation';

interface Conversion {
  readonly from: string;
  readonly to: string;
  readonly date: CalendarDate;
}

/**
 * Explains an amount in another currency than its own, including the conversion. Rates and multiples stay as they are.
 */
export async function convertedExplanation(
  tx: Transaction,
  step: PerformanceStep,
  request: Conversion,
): Promise<PerformanceStep> {
  if (step.unit !== 'money' || step.result === null) return step;
  const rates = (await latestRates(tx, request.date)).flatMap(
    ({ sourceCurrencyCode: from, destinationCurrencyCode: to, rate, rateDate }) =>
      rate === null || rateDate === null ? [] : [{ from, to, rate: decimal(rate), date: calendarDate(rateDate) }],
  );
  return inDisplayCurrency(step, { ...request, rates });
}
