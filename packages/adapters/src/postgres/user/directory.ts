import type { Application } from '@carrara/contract/permissions';
import type { Transaction } from '../unitOfWork/index.ts';

export interface DirectoryEntry {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly username: string;
}

const mostEntries = 50;

/**
 * People who are no members of the tenant and can become one. Who acted here before, or belongs to no tenant, is found by a piece of the
 * name; of the people of other tenants only the one whose whole login or e-mail is given, so that nobody can leaf through their staff.
 */
export function directoryEntries(tx: Transaction, search: string): Promise<DirectoryEntry[]> {
  const text = search.replaceAll('\u0000', '').trim().toLowerCase();
  return tx.query<DirectoryEntry>(
    `SELECT p.id, p.first_name AS "firstName", p.last_name AS "lastName", coalesce(p.email, '') AS email, p.login AS username
     FROM person p
     WHERE NOT p.is_inactive AND NOT EXISTS (SELECT FROM membership m WHERE m.tenant_id = $1 AND m.person_id = p.id)
       AND ($2 <> '' AND (lower(p.login) = $2 OR lower(p.email) = $2)
         OR (position($2 in lower(p.first_name || ' ' || p.last_name || E'\\n' || p.login || E'\\n' || coalesce(p.email, ''))) > 0
           AND (EXISTS (SELECT FROM activity a WHERE a.tenant_id = $1 AND a.object_id = p.id)
             OR NOT EXISTS (SELECT FROM roles_of_person(p.id)))))
     ORDER BY lower(p.last_name), lower(p.first_name), p.id LIMIT ${mostEntries}`,
    [tx.tenantId, text],
  );
}

/** The modules that have an administrator: an active member, by the own role or by that of a group. */
export async function administeredApplications(tx: Transaction): Promise<ReadonlySet<Application>> {
  const rows = await tx.query<{ application: Application }>(
    `SELECT DISTINCT r.application FROM membership m
     JOIN person p ON p.id = m.person_id AND NOT p.is_inactive
     JOIN (
       SELECT o.tenant_id, o.person_id, o.application, o.role FROM membership_role o
       UNION ALL
       SELECT gm.tenant_id, gm.person_id, gr.application, gr.role FROM user_group_member gm
       JOIN user_group g ON g.tenant_id = gm.tenant_id AND g.id = gm.group_id AND NOT g.is_inactive
       JOIN user_group_role gr ON gr.tenant_id = g.tenant_id AND gr.group_id = g.id
       WHERE NOT gm.is_inactive
     ) r ON r.tenant_id = m.tenant_id AND r.person_id = m.person_id AND r.role = 'administrator'
     WHERE m.tenant_id = $1 AND NOT m.is_inactive`,
    [tx.tenantId],
  );
  return new Set(rows.map(({ application }) => application));
}
