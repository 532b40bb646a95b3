import type { Transaction } from './transaction.ts';

/**
 * Refreshes the statistics of tables into which this transaction inserted many rows. Otherwise queries after an import
 * would be planned for the earlier few rows.
 */
export async function refreshStatisticsOfWritten(tx: Transaction): Promise<void> {
  await tx.query('SELECT refresh_statistics()');
}
