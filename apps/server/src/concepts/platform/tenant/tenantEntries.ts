import { listInvitations } from '@carrara/adapters/identity/invitations';
import { type Membership, listMemberships, grantedModules } from '@carrara/adapters/identity/memberships';
import type { TenantEntry } from '@carrara/contract/platform/signIn/signin';
import type { Pool } from 'pg';

/** Returns a person's firms in the form of the sign-in response. */
export const listTenants = async (pool: Pool, personId: string): Promise<TenantEntry[]> =>
  (await listMemberships(pool, personId)).map(tenantEntryOf);

const tenantEntryOf = ({ tenantId, tenantName, isLpTenant, grants }: Membership): TenantEntry => ({
  id: tenantId,
  name: tenantName,
  isLpTenant,
  applications: [...grantedModules(grants)],
});

/** Returns the firms and the number of invitations that a sign-in responds with. None while something is still due. */
export async function tenantsAfterSignIn(
  pool: Pool,
  {
    personId,
    passwordDue,
    factorDue,
  }: { readonly personId: string; readonly passwordDue: boolean; readonly factorDue: boolean },
  now: Date,
): Promise<{ tenants: TenantEntry[]; invitations: number }> {
  if (passwordDue || factorDue) return { tenants: [], invitations: 0 };
  const [tenants, invitations] = await Promise.all([listTenants(pool, personId), listInvitations(pool, personId, now)]);
  return { tenants, invitations: invitations.length };
}
