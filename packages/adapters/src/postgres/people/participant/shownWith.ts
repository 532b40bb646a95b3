import type { Transaction } from '../../engine/unitOfWork/index.ts';

/**
 * Each participant (`own_id`) with the one that its rows are shown with: itself, or the employee of a trust where `together` holds. The
 * columns are those of the latter.
 */
export const shownWith = (together: string): string =>
  `(SELECT o.id AS own_id, p.* FROM participant o
    LEFT JOIN trust t ON ${together} AND t.tenant_id = o.tenant_id AND t.id = o.id
    JOIN participant p ON p.tenant_id = o.tenant_id AND p.id = coalesce(t.employee_id, o.id))`;

/** What each participant is, and with whom its rows are shown: one statement for all. */
export async function shownWithOthers(
  tx: Transaction,
  together: boolean,
): Promise<ReadonlyMap<string, { readonly shown: string; readonly kind: string }>> {
  const rows = await tx.query<{ own: string; shown: string; kind: string }>(
    `SELECT s.own_id AS own, s.id AS shown, initcap(o.kind) AS kind FROM ${shownWith('$2::boolean')} s
     JOIN participant o ON o.tenant_id = s.tenant_id AND o.id = s.own_id WHERE s.tenant_id = $1`,
    [tx.tenantId, together],
  );
  return new Map(rows.map(({ own, ...others }) => [own, others]));
}
