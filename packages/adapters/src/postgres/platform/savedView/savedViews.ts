import type { ViewHead, ViewState } from '@carrara/domain/platform/savedView';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { personName } from '../../engine/texts/personName.ts';

export interface StoredView extends ViewHead {
  readonly id: string;
  readonly rowVersion: number;
  readonly isPay: boolean;
  readonly ownerId: string | null;
  readonly ownerName: string;
  readonly state: ViewState;
  readonly updatedDate: string;
  readonly updatedBy: string;
}

const columns = `v.id, v.row_version AS "rowVersion", v.list, v.name, v.is_shared AS "isShared", v.is_pay AS "isPay",
  v.created_by AS "ownerId", ${personName('v.created_by')} AS "ownerName", v.state,
  v.updated_at AS "updatedDate", ${personName('v.updated_by')} AS "updatedBy"`;

/** Returns the person's own views and the shared ones, by name. Row-level security hides all others. */
export const readViews = (tx: Transaction): Promise<StoredView[]> =>
  tx.query(`SELECT ${columns} FROM saved_view v WHERE v.tenant_id = $1 ORDER BY lower(v.name), v.id`, [tx.tenantId]);

/** Creates the views of a person in a list one after another, so that each counts those before it. */
export async function lockOwnViews(tx: Transaction, list: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('savedView' || $1::text || $2::text || $3::text, 0))`, [
    tx.tenantId,
    tx.personId,
    list,
  ]);
}

/** Returns a view, locked until the end of a transaction that changes it. */
export async function loadView(tx: Transaction, id: string, lock: 'locked' | 'read'): Promise<StoredView | undefined> {
  const [view] = await tx.query<StoredView>(
    `SELECT ${columns} FROM saved_view v WHERE v.tenant_id = $1 AND v.id = $2${lock === 'locked' ? ' FOR UPDATE' : ''}`,
    [tx.tenantId, id],
  );
  return view;
}

interface ViewToStore extends ViewHead {
  readonly isPay: boolean;
  readonly state: ViewState;
}

/** The fields of a view in the audit log. The policies of the log read its list, `isShared` and `isPay`. */
const recorded = ({ list, name, isShared, isPay, state }: ViewToStore) => ({ list, name, isShared, isPay, ...state });

/** Stores a new view, or replaces one. Its owner stays the same. */
export async function storeView(
  tx: Transaction,
  id: string,
  view: ViewToStore,
  before: StoredView | undefined,
): Promise<void> {
  const { list, name, isShared, isPay, state } = view;
  const rowVersion = (before?.rowVersion ?? 0) + 1;
  const values = [tx.tenantId, id, name, isShared, isPay, JSON.stringify(state), rowVersion, tx.now, tx.personId];
  await (before
    ? tx.query(
        `UPDATE saved_view SET name = $3, is_shared = $4, is_pay = $5, state = $6::jsonb, row_version = $7, updated_at = $8, updated_by = $9
         WHERE tenant_id = $1 AND id = $2`,
        values,
      )
    : tx.query(
        `INSERT INTO saved_view (tenant_id, id, name, is_shared, is_pay, state, row_version, created_at, created_by, updated_at, updated_by, list)
         VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9, $8, $9, $10)`,
        [...values, list],
      ));
  tx.record({
    operation: 'saveSavedView',
    objectType: 'savedView',
    objectId: id,
    objectName: name,
    before: before ? recorded(before) : null,
    after: recorded(view),
    rowVersion,
  });
}

export async function deleteView(tx: Transaction, view: StoredView): Promise<void> {
  await tx.query('DELETE FROM saved_view WHERE tenant_id = $1 AND id = $2', [tx.tenantId, view.id]);
  tx.record({
    operation: 'deleteSavedView',
    objectType: 'savedView',
    objectId: view.id,
    objectName: view.name,
    before: recorded(view),
    after: null,
  });
}

/** Returns true if the person of the transaction has access to some pay. */
export async function canViewSomePay(tx: Transaction): Promise<boolean> {
  const [row] = await tx.query<{ canView: boolean }>('SELECT can_view_some_pay() AS "canView"');
  return row?.canView ?? false;
}
