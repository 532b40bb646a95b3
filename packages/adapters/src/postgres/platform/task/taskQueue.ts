import type pg from 'pg';

/** A task that this process is running, until it ends the task or stops sending heartbeats. */
export interface ClaimedTask {
  readonly tenantId: string;
  readonly id: string;
  /** Null for tasks of the product itself. */
  readonly personId: string | null;
  readonly kind: string;
  readonly title: string;
  readonly input: Readonly<Record<string, string>>;
  readonly attempt: number;
}

/** Seconds without a heartbeat after which a process counts as dead and another takes over its task. */
const silentSeconds = 15;
/** Number of attempts. A task isn't retried after this many processes died while running it. */
const mostAttempts = 3;

/**
 * Claims the oldest task that waits, or whose process stopped sending heartbeats. Only one of several processes gets
 * it.
 */
export async function claimTask(worker: pg.Pool): Promise<ClaimedTask | undefined> {
  await worker.query(
    `UPDATE task SET status = 'FAILED', ended_at = now(), remarks = jsonb_build_array('The server ended ${mostAttempts} times while it worked on this.')
     WHERE status = 'RUNNING' AND attempt >= ${mostAttempts} AND heartbeat_at < now() - interval '${silentSeconds} s'`,
  );
  const { rows } = await worker.query<ClaimedTask>(
    `UPDATE task t SET status = 'RUNNING', attempt = t.attempt + 1, heartbeat_at = now(), done = 0
     FROM (SELECT tenant_id, id FROM task
           WHERE status = 'WAITING' OR status = 'RUNNING' AND heartbeat_at < now() - interval '${silentSeconds} s'
           ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) next
     WHERE t.tenant_id = next.tenant_id AND t.id = next.id
     RETURNING t.tenant_id AS "tenantId", t.id, t.person_id AS "personId", t.kind, t.title, t.input, t.attempt`,
  );
  return rows[0];
}

const mine = `tenant_id = $1 AND id = $2 AND attempt = $3 AND status = 'RUNNING'`;
const key = ({ tenantId, id, attempt }: ClaimedTask) => [tenantId, id, attempt];

/**
 * Sends a heartbeat with the progress. Returns false if the task should stop, because of a request or because another
 * process has taken over.
 */
export async function sendHeartbeat(
  worker: pg.Pool,
  task: ClaimedTask,
  done: number,
  total: number,
): Promise<'continue' | 'stop' | 'lost'> {
  const { rows } = await worker.query<{ stop: boolean }>(
    `UPDATE task SET heartbeat_at = now(), done = $4, total = $5 WHERE ${mine} RETURNING stop_requested AS stop`,
    [...key(task), done, total],
  );
  return rows[0] === undefined ? 'lost' : rows[0].stop ? 'stop' : 'continue';
}

export type TaskEnd =
  | {
      readonly status: 'DONE';
      readonly remarks: readonly string[];
      /** Absent for tasks that only change records. */
      readonly file?: { readonly storageKey: string; readonly name: string; readonly type: string };
    }
  | { readonly status: 'FAILED' | 'STOPPED'; readonly remarks: readonly string[] };

/**
 * Ends a task. Returns false if another process has taken over, whose outcome counts instead. A stopped task has no
 * result.
 */
export async function endTask(worker: pg.Pool, task: ClaimedTask, end: TaskEnd): Promise<boolean> {
  const file = end.status === 'DONE' ? end.file : undefined;
  const { rowCount } = await worker.query(
    `UPDATE task SET status = $4, remarks = $5::jsonb, storage_key = $6, file_name = $7, mime_type = $8, ended_at = now(),
       done = CASE $4 WHEN 'DONE' THEN greatest(done, total) ELSE done END
     WHERE ${mine}`,
    [
      ...key(task),
      end.status,
      JSON.stringify(end.remarks),
      file?.storageKey ?? null,
      file?.name ?? null,
      file?.type ?? null,
    ],
  );
  return rowCount === 1;
}

/**
 * Deletes tasks that ended before a point in time, and returns the storage keys of their results. Files of subscriptions
 * are stored for longer, because nobody waits for them.
 */
export async function pruneTasks(worker: pg.Pool, before: string, ofSubscriptions: string): Promise<readonly string[]> {
  const { rows } = await worker.query<{ key: string | null }>(
    `DELETE FROM task WHERE ended_at < CASE kind WHEN 'subscription' THEN $2::timestamptz ELSE $1::timestamptz END
     RETURNING storage_key AS key`,
    [before, ofSubscriptions],
  );
  return rows.flatMap(({ key: stored }) => stored ?? []);
}

/** Returns the number of tasks per status, and for how many seconds the oldest waiting one has waited. */
export async function taskCounts(
  worker: pg.Pool,
  now: Date,
): Promise<{ readonly states: Readonly<Record<string, number>>; readonly waitedSeconds: number }> {
  const { rows } = await worker.query<{ status: string; count: number; seconds: number }>(
    `SELECT status, count(*)::int AS count, greatest(extract(epoch FROM $1::timestamptz - min(created_at)), 0)::float8 AS seconds
     FROM task GROUP BY status`,
    [now],
  );
  return {
    states: Object.fromEntries(rows.map(({ status, count }) => [status, count])),
    waitedSeconds: rows.find(({ status }) => status === 'WAITING')?.seconds ?? 0,
  };
}
