import { type FailureCode, hundred, moneyText, significantText } from '../../kernel/index.ts';
import type { SummaryLine } from '../capitalAccount/index.ts';

interface Reason {
  readonly field: string;
  readonly code: FailureCode;
  readonly message: string;
}

/** What of a line rests on what is held still. */
const ofValue = ['fairValue', 'total', 'gain', 'grossMoic', 'grossIrr', 'partOfFund'] as const;

/**
 * A line of a portfolio as it travels: money with two decimals, rates and parts in percent; a rate that cannot be found says why.
 *
 * `silence` says why no value is known of the day: nothing is booked for its quarter, nor later. Then what was worth something has none, and what is made of
 * it neither; what was worth nothing still is not, and what was paid and received stays.
 */
export function portfolioTexts({ moic, grossRate, partOfFund, ...amounts }: SummaryLine, silence?: string) {
  const rate = grossRate.unwrapOr(null);
  const texts = Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, moneyText(amount)]));
  const line = {
    ...(texts as Record<Exclude<keyof typeof amounts, 'fairValue' | 'total' | 'gain'>, string> &
      Record<'fairValue' | 'total' | 'gain', string | null>),
    grossMoic: moic === null ? null : significantText(moic),
    grossIrr: rate === null ? null : significantText(rate.rate.times(hundred)),
    grossIrrAnnualised: rate?.annualised ?? null,
    partOfFund: partOfFund === null ? null : significantText(partOfFund),
    notDetermined: (grossRate.isErr()
      ? grossRate.error.map(({ code, detail: message }) => ({ field: 'grossIrr', code, message }))
      : []) as Reason[],
  };
  if (silence === undefined || amounts.fairValue.isZero()) return line;
  return {
    ...line,
    fairValue: null,
    total: null,
    gain: null,
    grossMoic: null,
    grossIrr: null,
    grossIrrAnnualised: null,
    partOfFund: null,
    notDetermined: ofValue.map((field): Reason => ({ field, code: 'NAV_MISSING', message: silence })),
  };
}
