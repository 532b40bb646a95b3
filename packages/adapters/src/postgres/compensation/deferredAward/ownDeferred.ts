import type { DeferredKind } from '@carrara/domain/compensation/deferred';
import type { Transaction } from '../../engine/unitOfWork/index.ts';

/** An own deferred award as it is stored: texts of days and amounts. */
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

/** The deferred awards of the person of the transaction that a standing statement has told of: by the database, from the person alone. */
export const ownDeferred = (tx: Transaction): Promise<OwnDeferred[]> =>
  tx.query(`SELECT o.id, o.currency, o.tranches, o.entries FROM own_deferred() o ORDER BY o.grant_date, o.id`, []);
