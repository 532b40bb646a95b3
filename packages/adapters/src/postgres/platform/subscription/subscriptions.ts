import type { DateRule, Schedule } from '@carrara/domain/platform/subscription';
import type pg from 'pg';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** A call and the path that return a file. */
export interface FileAddress {
  readonly call: string;
  readonly address: string;
}

export interface SubscriptionContent extends FileAddress {
  readonly name: string;
  readonly schedule: Schedule;
  readonly dates: DateRule;
  readonly isPaused: boolean;
}

export interface LastFile {
  readonly createdDate: string;
  readonly result: 'CREATED' | 'REFUSED' | 'FAILED';
  readonly remark: string;
  readonly taskId: string | null;
}

export interface StoredSubscription extends SubscriptionContent {
  readonly id: string;
  readonly rowVersion: number;
  /** The last day of the schedule that was handled, or on which the subscription began or was resumed. */
  readonly handledThrough: string;
  readonly last: LastFile | null;
}

const columns = `s.id, s.row_version AS "rowVersion", s.name, s.call, s.address, jsonb_build_object('kind', s.schedule_kind, 'day', s.schedule_day) AS schedule,
  s.dates, s.is_paused AS "isPaused", s.handled_through::text AS "handledThrough",
  CASE WHEN s.last_at IS NOT NULL THEN jsonb_build_object('createdDate', to_char(s.last_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'result', s.last_result, 'remark', s.last_remark, 'taskId', (SELECT k.id FROM task k WHERE k.tenant_id = s.tenant_id AND k.id = s.last_task_id)) END AS last`;

/** Returns the subscriptions of the person of the transaction, by name. Row-level security hides all others. */
export const readSubscriptions = (tx: Transaction): Promise<StoredSubscription[]> =>
  tx.query(`SELECT ${columns} FROM subscription s WHERE s.tenant_id = $1 ORDER BY lower(s.name), s.id`, [tx.tenantId]);

/** Locks the subscriber until this transaction ends, so that their subscriptions are counted one request after another, and returns these. */
export async function lockSubscriptions(tx: Transaction): Promise<StoredSubscription[]> {
  await tx.query('SELECT 1 FROM membership WHERE tenant_id = $1 AND person_id = $2 FOR UPDATE', [
    tx.tenantId,
    tx.personId,
  ]);
  return readSubscriptions(tx);
}

/** Returns a subscription, locked until the end of the transaction. */
export async function lockSubscription(tx: Transaction, id: string): Promise<StoredSubscription | undefined> {
  const [found] = await tx.query<StoredSubscription>(
    `SELECT ${columns} FROM subscription s WHERE s.tenant_id = $1 AND s.id = $2 FOR UPDATE`,
    [tx.tenantId, id],
  );
  return found;
}

/** The fields of a subscription in the audit log. */
const recorded = ({ name, call, address, schedule, dates, isPaused }: SubscriptionContent) => ({
  name,
  call,
  address,
  schedule,
  dates,
  isPaused,
});

/** Stores a new subscription, or replaces one. */
export async function storeSubscription(
  tx: Transaction,
  id: string,
  content: SubscriptionContent,
  handledThrough: string,
  before: StoredSubscription | undefined,
): Promise<void> {
  const { name, call, address, schedule, dates, isPaused } = content;
  const rowVersion = (before?.rowVersion ?? 0) + 1;
  const values = [
    tx.tenantId,
    id,
    name,
    schedule.kind,
    schedule.day,
    dates,
    isPaused,
    handledThrough,
    rowVersion,
    tx.now,
    tx.personId,
  ];
  await (before
    ? tx.query(
        `UPDATE subscription SET name = $3, schedule_kind = $4, schedule_day = $5, dates = $6, is_paused = $7, handled_through = $8,
           row_version = $9, updated_at = $10, updated_by = $11
         WHERE tenant_id = $1 AND id = $2`,
        values,
      )
    : tx.query(
        `INSERT INTO subscription (tenant_id, id, name, schedule_kind, schedule_day, dates, is_paused, handled_through, row_version,
           created_at, created_by, updated_at, updated_by, person_id, call, address)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $10, $11, $11, $12, $13)`,
        [...values, call, address],
      ));
  tx.record({
    operation: 'saveSubscription',
    objectType: 'subscription',
    objectId: id,
    objectName: name,
    before: before ? recorded(before) : null,
    after: recorded(content),
    rowVersion,
  });
}

export async function deleteStoredSubscription(tx: Transaction, subscription: StoredSubscription): Promise<void> {
  await tx.query('DELETE FROM subscription WHERE tenant_id = $1 AND id = $2', [tx.tenantId, subscription.id]);
  tx.record({
    operation: 'deleteSubscription',
    objectType: 'subscription',
    objectId: subscription.id,
    objectName: subscription.name,
    before: recorded(subscription),
    after: null,
  });
}

/** Records that a day of the schedule was handled, so that no other process handles it. */
export async function markDayHandled(tx: Transaction, id: string, day: string): Promise<void> {
  await tx.query('UPDATE subscription SET handled_through = $3 WHERE tenant_id = $1 AND id = $2', [
    tx.tenantId,
    id,
    day,
  ]);
}

/** Records the outcome of a file. */
export async function storeLastFile(tx: Transaction, id: string, last: Omit<LastFile, 'createdDate'>): Promise<void> {
  await tx.query(
    `UPDATE subscription SET last_at = $3, last_result = $4, last_remark = left($5, 400), last_task_id = $6
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, id, tx.now, last.result, last.remark, last.taskId],
  );
}

/** An active subscription of any firm. */
export interface ScheduledSubscription {
  readonly tenantId: string;
  readonly id: string;
  readonly personId: string;
  readonly timeZone: string | null;
  readonly schedule: Schedule;
  readonly handledThrough: string;
}

/** Returns the active subscriptions of all firms whose subscribers are still members. */
export async function scheduledSubscriptions(worker: pg.Pool): Promise<readonly ScheduledSubscription[]> {
  const { rows } = await worker.query<ScheduledSubscription>(
    `SELECT s.tenant_id AS "tenantId", s.id, s.person_id AS "personId", t.settings ->> 'timeZone' AS "timeZone",
       jsonb_build_object('kind', s.schedule_kind, 'day', s.schedule_day) AS schedule, s.handled_through::text AS "handledThrough"
     FROM subscription s JOIN tenant t ON t.id = s.tenant_id AND NOT t.is_inactive
     JOIN membership m ON m.tenant_id = s.tenant_id AND m.person_id = s.person_id AND NOT m.is_inactive
     JOIN person p ON p.id = s.person_id AND NOT p.is_inactive
     WHERE NOT s.is_paused`,
  );
  return rows;
}
