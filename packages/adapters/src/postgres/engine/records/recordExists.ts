import type { Transaction } from '../unitOfWork/index.ts';

/** Where records of a type lie. */
export interface RecordPlace {
  readonly table: string;
  /** What tells them from others, where the table holds several types: the values of a column, `kind` unless it is named. */
  readonly kind?: string | readonly string[];
  readonly column?: 'kind' | 'type';
}

/** Whether the tenant has such a record. */
export async function recordExists(
  tx: Transaction,
  id: string,
  { table, kind, column = 'kind' }: RecordPlace,
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
