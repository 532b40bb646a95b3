import { alderRidge, cedarMill } from '@carrara/server/demo/people';
import type { TestServer } from '@carrara/server/testing/testServer';

/** Returns the tables that belong to tenants, with a flag for tables whose rows have an id. */
async function tenantTables(
  server: TestServer,
): Promise<readonly { readonly table: string; readonly hasId: boolean }[]> {
  const { rows } = await server.database.worker.query<{ table: string; hasId: boolean }>(
    `SELECT c.relname AS table, bool_or(a.attname = 'id') AS "hasId"
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
     GROUP BY c.relname HAVING bool_or(a.attname = 'tenant_id') ORDER BY c.relname`,
  );
  return rows;
}

/** Returns one id from each table with rows of the tenant, so that every kind of id is tried. */
export async function idsOfTenant(server: TestServer, tenantId: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { table, hasId } of await tenantTables(server)) {
    if (!hasId) continue;
    const { rows } = await server.database.worker.query<{ id: string }>(
      `SELECT id FROM ${table} WHERE tenant_id = $1 LIMIT 1`,
      [tenantId],
    );
    if (rows[0]) found.set(table, rows[0].id);
  }
  return found;
}

/** Returns a value that changes with any row of a tenant's records. Sessions, download tokens and similar data don't count. */
export async function stateOfTenant(server: TestServer, tenantId: string): Promise<string> {
  // Excludes changes that no call makes, such as those of background workers and the logs of downloads and pay access.
  const transient = new Set([
    'access_event',
    'download_token',
    'idempotency',
    'mail',
    'notification',
    'pay_read',
    'task',
  ]);
  const parts: string[] = [];
  for (const { table } of await tenantTables(server)) {
    if (transient.has(table)) continue;
    const { rows } = await server.database.worker.query<{ sum: string }>(
      `SELECT count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) AS sum FROM ${table} t WHERE tenant_id = $1`,
      [tenantId],
    );
    parts.push(`${table}=${rows[0]?.sum}`);
  }
  return parts.join('\n');
}

/** Creates two firms with nearly every type of record: those of the demo, created by the product's own operations. */
export async function plantedFirms(server: TestServer): Promise<{ readonly own: string; readonly other: string }> {
  const { rows } = await server.database.worker.query<{ id: string }>(
    'SELECT id FROM tenant WHERE name IN ($1, $2) ORDER BY name',
    [alderRidge, cedarMill],
  );
  const [larger, smaller] = rows;
  if (!larger || !smaller) throw new Error('the demo has two firms');
  // Requests are sent in the smaller firm, so that comparing the state of both is fast.
  return { own: smaller.id, other: larger.id };
}
