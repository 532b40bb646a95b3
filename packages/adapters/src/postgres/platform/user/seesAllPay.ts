import type { Transaction } from '../../engine/unitOfWork/index.ts';

/** Whether the person of the transaction sees everybody's pay. */
export async function seesAllPay(tx: Transaction): Promise<boolean> {
  const [row] = await tx.query<{ all: boolean }>('SELECT sees_all_pay() AS "all"');
  return row?.all ?? false;
}
