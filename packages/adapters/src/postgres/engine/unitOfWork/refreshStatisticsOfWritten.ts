import type { Transaction } from './transaction.ts';

/**
 * Refreshes the statistics of tables into which this transaction inserted many rows, so that queries after an import
 * aren't planned for the few rows of before.
 */
export async function refreshStatisticsOfWritten(tx: Transaction): Promise<void> {
  await tx.query('SELECT refresh_statistics()');
}
