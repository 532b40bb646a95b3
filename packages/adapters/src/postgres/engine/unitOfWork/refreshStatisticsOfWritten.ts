import type { Transaction } from './transaction.ts';

/**
 * Counts anew what the tables hold that this transaction has added many rows to. The queries after an import are then planned by its rows, and
 * not by the few that were there before.
 */
export async function refreshStatisticsOfWritten(tx: Transaction): Promise<void> {
  await tx.query('SELECT refresh_statistics()');
}
