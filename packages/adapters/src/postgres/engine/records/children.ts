import { v7 as newId } from 'uuid';
import type { Transaction } from '../unitOfWork/transaction.ts';
import { shapes } from './columns.ts';
import { type Child, type LinkList, snake } from './definition.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Makes the stored rows of a child collection equal to the given ones: a row with the id of a stored one changes it, one without is added,
 * the others go. Two statements, however many rows.
 */
export async function saveChildren(
  tx: Transaction,
  child: Child,
  ownerId: string,
  rows: readonly Row[],
  isNew: boolean,
): Promise<void> {
  const fields = Object.entries(child.fields);
  const columns = fields.flatMap(([name, { kind }]) => shapes[kind].columns(snake(name)));
  const written = rows.map((row, position) => {
    const values = fields.flatMap(([name, { kind }]) => shapes[kind].write(row[name]));
    const entries = columns.map((column, index) => [column, values[index]] as const);
    return { id: typeof row['id'] === 'string' ? row['id'] : newId(), position, ...Object.fromEntries(entries) };
  });
  if (!isNew)
    await tx.query(
      `DELETE FROM ${child.table} WHERE tenant_id = $1 AND ${child.owner} = $2 AND NOT id = ANY ($3::uuid[])`,
      [tx.tenantId, ownerId, written.map((row) => row.id)],
    );
  if (written.length === 0) return;
  const names = [...(child.ordered ? ['position'] : []), ...columns];
  await tx.prepared(
    `INSERT INTO ${child.table} (tenant_id, ${child.owner}, id, ${names.join(', ')})
     SELECT $1, $2, r.id, ${names.map((name) => `r.${name}`).join(', ')} FROM jsonb_populate_recordset(NULL::${child.table}, $3::jsonb) r
     ON CONFLICT (tenant_id, id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}
     WHERE ${child.table}.${child.owner} = $2`,
    [tx.tenantId, ownerId, JSON.stringify(written)],
  );
}

/** Replaces a list of references. */
export async function saveList(
  tx: Transaction,
  list: LinkList,
  ownerId: string,
  references: readonly unknown[],
  isNew: boolean,
): Promise<void> {
  if (!isNew)
    await tx.query(`DELETE FROM ${list.table} WHERE tenant_id = $1 AND ${list.owner} = $2`, [tx.tenantId, ownerId]);
  const ids = [...new Set(references.flatMap((reference) => shapes.reference.write(reference)))].filter(
    (id) => id !== null,
  );
  if (ids.length === 0) return;
  await tx.query(
    `INSERT INTO ${list.table} (tenant_id, ${list.owner}, ${list.target}, position)
     SELECT $1, $2, r.id, r.position FROM unnest($3::uuid[]) WITH ORDINALITY AS r(id, position)`,
    [tx.tenantId, ownerId, ids],
  );
}
