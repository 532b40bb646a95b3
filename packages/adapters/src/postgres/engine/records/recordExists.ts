import type { Transaction } from '../unitOfWork/index.ts';

/** Where records of a type lie. */
export interface RecordPlace {
  readonly table: string;
  /** The value of its column `kind`, where the table holds several types. */
  readonly kind?: string;
}

/** Whether the tenant has such a record. */
export async function recordExists(tx: Transaction, id: string, { table, kind }: RecordPlace): Promise<boolean> {
  const ofKind = kind === undefined ? '' : ' AND kind = $3';
  const rows = await tx.prepared(`SELECT 1 FROM ${table} WHERE tenant_id = $1 AND id = $2${ofKind}`, [
    tx.tenantId,
    id,
    ...(kind === undefined ? [] : [kind]),
  ]);
  return rows.length > 0;
}
