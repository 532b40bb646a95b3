import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';

/**
 * Copies the rows of a table that match a condition on `x`, with some values replaced. Generated columns are computed
 * again.
 */
export async function copyRow(tx: Transaction, table: string, where: string, values: object): Promise<void> {
  const columns = await tx.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  await tx.query(
    `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.map((name) => `r.${name}`).join(', ')}
     FROM (SELECT x AS row FROM ${table} x WHERE x.tenant_id = $1 AND ${where}) l, jsonb_populate_record(l.row, $2::jsonb) r`,
    [tx.tenantId, JSON.stringify(values)],
  );
}
