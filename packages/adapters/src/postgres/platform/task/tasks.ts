import type { Task } from '@carrara/contract/platform/task/task';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** A task with the location of its result. */
export interface StoredTask extends Task {
  readonly storageKey: string | null;
  readonly mimeType: string | null;
  /** Input that it was started with. */
  readonly input: Readonly<Record<string, string>>;
}

const columns = `t.id, t.kind, t.title, t.status, t.done, t.total, t.remarks, t.stop_requested AS "stopRequested", t.file_name AS "fileName",
  t.created_at AS "createdDate", t.ended_at AS "endedDate", t.input ->> 'id' AS "objectId", t.storage_key AS "storageKey", t.mime_type AS "mimeType", t.input`;
const maxDisplayed = 50;

/**
 * Returns the newest tasks of the person of the transaction, or the product's own if there is no person. The database
 * returns nobody else's.
 */
export const listTasks = (tx: Transaction): Promise<StoredTask[]> =>
  tx.query<StoredTask>(
    `SELECT ${columns} FROM task t WHERE t.tenant_id = $1 AND t.person_id IS NOT DISTINCT FROM $2 ORDER BY t.created_at DESC, t.id DESC LIMIT ${maxDisplayed}`,
    [tx.tenantId, tx.personId],
  );

export async function loadTask(tx: Transaction, id: string): Promise<StoredTask | undefined> {
  const [row] = await tx.query<StoredTask>(`SELECT ${columns} FROM task t WHERE t.tenant_id = $1 AND t.id = $2`, [
    tx.tenantId,
    id,
  ]);
  return row;
}

export interface NewTask {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  /** Input of the task. `id` is the record that it is about. */
  readonly input: Readonly<Record<string, string>>;
}

export async function insertTask(tx: Transaction, { id, kind, title, input }: NewTask): Promise<void> {
  await tx.query(
    `INSERT INTO task (tenant_id, id, person_id, kind, title, input, created_at) VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7)`,
    [
      tx.tenantId,
      id,
      tx.personId,
      kind,
      title,
      JSON.stringify(tx.token ? { ...input, token: JSON.stringify(tx.token) } : input),
      tx.now,
    ],
  );
}

/**
 * Asks the worker of a task to stop. A waiting task stops at once. Returns false for a task that has ended, or was asked
 * before.
 */
export async function requestStop(tx: Transaction, id: string): Promise<boolean> {
  const changed = await tx.query(
    `UPDATE task SET stop_requested = true, status = CASE status WHEN 'WAITING' THEN 'STOPPED' ELSE status END,
       ended_at = CASE status WHEN 'WAITING' THEN $3::timestamptz END
     WHERE tenant_id = $1 AND id = $2 AND status IN ('WAITING', 'RUNNING') AND NOT stop_requested RETURNING id`,
    [tx.tenantId, id, tx.now],
  );
  return changed.length > 0;
}
