import { figureRows } from './figureRows.ts';

/**
 * Returns `figureRows` of commitments, without those that begin after the quarter end. In a transfer between partners, the
 * buyer's begins with it.
 */
export const commitmentRows = (records: string): string =>
  figureRows(
    'COMMITMENT',
    `SELECT m.* FROM (${records}) m CROSS JOIN requested
     WHERE coalesce((SELECT min(e.booked) FROM commitment_event e WHERE e.tenant_id = m.tenant_id AND e.commitment_id = m.id) <= requested."end", true)
       OR EXISTS (SELECT FROM period_figure f WHERE f.tenant_id = m.tenant_id AND f.subject = 'COMMITMENT' AND f.subject_id = m.id AND f.period_end <= requested."end")`,
  );
