import { hundred, moneyText, significantText } from '../../kernel/index.ts';
import type { SummaryLine } from '../capitalAccount/index.ts';

/** A line of a portfolio as it travels: money with two decimals, rates and parts in percent; a rate that cannot be found says why. */
export function portfolioTexts({ moic, grossRate, partOfFund, ...amounts }: SummaryLine) {
  const rate = grossRate.unwrapOr(null);
  const texts = Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, moneyText(amount)]));
  return {
    ...(texts as Record<keyof typeof amounts, string>),
    grossMoic: moic === null ? null : significantText(moic),
    grossIrr: rate === null ? null : significantText(rate.rate.times(hundred)),
    grossIrrAnnualised: rate?.annualised ?? null,
    partOfFund: partOfFund === null ? null : significantText(partOfFund),
    notDetermined: grossRate.isErr()
      ? grossRate.error.map(({ code, detail: message }) => ({ field: 'grossIrr', code, message }))
      : [],
  };
}
