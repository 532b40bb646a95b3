import type { TestServer } from '@carrara/server/testing/testServer';

/** The tables that belong to tenants, with whether their rows have an id of their own. */
export async function tenantTables(
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

/** One id of each table that has rows of the tenant: whatever the tenant was given, an id of it is tried. */
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

/** A number that changes with any row of a tenant's records; sessions, download tokens and the like aside. */
export async function stateOfTenant(server: TestServer, tenantId: string): Promise<string> {
  const transient = new Set(['download_token', 'idempotency']);
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

/** Records of a tenant, made through the API. */
export async function plantRecords(server: TestServer, tenantId: string): Promise<void> {
  const { token } = await server.person(tenantId, { carry: 'administrator' });
  const currency = { Id: await server.referenceEntry(tenantId, 'currency', 'USD') };
  const save = async (url: string, payload: object) => {
    const answer = await server.call(token, tenantId, { method: 'POST', url, payload });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
    return answer.json<{ Id: string; RowVersion: number }>();
  };
  await save('/api/carry/fund', { Code: 'P1', LegalName: 'Planted Fund LP', Currency: currency });
}
