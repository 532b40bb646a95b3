import { type Decimal, zero } from '../../kernel/index.ts';
import type { LiquidationBook, LiquidationEntry } from './liquidationBook.ts';

/** An entry that paid or returned carry, with its amount. */
interface PaidCarry {
  readonly entry: LiquidationEntry;
  readonly amount: Decimal;
}

/**
 * Returns the entries that paid carry to the GP or returned it. They are facts of the ledger, so they need no terms.
 *
 *     carry paid = CARRY-PAID - CLAWBACK, of the partners that bear it
 *
 * Units:  money of the vehicle's currency in cents.
 * Source: docs/calculations/carry-position.md.
 * Fails:  never; null if the ledger doesn't have the fund's cash.
 */
export function paidCarry({ figures, entries }: LiquidationBook): readonly PaidCarry[] | null {
  if (figures.length === 0 || figures.some(({ isReported, carryPaid }) => isReported || carryPaid === null))
    return null;
  return entries.flatMap((entry): PaidCarry[] => {
    if (entry.type !== 'CARRY-PAID' && entry.type !== 'CLAWBACK') return [];
    const borne = entry.shares.reduce<Decimal>((sum, share) => (share.isMirror ? sum : sum.plus(share.amount)), zero);
    return [{ entry, amount: entry.type === 'CLAWBACK' ? borne.negated() : borne }];
  });
}

/** Returns the carry paid less the carry returned; null if the ledger doesn't have the fund's cash. */
export const carryPaidOf = (book: LiquidationBook): Decimal | null =>
  paidCarry(book)?.reduce<Decimal>((sum, { amount }) => sum.plus(amount), zero) ?? null;
