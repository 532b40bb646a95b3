import type { Transaction } from '../unitOfWork/transaction.ts';

export interface RecordLocation {
  readonly table: string;
  /** Values of a column that select the type, if the table has several. The column is `kind` by default. */
  readonly kind?: string | readonly string[];
  readonly column?: 'kind' | 'type';
}

/** True if the tenant has such a record. */
export async function recordExists(
  tx: Transaction,
  id: string,
  { table, kind, column = 'kind' }: RecordLocation,
): Promise<boolean> {
  const ofKind = kind === undefined ? '' : ` AND ${column} = ANY ($3::text[])`;
  const kinds = kind === undefined ? [] : [typeof kind === 'string' ? [kind] : kind];
  const rows = await tx.prepared(`SELECT 1 FROM ${table} WHERE tenant_id = $1 AND id = $2${ofKind}`, [
    tx.tenantId,
    id,
    ...kinds,
  ]);
  return rows.length > 0;
}
