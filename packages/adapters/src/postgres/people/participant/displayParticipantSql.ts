import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/**
 * SQL that maps each participant (`own_id`) to the participant that its rows are displayed under: itself, or a trust's
 * employee if `together` is true. The other columns describe the displayed participant.
 */
export const displayParticipantSql = (together: string): string =>
  `(SELECT o.id AS own_id, p.* FROM participant o
    LEFT JOIN trust t ON ${together} AND t.tenant_id = o.tenant_id AND t.id = o.id
    JOIN participant p ON p.tenant_id = o.tenant_id AND p.id = coalesce(t.employee_id, o.id))`;

/** Returns the kind of each participant and whom its rows are displayed under, in one query. */
export async function readDisplayParticipants(
  tx: Transaction,
  together: boolean,
): Promise<ReadonlyMap<string, { readonly label: string; readonly kind: string }>> {
  const rows = await tx.query<{ own: string; label: string; kind: string }>(
    `SELECT s.own_id AS own, s.id AS label, initcap(o.kind) AS kind FROM ${displayParticipantSql('$2::boolean')} s
     JOIN participant o ON o.tenant_id = s.tenant_id AND o.id = s.own_id WHERE s.tenant_id = $1`,
    [tx.tenantId, together],
  );
  return new Map(rows.map(({ own, ...others }) => [own, others]));
}
