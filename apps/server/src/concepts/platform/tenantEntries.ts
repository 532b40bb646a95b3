import { type Membership, membershipsOf, modulesOf } from '@carrara/adapters/identity';
import type { TenantEntry } from '@carrara/contract/platform/signin';
import type { Pool } from 'pg';

/** Returns a person's firms in the form of the sign-in response. */
export const tenantsOf = async (pool: Pool, personId: string): Promise<TenantEntry[]> =>
  (await membershipsOf(pool, personId)).map(tenantEntryOf);

const tenantEntryOf = ({ tenantId, tenantName, isLpTenant, grants }: Membership): TenantEntry => ({
  id: tenantId,
  name: tenantName,
  isLpTenant,
  applications: [...modulesOf(grants)],
});
