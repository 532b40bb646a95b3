import type { WithTenant } from '@carrara/adapters/postgres';
import type { Pool } from 'pg';
import type { Logo } from './tenant.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The logo of a tenant, by its host name or its id: a picture whose container is the tenant itself. */
export async function logoOf(
  pool: Pool,
  withTenant: WithTenant,
  tenantUrl: string,
  now: Date,
): Promise<Logo | undefined> {
  const tenantId = uuid.test(tenantUrl) ? tenantUrl : await tenantOfHost(pool, tenantUrl);
  if (tenantId === undefined) return undefined;
  const read = (tx: { query<R>(text: string, values: readonly unknown[]): Promise<R[]> }) =>
    tx.query<Logo>(
      'SELECT mime_type AS type, content AS bytes FROM image WHERE tenant_id = $1 AND container_id = $1 ORDER BY created_at DESC LIMIT 1',
      [tenantId],
    );
  const [logo] = await withTenant({ tenantId, personId: null, now: now.toISOString() }, read, { readOnly: true });
  return logo;
}

async function tenantOfHost(pool: Pool, host: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM tenant_of_host($1)', [host]);
  return rows[0]?.id;
}
