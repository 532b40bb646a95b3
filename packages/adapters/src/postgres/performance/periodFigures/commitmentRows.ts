import { accountFigures } from '@carrara/domain/performance/period';
import { figureRows } from './figureRows.ts';

/** SQL that is true if the figures `f` of a commitment belong to an account of their own (the domain's `countedCommitments`). */
const hasAccount = accountFigures.map((name) => `f.${name} IS DISTINCT FROM 0`).join(' OR ');

/**
 * Returns `figureRows` of commitments with an account. A buyer's begins with the transfer between partners, and a
 * seller's ends with a transfer of its history. Without figures, a commitment begins with its first event.
 */
export const commitmentRows = (records: string): string =>
  figureRows(
    'COMMITMENT',
    `SELECT m.* FROM (${records}) m CROSS JOIN requested
     LEFT JOIN LATERAL (SELECT ${hasAccount} AS has_account FROM period_figure f
       WHERE f.tenant_id = m.tenant_id AND f.subject = 'COMMITMENT' AND f.subject_id = m.id AND f.period_end <= requested."end"
       ORDER BY f.period_end DESC LIMIT 1) f ON true
     WHERE coalesce(f.has_account,
       (SELECT min(e.booked) FROM commitment_event e WHERE e.tenant_id = m.tenant_id AND e.commitment_id = m.id) <= requested."end", true)`,
  );
