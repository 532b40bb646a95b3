import type { Transaction } from '../unitOfWork/index.ts';

/** A column of rows to be written: its name, its type, and its value in each row. */
export interface BulkColumn<R> {
  readonly name: string;
  readonly type: 'uuid' | 'text' | 'numeric' | 'integer' | 'boolean';
  readonly of: (row: R) => string | number | boolean | null;
}

/** Written as text because arrays in arrays would be flattened: an array column of identifiers. */
export interface ListColumn<R> {
  readonly name: string;
  readonly type: 'uuid[]';
  readonly of: (row: R) => readonly string[];
}

/**
 * Writes many rows in one statement: one array for each column, which the database unfolds together. Twenty thousand rows take a fraction of
 * what single statements or JSON would.
 */
export async function insertBulk<R>(
  tx: Transaction,
  table: string,
  columns: readonly (BulkColumn<R> | ListColumn<R>)[],
  rows: readonly R[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map(({ name }) => name).join(', ');
  const arrays = columns.map(({ type }, i) => `$${i + 2}::${type === 'uuid[]' ? 'text' : type}[]`).join(', ');
  const values = columns.map(({ name, type }) => (type === 'uuid[]' ? `r.${name}::uuid[]` : `r.${name}`)).join(', ');
  await tx.prepared(
    `INSERT INTO ${table} (tenant_id, ${names}) SELECT $1, ${values} FROM unnest(${arrays}) AS r(${names})`,
    [tx.tenantId, ...columns.map((column) => arrayLiteral(column, rows))],
  );
}

function arrayLiteral<R>(column: BulkColumn<R> | ListColumn<R>, rows: readonly R[]): string {
  if (column.type === 'uuid[]') return `{${rows.map((row) => `"{${column.of(row).join(',')}}"`).join(',')}}`;
  const { of } = column;
  const isText = column.type === 'text';
  const parts = rows.map((row) => {
    const value = of(row);
    if (value === null) return 'NULL';
    return isText ? `"${String(value).replace(/["\\]/g, '\\$&')}"` : String(value);
  });
  return `{${parts.join(',')}}`;
}
