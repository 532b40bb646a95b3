import { type Application, type Grants, type Role, roles } from '@carrara/contract/core/permissions';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

export interface DirectoryEntry {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly username: string;
}

const mostEntries = 50;

/**
 * Returns people whose home is this tenant and who are neither members nor currently invited. People of other tenants
 * are never found.
 */
export function directoryEntries(tx: Transaction, search: string): Promise<DirectoryEntry[]> {
  const text = search.replaceAll('\u0000', '').trim().toLowerCase();
  return tx.query<DirectoryEntry>(
    `SELECT p.id, p.first_name AS "firstName", p.last_name AS "lastName", coalesce(p.email, '') AS email, p.login AS username
     FROM person p
     WHERE NOT p.is_inactive AND NOT p.is_program AND p.home_tenant_id = $1
       AND NOT EXISTS (SELECT FROM membership m WHERE m.tenant_id = $1 AND m.person_id = p.id)
       AND NOT EXISTS (SELECT FROM invitation i WHERE i.tenant_id = $1 AND i.person_id = p.id)
       AND position($2 in lower(p.first_name || ' ' || p.last_name || E'\\n' || p.login || E'\\n' || coalesce(p.email, ''))) > 0
     ORDER BY lower(p.last_name), lower(p.first_name), p.id LIMIT ${mostEntries}`,
    [tx.tenantId, text],
  );
}

/**
 * Locks a tenant's users, groups and roles until the end of the transaction, so that the second of two concurrent
 * changes sees the first.
 */
export async function lockRoles(tx: Transaction): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('roles ' || $1::text, 0))`, [tx.tenantId]);
}

/** Returns the person's current roles, which may have changed since the request arrived. */
export async function presentGrants(tx: Transaction): Promise<Grants> {
  const rows = await tx.query<{ application: Application; role: Role }>(
    'SELECT application, role FROM roles_of_person($1) WHERE tenant_id = $2 AND application IS NOT NULL',
    [tx.personId, tx.tenantId],
  );
  const ascending = rows.toSorted((row, other) => roles.indexOf(row.role) - roles.indexOf(other.role));
  return Object.fromEntries(ascending.map(({ application, role }) => [application, role]));
}

/**
 * Returns the modules that have an administrator: an active member, by their own role or a group's. The roles of `withoutGroup` don't count.
 */
export async function administeredApplications(
  tx: Transaction,
  withoutGroup: string | null = null,
): Promise<ReadonlySet<Application>> {
  const rows = await tx.query<{ application: Application }>(
    `SELECT DISTINCT r.application FROM membership m
     JOIN person p ON p.id = m.person_id AND NOT p.is_inactive
     JOIN (
       SELECT o.tenant_id, o.person_id, o.application, o.role FROM membership_role o
       UNION ALL
       SELECT gm.tenant_id, gm.person_id, gr.application, gr.role FROM user_group_member gm
       JOIN user_group g ON g.tenant_id = gm.tenant_id AND g.id = gm.group_id AND NOT g.is_inactive AND g.id IS DISTINCT FROM $2
       JOIN user_group_role gr ON gr.tenant_id = g.tenant_id AND gr.group_id = g.id
       WHERE NOT gm.is_inactive
     ) r ON r.tenant_id = m.tenant_id AND r.person_id = m.person_id AND r.role = 'administrator'
     WHERE m.tenant_id = $1 AND NOT m.is_inactive`,
    [tx.tenantId, withoutGroup],
  );
  return new Set(rows.map(({ application }) => application));
}
