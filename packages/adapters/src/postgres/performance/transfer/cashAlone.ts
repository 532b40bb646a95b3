import { standingTransfer } from './transferStatements.ts';

/**
 * Whether the ledger of a figure's vehicle has cash alone: nothing is known of what the vehicle did but what an accepted data transfer says of the
 * quarter end itself. `f` are rows of `period_figure`.
 */
export const cashAloneSql = (f: string): string =>
  `${f}.recallable IS NOT NULL AND (${f}.carry_paid IS NULL OR EXISTS (SELECT FROM transfer_statement t ${standingTransfer}
     WHERE t.tenant_id = ${f}.tenant_id AND t.vehicle_id = ${f}.vehicle_id AND t.period_end = ${f}.period_end))`;
