import { type Application, type Role, roles } from '@carrara/contract/core/permissions';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

interface EffectiveRole {
  readonly application: Application;
  readonly role: Role;
  /** Groups that grant the role. Empty if it is the person's own. */
  readonly groups: string[];
}
export interface EffectiveAccess {
  readonly roles: EffectiveRole[];
  readonly employee: { readonly id: string; readonly name: string } | null;
  /** Null for people who don't see everybody's pay. */
  readonly payAccess: string[] | null;
}

interface GrantedRole {
  readonly application: Application;
  readonly role: Role;
  readonly groupName: string | null;
}

/**
 * Returns the access of a tenant's member: the highest role in each module, the linked employee, and the pay access.
 */
export async function effectiveAccess(tx: Transaction, personId: string): Promise<EffectiveAccess> {
  const granted = await tx.query<GrantedRole>(
    `SELECT o.application, o.role, NULL AS "groupName" FROM membership_role o WHERE o.tenant_id = $1 AND o.person_id = $2
     UNION ALL
     SELECT gr.application, gr.role, g.name FROM user_group_member gm
     JOIN user_group g ON g.tenant_id = gm.tenant_id AND g.id = gm.group_id AND NOT g.is_inactive
     JOIN user_group_role gr ON gr.tenant_id = g.tenant_id AND gr.group_id = g.id
     WHERE gm.tenant_id = $1 AND gm.person_id = $2 AND NOT gm.is_inactive
     ORDER BY 1, 3`,
    [tx.tenantId, personId],
  );
  const [about] = await tx.query<Pick<EffectiveAccess, 'employee' | 'payAccess'>>(
    `SELECT (SELECT jsonb_build_object('id', p.id, 'name', p.name) FROM employee e JOIN participant p ON p.tenant_id = e.tenant_id AND p.id = e.id
         WHERE e.tenant_id = $1 AND e.person_id = $2) AS employee,
       CASE WHEN can_view_all_pay() THEN ARRAY(SELECT DISTINCT a.kind FROM pay_access a WHERE a.tenant_id = $1 AND a.person_id = $2 AND a.status = 'ACTIVE'
         AND (a.ends_on IS NULL OR a.ends_on >= firm_day()) ORDER BY a.kind) END AS "payAccess"`,
    [tx.tenantId, personId],
  );
  const applications = [...new Set(granted.map(({ application }) => application))];
  return {
    roles: applications.map((application) => {
      const own = granted.filter((grantedRole) => grantedRole.application === application);
      const role = roles.findLast((candidate) => own.some((grant) => grant.role === candidate)) ?? 'viewer';
      const giving = own.filter((grant) => grant.role === role);
      const isOwn = giving.some(({ groupName }) => groupName === null);
      return { application, role, groups: isOwn ? [] : giving.flatMap(({ groupName }) => groupName ?? []) };
    }),
    employee: about?.employee ?? null,
    payAccess: about?.payAccess ?? null,
  };
}
