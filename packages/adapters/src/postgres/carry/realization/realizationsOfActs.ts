import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** A realization that a distribution of proceeds created. */
export interface RealizationOfAct {
  readonly actId: string;
  readonly id: string;
  readonly name: string;
  readonly status: 'DRAFT' | 'POSTED' | 'REVERSED';
}

/** Returns the realizations that acts created. */
export const realizationsOfActs = (tx: Transaction, actIds: readonly string[]): Promise<RealizationOfAct[]> =>
  tx.query(
    `SELECT r.ledger_act_id AS "actId", r.id, r.name, r.status FROM realization r
     WHERE r.tenant_id = $1 AND r.ledger_act_id = ANY ($2::uuid[]) ORDER BY r.id`,
    [tx.tenantId, actIds],
  );
