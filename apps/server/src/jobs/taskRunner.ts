import type { FileStore } from '@carrara/adapters/files/fileStore';
import { listMemberships } from '@carrara/adapters/identity/memberships';
import type { WithTenant } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import type { ActingToken } from '@carrara/adapters/postgres/engine/journal/tenantContext';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { InSpan } from '@carrara/adapters/postgres/engine/unitOfWork/inSpan';
import {
  sendHeartbeat,
  claimTask,
  type ClaimedTask,
  endTask,
  pruneTasks,
  type TaskEnd,
} from '@carrara/adapters/postgres/platform/task/taskQueue';
import { hasPermission } from '@carrara/contract/core/permissions';
import type { TaskKind as KindName } from '@carrara/contract/platform/task/task';
import type pg from 'pg';
import { buffer } from 'node:stream/consumers';
import { loadTenant } from '@carrara/adapters/postgres/platform/tenant';
import { notify } from '@carrara/adapters/postgres/platform/inbox/notifications';
import { todayIn } from '../core/today.ts';
import type { RunInTransaction, RequestContext } from '../core/operations.ts';
import type { TaskKind, TaskControl } from '../core/taskKind.ts';

export interface TaskRunnerOptions {
  readonly worker: pg.Pool;
  readonly app: pg.Pool;
  readonly withTenant: WithTenant;
  readonly files: FileStore;
  readonly kinds: Readonly<Record<KindName, TaskKind>>;
  readonly now: () => Date;
  readonly inSpan?: InSpan | undefined;
  readonly log: (error: unknown) => void;
  /** Interval for looking for jobs that another process queued or left behind. */
  readonly pollMs?: number;
}
/** Runs the background jobs of all tenants, one at a time per process. */
export interface TaskRunner {
  /** Looks for jobs now. */
  wake(): void;
  /** Deletes jobs that ended before a point in time, with their results. Subscriptions have their own. */
  prune(before: string, ofSubscriptions: string): Promise<void>;
  /** Leaves the current job to another process, or to the next start. */
  stop(): Promise<void>;
}

const beatMs = 500;
const noClient = {
  address: '',
  userAgent: 'task',
  sessionToken: undefined,
  host: '',
  storeSession: () => undefined,
  forgetSession: () => undefined,
} as const;
const stopped: TaskEnd = { status: 'STOPPED', remarks: [] };
const failed = (text: string): TaskEnd => ({ status: 'FAILED', remarks: [text] });

/** Starts running jobs. If a process ends during a job, another takes over, and the job completes only once. */
export function startTaskRunner(options: TaskRunnerOptions): TaskRunner {
  const { worker, files, log, inSpan, pollMs = 2_000 } = options;
  const work = (task: ClaimedTask) => workOn(options, task, ending.signal);
  const traced = async (task: ClaimedTask) => {
    const { kind, tenantId, attempt } = task;
    const facts = { 'carrara.task.kind': kind, 'carrara.tenant.id': tenantId, 'carrara.task.attempt': attempt };
    await inSpan?.({ name: `task ${kind}`, facts }, async (setFacts) =>
      setFacts({ 'carrara.task.status': (await work(task)) ?? 'LEFT' }),
    );
  };
  const ending = new AbortController();
  let isRequested = false;
  let working: Promise<void> | undefined;

  const workAll = async () => {
    do {
      isRequested = false;
      for (let task = await claimTask(worker); task; task = await claimTask(worker)) {
        await (inSpan ? traced(task) : work(task));
        if (ending.signal.aborted) return;
      }
    } while (isRequested && !ending.signal.aborted);
  };
  const wake = () => {
    isRequested = true;
    if (ending.signal.aborted) return;
    working ??= workAll()
      .catch(log)
      .finally(() => {
        working = undefined;
      });
  };
  const timer = setInterval(wake, pollMs);
  timer.unref();
  wake();
  return {
    wake,
    async prune(before, ofSubscriptions) {
      for (const key of await pruneTasks(worker, before, ofSubscriptions)) await files.remove(key);
    },
    async stop() {
      clearInterval(timer);
      ending.abort();
      await working;
    },
  };
}

/**
 * Runs one job while sending heartbeats, and returns how it ended. Undefined if it was left to another process. Results
 * created after it was stopped or taken over are discarded.
 */
