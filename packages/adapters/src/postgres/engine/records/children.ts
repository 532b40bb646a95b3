import { v7 as newId } from 'uuid';
import type { Transaction } from '../unitOfWork/transaction.ts';
import { shapes } from './columns.ts';
import { type Child, type LinkList, snakeCase } from './definition.ts';

type Row = Readonly<Record<string, unknown>>;

/** One record's rows in a collection. */
export interface OwnedRows<T> {
  readonly ownerId: string;
  readonly rows: readonly T[];
}

/**
 * Makes the stored rows of a child collection equal to those of a save. Rows with an existing id are updated, rows
 * without an id inserted, and all others deleted. Takes two statements, however many records and rows there are.
 */
export async function saveChildren(
  tx: Transaction,
  child: Child,
  owned: readonly OwnedRows<Row>[],
  isNew: boolean,
): Promise<void> {
  const fields = Object.entries(child.fields);
  const columns = fields.flatMap(([name, { kind }]) => shapes[kind].columns(snakeCase(name)));
  const written = owned.flatMap(({ ownerId, rows }) =>
    rows.map((row, position) => {
      const values = fields.flatMap(([name, { kind }]) => shapes[kind].write(row[name]));
      const entries = columns.map((column, index) => [column, values[index]] as const);
      const id = typeof row['id'] === 'string' ? row['id'] : newId();
      return { id, position, ...Object.fromEntries(entries), [child.owner]: ownerId };
    }),
  );
  if (!isNew)
    await tx.query(
      `DELETE FROM ${child.table} WHERE tenant_id = $1 AND ${child.owner} = ANY ($2::uuid[]) AND NOT id = ANY ($3::uuid[])`,
      [tx.tenantId, owned.map(({ ownerId }) => ownerId), written.map((row) => row.id)],
    );
  if (written.length === 0) return;
  const names = [...(child.ordered ? ['position'] : []), ...columns];
  await tx.prepared(
    `INSERT INTO ${child.table} (tenant_id, ${child.owner}, id, ${names.join(', ')})
     SELECT $1, r.${child.owner}, r.id, ${names.map((name) => `r.${name}`).join(', ')} FROM jsonb_populate_recordset(NULL::${child.table}, $2::jsonb) r
     ON CONFLICT (tenant_id, id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}
     WHERE ${child.table}.${child.owner} = excluded.${child.owner}`,
    [tx.tenantId, JSON.stringify(written)],
  );
}

/** Replaces lists of references. */
export async function saveList(
  tx: Transaction,
  list: LinkList,
  owned: readonly OwnedRows<unknown>[],
  isNew: boolean,
): Promise<void> {
  if (!isNew)
    await tx.query(`DELETE FROM ${list.table} WHERE tenant_id = $1 AND ${list.owner} = ANY ($2::uuid[])`, [
      tx.tenantId,
      owned.map(({ ownerId }) => ownerId),
    ]);
  const links = owned.flatMap(({ ownerId, rows }) =>
    [...new Set(rows.flatMap((reference) => shapes.reference.write(reference)))]
      .filter((id) => id !== null)
      .map((id, at) => ({ ownerId, id, position: at + 1 })),
  );
  if (links.length === 0) return;
  await tx.query(
    `INSERT INTO ${list.table} (tenant_id, ${list.owner}, ${list.target}, position)
     SELECT $1, r.owner, r.id, r.position FROM unnest($2::uuid[], $3::uuid[], $4::integer[]) AS r(owner, id, position)`,
    [
      tx.tenantId,
      links.map(({ ownerId }) => ownerId),
      links.map(({ id }) => id),
      links.map(({ position }) => position),
    ],
  );
}
