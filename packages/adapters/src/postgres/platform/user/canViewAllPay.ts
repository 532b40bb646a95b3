import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** True if the person of the transaction may see everybody's pay. */
export async function canViewAllPay(tx: Transaction): Promise<boolean> {
  const [row] = await tx.query<{ all: boolean }>('SELECT can_view_all_pay() AS "all"');
  return row?.all ?? false;
}