async function workOn(
  options: TaskRunnerOptions,
  task: ClaimedTask,
  ending: AbortSignal,
): Promise<TaskEnd['status'] | undefined> {
  const { worker, files, log } = options;
  const stopping = new AbortController();
  const signal = AbortSignal.any([stopping.signal, ending]);
  let progress: readonly [done: number, total: number] = [0, 0];
  const beat = async () => {
    const beatResult = await sendHeartbeat(worker, task, ...progress);
    if (beatResult !== 'continue') stopping.abort();
    return beatResult;
  };
  const heart = setInterval(() => void beat().catch(log), beatMs);
  try {
    const end = await carryOut(options, task, {
      signal,
      beat,
      onProgress: (done, total) => (progress = [done, total]),
    }).catch((error) => {
      if (stopping.signal.aborted && !ending.aborted) return stopped;
      throw error;
    });
    // Changed records stay changed, even if the job is stopped now. A file is discarded.
    const hasFile = end.status === 'DONE' && end.file !== undefined;
    const settled: TaskEnd = hasFile && (await beat()) === 'stop' ? stopped : end;
    const isMine = await endTask(worker, task, settled);
    if (isMine && settled.status !== 'STOPPED')
      await notifyOfEnd(options, task, { ...settled, status: settled.status });
    if (end.status === 'DONE' && end.file && (!isMine || settled !== end)) await files.remove(end.file.storageKey);
    return isMine ? settled.status : undefined;
  } catch (error) {
    // The database is unavailable or the process is ending, so the job is left for another process.
    log(error);
    return undefined;
  } finally {
    clearInterval(heart);
  }
}

/** Returns a person's grants in a tenant. Undefined if they are no longer a member. */
const grantsOf = async (app: pg.Pool, personId: string, tenantId: string) =>
  (await listMemberships(app, personId)).find((membership) => membership.tenantId === tenantId)?.grants;

/** Notifies the person who started a job that it has ended. */
async function notifyOfEnd(
  { withTenant, kinds, now }: TaskRunnerOptions,
  { tenantId, id, personId, kind, title, input }: ClaimedTask,
  { status, remarks }: { readonly status: 'DONE' | 'FAILED'; readonly remarks: readonly string[] },
): Promise<void> {
  // Nobody is notified of the product's own jobs.
  if (personId === null) return;
  const { onEnd } = kinds[kind as KindName] as Partial<TaskKind>;
  const ended = { id, personId, title, input, isDone: status === 'DONE', remark: remarks[0] ?? '' };
  await withTenant({ tenantId, personId, now: now().toISOString() }, (tx) =>
    onEnd
      ? onEnd(tx, ended)
      : notify(tx, {
          person: personId,
          kind: kind === 'import' ? 'upload' : 'task',
          subject:
            status === 'DONE' ? `Your background job is done: ${title}.` : `Your background job failed: ${title}.`,
          link: '/task',
        }),
  );
}

async function carryOut(
  { app, withTenant, files, kinds, now, log }: TaskRunnerOptions,
  { tenantId, personId, kind, input }: ClaimedTask,
  { signal, beat, onProgress }: Pick<TaskControl, 'signal' | 'onProgress'> & { readonly beat: () => Promise<unknown> },
): Promise<TaskEnd> {
  const work = kinds[kind as KindName] as TaskKind | undefined;
  if (!work) return failed('This version of Carrara can’t run this job.');
  const grants = personId === null ? {} : await grantsOf(app, personId, tenantId);
  const isPermitted = grants && (work.permission === 'eachTask' || hasPermission(grants, work.permission));
  const isAllowed = personId === null ? work.isOfSystem : isPermitted;
  if (!grants || !isAllowed) return failed('You no longer have permission to do this.');
  const at = now();
  const token = input['token'] === undefined ? undefined : (JSON.parse(input['token']) as ActingToken);
  const scope = { tenantId, personId, token, now: at.toISOString() };
  const contextOf = async (tx: Transaction): Promise<RequestContext> => {
    const tenant = await loadTenant(tx);
    return {
      tx,
      tenant,
      person: { id: personId ?? '', name: '', firstName: '' },
      grants,
      now: at,
      today: todayIn(tenant.settings['timeZone'], at),
      requestId: 'task',
      sessionId: '',
      client: noClient,
    };
  };
  const read: RunInTransaction = (load) =>
    withTenant(scope, async (tx) => load(await contextOf(tx)), { readOnly: true });
  const mayEnd = async () => {
    await beat();
    signal.throwIfAborted();
  };
  const act: RunInTransaction = (write) =>
    withTenant(scope, async (tx) => {
      const written = await write(await contextOf(tx));
      await mayEnd();
      return written;
    });
  const prepared = await read((context) => work.prepare(context, input));
  if (prepared.isErr()) return { status: 'FAILED', remarks: prepared.error.map(({ detail }) => detail) };
  try {
    const output = await prepared.value({ onProgress, signal, mayEnd, read, act });
    if (output.isErr()) return { status: 'FAILED', remarks: output.error.map(({ detail }) => detail) };
    const { file, remarks } = output.value;
    if (file === undefined) return { status: 'DONE', remarks };
    const { name, type, content } = file;
    const storageKey = await files.put(tenantId, await buffer(content));
    return { status: 'DONE', remarks, file: { storageKey, name, type } };
  } catch (error) {
    if (signal.aborted) throw error;
    log(error);
    return failed('The job failed. Try again. If it fails again, ask your administrator.');
  }
}
