import { type Decimal, calendarYear, zero } from '../../kernel/index.ts';
import type { StatementInput } from './input.ts';

/** A year's carry of one fund or coinvestment in one currency. */
export interface CarryOfFund {
  readonly holderId: string;
  readonly holder: string;
  readonly currency: string;
  readonly gross: Decimal;
  readonly tax: Decimal;
  readonly escrow: Decimal;
  readonly other: Decimal;
  readonly net: Decimal;
  /** Null if no forecast is in force. */
  readonly estimated: Decimal | null;
}

/**
 * Returns the carry paid by disbursed distributions dated in the year, and the carry that forecasts expect afterwards, by fund and currency, sorted
 * by name.
 */
export function carryOfYear({ year, carry, estimates }: StatementInput): readonly CarryOfFund[] {
  const paid = carry.filter(({ on }) => calendarYear(on) === year);
  const keyOf = (item: { readonly holderId: string; readonly currency: string }) => `${item.holderId} ${item.currency}`;
  const funds = new Map([...paid, ...estimates].map((item) => [keyOf(item), item]));
  return [...funds]
    .map(([key, { holderId, holder, currency }]): CarryOfFund => {
      const own = paid.filter((carryPaid) => keyOf(carryPaid) === key);
      const expected = estimates.filter((estimate) => keyOf(estimate) === key);
      const sum = (name: 'gross' | 'tax' | 'escrow' | 'other' | 'net') =>
        own.reduce((total, carryPaid) => total.add(carryPaid[name]), zero);
      return {
        holderId,
        holder,
        currency,
        gross: sum('gross'),
        tax: sum('tax'),
        escrow: sum('escrow'),
        other: sum('other'),
        net: sum('net'),
        estimated: expected.length > 0 ? expected.reduce((total, { amount }) => total.add(amount), zero) : null,
      };
    })
    .toSorted((fund, other) => inOrder(fund.holder, other.holder) || inOrder(fund.currency, other.currency));
}

const inOrder = (first: string, other: string): number => (first < other ? -1 : first > other ? 1 : 0);
