import type { DeferredKind } from '@carrara/domain/compensation/deferred';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** A deferred award of the signed-in person as it is stored, with dates and amounts as texts. */
export interface OwnDeferred {
  readonly id: string;
  readonly currency: string;
  readonly tranches: readonly {
    readonly vestDate: string;
    readonly percent: string;
    readonly payDate: string;
    readonly amount: string;
  }[];
  readonly entries: readonly {
    readonly kind: DeferredKind;
    readonly tranche: number | null;
    readonly on: string;
    readonly amount: string;
  }[];
}

/**
 * Returns the deferred awards of the person of the transaction that a statement in force has disclosed. The database
 * derives them from the person alone.
 */
export const ownDeferred = (tx: Transaction): Promise<OwnDeferred[]> =>
  tx.query(`SELECT o.id, o.currency, o.tranches, o.entries FROM own_deferred() o ORDER BY o.grant_date, o.id`, []);
