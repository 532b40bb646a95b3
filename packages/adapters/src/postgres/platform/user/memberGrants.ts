import { type Application, type Grants, type Role, roles } from '@carrara/contract/core/permissions';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { fullName } from '../../engine/texts/personName.ts';

/** An active member of the firm, with a role per module. */
export interface Member {
  readonly id: string;
  readonly name: string;
  readonly grants: Grants;
}

/** Returns the firm's active members by name, without programs. If a module has several roles, the highest counts. */
export async function memberGrants(tx: Transaction): Promise<readonly Member[]> {
  const rows = await tx.query<{ id: string; name: string; granted: { application: Application; role: Role }[] }>(
    `SELECT p.id, ${fullName('p')} AS name, jsonb_agg(jsonb_build_object('application', r.application, 'role', r.role)) AS granted
     FROM membership m JOIN person p ON p.id = m.person_id AND NOT p.is_inactive AND NOT p.is_program
     JOIN (
       SELECT o.tenant_id, o.person_id, o.application, o.role FROM membership_role o
       UNION ALL
       SELECT gm.tenant_id, gm.person_id, gr.application, gr.role FROM user_group_member gm
       JOIN user_group g ON g.tenant_id = gm.tenant_id AND g.id = gm.group_id AND NOT g.is_inactive
       JOIN user_group_role gr ON gr.tenant_id = g.tenant_id AND gr.group_id = g.id
       WHERE NOT gm.is_inactive
     ) r ON r.tenant_id = m.tenant_id AND r.person_id = m.person_id
     WHERE m.tenant_id = $1 AND NOT m.is_inactive
     GROUP BY p.id ORDER BY lower(p.last_name), lower(p.first_name), p.id`,
    [tx.tenantId],
  );
  const rank = ({ role }: { readonly role: Role }) => roles.indexOf(role);
  return rows.map(({ granted, ...member }) => ({
    ...member,
    grants: Object.fromEntries(
      granted.toSorted((first, other) => rank(first) - rank(other)).map(({ application, role }) => [application, role]),
    ),
  }));
}
