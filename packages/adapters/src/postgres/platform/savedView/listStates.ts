import type { ViewState } from '@carrara/domain/platform/savedView';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

export interface StoredListState {
  readonly list: string;
  readonly state: ViewState | null;
  readonly viewId: string | null;
  readonly defaultViewId: string | null;
}

/** Returns how the person of the transaction left each list. */
export const readListStates = (tx: Transaction): Promise<StoredListState[]> =>
  tx.query(
    `SELECT s.list, s.state, s.view_id AS "viewId", s.default_view_id AS "defaultViewId"
     FROM list_state s WHERE s.tenant_id = $1 AND s.person_id = $2 ORDER BY s.list`,
    [tx.tenantId, tx.personId],
  );

interface StateToStore {
  readonly list: string;
  readonly state: object | null;
  readonly viewId: string | null;
}

/** Stores how the person left a list. The default view stays. */
export async function storeListState(tx: Transaction, { list, state, viewId }: StateToStore): Promise<void> {
  await tx.query(
    `INSERT INTO list_state (tenant_id, person_id, list, state, view_id) VALUES ($1, $2, $3, $4::jsonb, $5)
     ON CONFLICT (tenant_id, person_id, list) DO UPDATE SET state = excluded.state, view_id = excluded.view_id`,
    [tx.tenantId, tx.personId, list, state && JSON.stringify(state), viewId],
  );
}

/** Stores the person's default view of a list; null for none. */
export async function storeDefaultView(tx: Transaction, list: string, viewId: string | null): Promise<void> {
  await tx.query(
    `INSERT INTO list_state (tenant_id, person_id, list, default_view_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT (tenant_id, person_id, list) DO UPDATE SET default_view_id = excluded.default_view_id`,
    [tx.tenantId, tx.personId, list, viewId],
  );
}
