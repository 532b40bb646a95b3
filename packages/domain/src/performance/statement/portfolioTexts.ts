import { type Decimal, type FailureCode, hundred, moneyText, significantText, zero } from '../../kernel/index.ts';
import type { SummaryLine } from '../capitalAccount/index.ts';
import { transferredPosition, type SentLine, transferredFigures, type TransferredPosition } from '../period/index.ts';

interface Reason {
  readonly field: string;
  readonly code: FailureCode;
  readonly message: string;
}

/** The figures of a line that depend on the remaining value. */
const ofValue = ['fairValue', 'total', 'gain', 'grossMoic', 'grossIrr', 'partOfFund'] as const;

/**
 * Formats a line of a portfolio: money with two decimals, rates and parts in percent, and the reason if a rate can't be computed.
 *
 * `silence` is the reason why no value is known for the date: nothing is booked in its quarter or later. A holding with a value then has none, nor
 * the figures that depend on it. A value of zero stays zero, and payments and receipts are kept.
 */
export function portfolioTexts({ moic, grossRate, partOfFund, ...amounts }: SummaryLine, silence?: string) {
  const rate = grossRate.unwrapOr(null);
  const texts = Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, moneyText(amount)]));
  const line = {
    ...(texts as Record<Exclude<keyof typeof amounts, 'fairValue' | 'total' | 'gain'>, string> &
      Record<'fairValue' | 'total' | 'gain', string | null>),
    grossMoic: moic === null ? null : significantText(moic),
    grossIrr: rate === null ? null : significantText(rate.rate.times(hundred)),
    grossIrrAnnualized: rate?.annualized ?? null,
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
    grossIrrAnnualized: null,
    partOfFund: null,
    notDetermined: ofValue.map((field): Reason => ({ field, code: 'NAV_MISSING', message: silence })),
  };
}

/**
 * Formats a position of a sent portfolio as `portfolioTexts` does: its figures are those of the fund's list of holdings.
 *
 *     total = proceeds + income + fair value;  gain = total - invested
 */
export function transferredTexts(position: TransferredPosition) {
  const { invested, proceeds, income, cost, fairValue } = position;
  const { grossMoic, grossIrr, grossIrrAnnualized, notDetermined } = transferredFigures([position]);
  const total = fairValue && proceeds.plus(income).plus(fairValue);
  const money = (amount: Decimal | null) => amount && moneyText(amount);
  return {
    invested: moneyText(invested),
    proceeds: moneyText(proceeds),
    income: moneyText(income),
    remainingCost: moneyText(cost),
    fairValue: money(fairValue),
    total: money(total),
    gain: money(total && total.minus(invested)),
    grossMoic: grossMoic && significantText(grossMoic),
    grossIrr: grossIrr && significantText(grossIrr.times(hundred)),
    grossIrrAnnualized,
    notDetermined: notDetermined.map(
      ({ field, code, message }): Reason => ({ field: summaryNames[field] ?? field, code, message }),
    ),
  };
}

/** Formats the sum of some lines of a sent portfolio. It is the part of the fund that the lines are together. */
export function sumOfSentLines(lines: readonly (SentLine & { readonly partOfFund: string | null })[]) {
  const { notDetermined, ...sum } = transferredTexts(transferredPosition(lines));
  const parts = lines.map(({ partOfFund }) => partOfFund);
  const part = parts.reduce<Decimal>((all, own) => all.plus(own ?? zero), zero);
  const withoutValue = notDetermined.filter(({ field }) => field === 'fairValue');
  return {
    ...sum,
    partOfFund: parts.includes(null) ? null : significantText(part),
    // Nothing has no rate, for no reason.
    notDetermined:
      lines.length === 0
        ? []
        : [
            ...notDetermined,
            ...withoutValue.flatMap((reason) => ['total', 'partOfFund'].map((field) => ({ ...reason, field }))),
          ],
  };
}

/** Figures that have another name in a portfolio summary. */
const summaryNames: Readonly<Record<string, string>> = { cost: 'remainingCost', unrealized: 'gain' };
