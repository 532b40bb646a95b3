import type { WithTenant } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { loadLogo } from '@carrara/adapters/postgres/platform/image/logo';
import { tenantOfHost } from '@carrara/adapters/postgres/platform/tenant';
import type { Pool } from 'pg';
import type { Logo } from '../tenant/tenant.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the logo of a tenant by its host name or id. */
export async function readLogo(
  pool: Pool,
  withTenant: WithTenant,
  tenantUrl: string,
  now: Date,
): Promise<Logo | undefined> {
  const tenantId = uuid.test(tenantUrl) ? tenantUrl : await tenantOfHost(pool, tenantUrl);
  if (tenantId === undefined) return undefined;
  return withTenant({ tenantId, personId: null, now: now.toISOString() }, loadLogo, { readOnly: true });
}
