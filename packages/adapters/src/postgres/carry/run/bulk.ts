import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** A column of a bulk insert: its name, its type, and its value for each row. */
export interface BulkColumn<R> {
  readonly name: string;
  readonly type: 'uuid' | 'text' | 'numeric' | 'integer' | 'boolean' | 'date' | 'jsonb';
  readonly valueOf: (row: R) => string | number | boolean | null;
}

/** An array column, written as text because nested arrays would be flattened. */
export interface ListColumn<R> {
  readonly name: string;
  readonly type: 'uuid[]' | 'integer[]' | 'numeric[]';
  readonly valueOf: (row: R) => readonly (string | number)[];
}

const isList = <R>(column: BulkColumn<R> | ListColumn<R>): column is ListColumn<R> => column.type.endsWith('[]');

/**
 * Inserts many rows in one statement with one array per column, which the database unnests together. For twenty
 * thousand rows, this takes a fraction of the time of single statements or JSON.
 */
export async function insertBulk<R>(
  tx: Transaction,
  table: string,
  columns: readonly (BulkColumn<R> | ListColumn<R>)[],
  rows: readonly R[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map(({ name }) => name).join(', ');
  const arrays = columns.map((column, i) => `$${i + 2}::${isList(column) ? 'text' : column.type}[]`).join(', ');
  const values = columns
    .map((column) => (isList(column) ? `r.${column.name}::${column.type}` : `r.${column.name}`))
    .join(', ');
  await tx.prepared(
    `INSERT INTO ${table} (tenant_id, ${names}) SELECT $1, ${values} FROM unnest(${arrays}) AS r(${names})`,
    [tx.tenantId, ...columns.map((column) => arrayLiteral(column, rows))],
  );
}

function arrayLiteral<R>(column: BulkColumn<R> | ListColumn<R>, rows: readonly R[]): string {
  if (isList(column)) return `{${rows.map((row) => `"{${column.valueOf(row).join(',')}}"`).join(',')}}`;
  const { valueOf } = column;
  const isText = column.type === 'text' || column.type === 'jsonb';
  const parts = rows.map((row) => {
    const value = valueOf(row);
    if (value === null) return 'NULL';
    return isText ? `"${String(value).replace(/["\\]/g, '\\$&')}"` : String(value);
  });
  return `{${parts.join(',')}}`;
}
