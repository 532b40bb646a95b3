import type { Grants } from '@carrara/contract/core/permissions';
import type { Pool } from 'pg';
import { isActiveAtSql } from './sessions.ts';

/** The session and tenant of a live connection. */
export interface SessionInTenant {
  readonly sessionId: string;
  readonly tenantId: string;
}

/**
 * Returns the grants for those sessions that are still active and whose persons are still members, in a single query. A
 * session missing from the result has ended, or the account or membership has.
 */
export async function livePrincipals(
  pool: Pool,
  sessions: readonly SessionInTenant[],
  now: Date,
): Promise<readonly (SessionInTenant & { readonly grants: Grants })[]> {
  const { rows } = await pool.query<SessionInTenant & { readonly grants: Grants }>(livePrincipalsQuery, [
    sessions.map(({ sessionId }) => sessionId),
    sessions.map(({ tenantId }) => tenantId),
    now,
  ]);
  return rows;
}

const livePrincipalsQuery = `
  SELECT requested.session_id AS "sessionId", requested.tenant_id AS "tenantId", coalesce(r.grants, '{}') AS grants
  FROM unnest($1::uuid[], $2::uuid[]) AS requested(session_id, tenant_id)
  JOIN session s ON s.id = requested.session_id AND NOT s.password_due AND NOT s.factor_due AND ${isActiveAtSql('$3')}
  JOIN person p ON p.id = s.person_id AND NOT p.is_inactive
  JOIN LATERAL (
    SELECT jsonb_object_agg(best.application, best.role) FILTER (WHERE best.application IS NOT NULL) AS grants
    FROM (
      SELECT DISTINCT ON (application) application, role FROM roles_of_person(p.id)
      WHERE tenant_id = requested.tenant_id
      ORDER BY application, array_position(ARRAY['administrator', 'editor', 'viewer'], role)
    ) best
    HAVING count(*) > 0
  ) r ON true`;
