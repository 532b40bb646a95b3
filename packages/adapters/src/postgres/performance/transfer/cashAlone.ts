import { completedTransferJoin } from './transferStatements.ts';

/**
 * Returns SQL that is true if the ledger of a figure's vehicle has only cash. Then nothing else is known about the
 * vehicle than an accepted data transfer's figures at the quarter end. `f` are rows of `period_figure`.
 */
export const hasOnlyCashSql = (f: string): string =>
  `${f}.recallable IS NOT NULL AND (${f}.carry_paid IS NULL OR EXISTS (SELECT FROM transfer_statement t ${completedTransferJoin}
     WHERE t.tenant_id = ${f}.tenant_id AND t.vehicle_id = ${f}.vehicle_id AND t.period_end = ${f}.period_end))`;
