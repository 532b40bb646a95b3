import type { Transaction } from '../../engine/unitOfWork/index.ts';
import { mismatchOfEntity } from './memberSql.ts';

/** Whether the members of the entity are other than those of its default allocation profile; false while it has none. */
export async function hasMemberMismatch(tx: Transaction, entityId: string): Promise<boolean> {
  const [row] = await tx.query<{ mismatch: boolean }>(`SELECT ${mismatchOfEntity('$2')} AS mismatch`, [
    tx.tenantId,
    entityId,
  ]);
  return row?.mismatch ?? false;
}
