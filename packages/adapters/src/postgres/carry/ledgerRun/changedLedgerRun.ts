import { auditRunChange } from '../run/auditRunChange.ts';

/**
 * Runs the work and records the run before and after it in the audit log. This includes head and sums, but not the
 * rows, plus any text that the work adds.
 */
export const changedLedgerRun = auditRunChange(
  'ledgerRun',
  `SELECT d.name, d.row_version AS "rowVersion", d.description, d.type, d.run_date AS "runDate", d.status, d.engine_version AS "engineVersion",
     d.total_accrued AS accrued, d.total_distributed AS distributed, d.total_escrow AS escrow, d.total_clawback AS clawback,
     d.number_of_participants AS "numberOfParticipants",
     (SELECT jsonb_agg(x.source ORDER BY x.source) FROM (SELECT DISTINCT c.name AS source FROM ledger_run_line s
        JOIN container c ON c.tenant_id = s.tenant_id AND c.id = s.container_id
        WHERE s.tenant_id = d.tenant_id AND s.ledger_run_id = d.id) x) AS sources
   FROM ledger_run d WHERE d.tenant_id = $1 AND d.id = $2`,
);
