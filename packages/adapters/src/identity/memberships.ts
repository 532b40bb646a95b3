import { type Application, applications, type Grants, type Role, roles } from '@carrara/contract/core/permissions';
import type { Pool } from 'pg';

/** A person's membership in a tenant, with a role per module. */
export interface Membership {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly isLpTenant: boolean;
  readonly grants: Grants;
}

interface RoleRow {
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly is_lp_tenant: boolean;
  readonly application: Application | null;
  readonly role: Role | null;
}

const higher = (first: Role | undefined, other: Role): Role =>
  first !== undefined && roles.indexOf(first) >= roles.indexOf(other) ? first : other;

/**
 * Returns the tenants of a person, by name. If a module has both a personal role and one from a group, the higher one
 * counts.
 */
export async function listMemberships(pool: Pool, personId: string): Promise<readonly Membership[]> {
  const { rows } = await pool.query<RoleRow>('SELECT * FROM roles_of_person($1)', [personId]);
  const found = new Map<string, Membership>();
  for (const row of rows) {
    const { tenant_id: tenantId, tenant_name: tenantName, is_lp_tenant: isLpTenant } = row;
    const membership = found.get(tenantId) ?? { tenantId, tenantName, isLpTenant, grants: {} };
    const grants =
      row.application && row.role
        ? { ...membership.grants, [row.application]: higher(membership.grants[row.application], row.role) }
        : membership.grants;
    found.set(tenantId, { ...membership, grants });
  }
  return [...found.values()];
}

/** Returns the modules in which a person has a role, in the product's order. */
export function grantedModules(grants: Grants): readonly Application[] {
  return applications.filter((application) => grants[application] !== undefined);
}
