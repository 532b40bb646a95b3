import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { mismatchOfEntity } from './memberSql.ts';

/** True if the entity's members differ from those in its default allocation profile. False if it has none. */
export async function hasMemberMismatch(tx: Transaction, entityId: string): Promise<boolean> {
  const [row] = await tx.query<{ mismatch: boolean }>(`SELECT ${mismatchOfEntity('$2')} AS mismatch`, [
    tx.tenantId,
    entityId,
  ]);
  return row?.mismatch ?? false;
}
