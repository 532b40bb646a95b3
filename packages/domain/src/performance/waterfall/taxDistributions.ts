import { allocate } from '../../kernel/apportionment/index.ts';
import { calendarYear, type CalendarDate, Decimal, hundred, roundMoney, zero } from '../../kernel/index.ts';
import type { WaterfallFlow } from './input.ts';
import type { TaxDistribution } from './result.ts';
import type { TaxDistributionTerms, WaterfallTerms } from './terms.ts';

/** The GP entity if the terms name none. */
const onlyRecipient = 'GP';

/** Returns true for carry that was received or returned in a year, until a date. */
export const isCarryOfYear = (flow: WaterfallFlow, year: number, date: CalendarDate): boolean =>
  flow.kind === 'CARRY' &&
  flow.isUnpaid !== true &&
  flow.date !== null &&
  flow.date <= date &&
  calendarYear(flow.date) === year;

/**
 * Computes the tax distributions of each year and GP entity: advances against carry for the assumed tax on its taxable income.
 *
 *     due = max(0, round2(income x rate / 100) - carry received in the year)
 *
 * Carry without a recipient is split by the recipients' shares.
 *
 * Units:  money in cents; percent.
 */
export function taxDistributions(
  { rate, incomes }: TaxDistributionTerms,
  flows: readonly WaterfallFlow[],
  date: CalendarDate,
  recipients: WaterfallTerms['recipients'],
): readonly TaxDistribution[] {
  return incomes
    .filter(({ year }) => year <= calendarYear(date))
    .map(({ year, recipient, amount: income, source }) => {
      const assumedTax = Decimal.max(zero, roundMoney(income.times(rate).div(hundred)));
      const ofYear = flows.filter((flow) => isCarryOfYear(flow, year, date));
      const received = carryOf(recipient, ofYear).plus(partOf(recipient, carryOf(null, ofYear), recipients));
      const due = Decimal.max(zero, assumedTax.minus(received));
      return { year, recipient, source, income, rate, assumedTax, received, due };
    });
}

const carryOf = (recipient: string | null, flows: readonly WaterfallFlow[]): Decimal =>
  flows.reduce<Decimal>((sum, flow) => (flow.recipient === recipient ? sum.plus(flow.amount) : sum), zero);

/** Returns an entity's part of carry without a recipient. */
function partOf(recipient: string, carry: Decimal, recipients: WaterfallTerms['recipients']): Decimal {
  if (recipients.length === 0) return recipient === onlyRecipient ? carry : zero;
  const at = recipients.findIndex(({ id }) => id === recipient);
  const parts = allocate(
    carry,
    recipients.map(({ share }) => share),
  );
  return parts.unwrapOr([])[at] ?? zero;
}
