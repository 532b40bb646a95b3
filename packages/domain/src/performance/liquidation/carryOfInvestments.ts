import {
  type CalendarDate,
  type Decimal,
  type Failures,
  groupBy,
  ok,
  type Result,
  zero,
  zip,
} from '../../kernel/index.ts';
import type { LedgerEntry } from '../ledger/index.ts';
import { attributeCarry, type AttributionPolicy } from '../waterfall/index.ts';
import type { LiquidationBook } from './liquidationBook.ts';

/** The ledger that a distribution is proposed from: its entries until the day. */
export interface DistributionLedger {
  readonly book: LiquidationBook;
  readonly entries: readonly DistributedEntry[];
}
export type DistributedEntry = Pick<LedgerEntry, 'type' | 'holdingId' | 'effective' | 'amount' | 'costRelieved'>;

/** A sale that is posted in the same act as a distribution. */
export interface PostedSale {
  readonly holdingId: string;
  readonly amount: Decimal;
  readonly costRelieved: Decimal;
}

/** Returns the ledger as it is once a sale is posted. */
export const withSale = (
  { book, entries }: DistributionLedger,
  { holdingId, amount, costRelieved }: PostedSale,
  date: CalendarDate,
): DistributionLedger => ({
  book: {
    ...book,
    holdings: book.holdings.map((own) =>
      own.id === holdingId ? { ...own, sales: [...own.sales, { date, cost: costRelieved }] } : own,
    ),
  },
  entries: [...entries, { type: 'SELL', holdingId, effective: date, amount, costRelieved }],
});

export interface InvestmentCarry {
  readonly holdingId: string;
  readonly name: string;
  readonly carry: Decimal;
}

/** The policy that attributes typed carry. */
export const typedAttribution: AttributionPolicy = 'REALIZED_PROFIT';

const sumOf = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce<Decimal>((sum, amount) => sum.plus(amount), zero);

/**
 * Attributes carry to the investments by their realized profit so far: gains on sales and income. An investment whose sale isn't in the ledger yet counts
 * with its part of the proceeds less its cost.
 *
 * Source: docs/calculations/waterfall.md.
 * Fails:  as `attributeCarry`.
 */
export function carryOfInvestments(
  { book, entries }: DistributionLedger,
  sales: readonly { readonly holdingId: string; readonly amount: Decimal }[],
  carry: Decimal,
): Result<readonly InvestmentCarry[], Failures> {
  if (carry.isZero()) return ok([]);
  const amounts = new Map(sales.map(({ holdingId, amount }) => [holdingId, amount]));
  const byHolding = groupBy(entries, ({ holdingId }) => holdingId);
  const profits = book.holdings.map(({ id }) => {
    const own = byHolding.get(id) ?? [];
    const sold = own.filter(({ type }) => type === 'SELL');
    const gain = sumOf(sold.map(({ amount, costRelieved }) => amount.minus(costRelieved ?? zero)));
    const income = sumOf(own.flatMap(({ type, amount }) => (type.startsWith('INC-') ? [amount] : [])));
    const cost = sumOf(own.flatMap(({ type, amount }) => (type === 'BUY' ? [amount] : [])));
    const part = amounts.get(id) ?? zero;
    const unbooked = part.isZero() || sold.length > 0 ? zero : part.minus(cost);
    return { id, profit: gain.plus(income).plus(unbooked), proceeds: part };
  });
  return attributeCarry(carry, profits).map((parts) =>
    zip(book.holdings, parts).map(([{ id, name }, part]) => ({ holdingId: id, name, carry: part })),
  );
}

/**
 * Attributes typed carry to the chosen investments, or to all of them, by their realized profit. Empty if none has a profit and none is chosen.
 *
 * Source: docs/calculations/waterfall.md.
 * Fails:  never.
 */
export function typedCarryOfInvestments(
  { book, entries }: DistributionLedger,
  holdingIds: readonly string[],
  posted: readonly { readonly entry: Pick<LedgerEntry, 'type' | 'amount'> }[],
): readonly InvestmentCarry[] {
  const carry = sumOf(posted.flatMap(({ entry }) => (entry.type === 'CARRY-EARNED' ? [entry.amount] : [])));
  const chosen = book.holdings.filter(({ id }) => holdingIds.includes(id));
  const holdings = chosen.length === 0 ? book.holdings : chosen;
  // Without any profit, the chosen ones share the carry alike.
  const sales = chosen.map(({ id }) => ({ holdingId: id, amount: carry }));
  return carryOfInvestments({ book: { ...book, holdings }, entries }, sales, carry)
    .unwrapOr([])
    .filter((own) => !own.carry.isZero());
}
