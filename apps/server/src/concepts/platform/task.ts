import type { FileStore } from '@carrara/adapters/files';
import { askStop, insertTask, listTasks, loadTask, type StoredTask } from '@carrara/adapters/postgres/platform/task';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { holds, type Permission } from '@carrara/contract/core/permissions';
import type { Task, taskEndpoints, TaskKind } from '@carrara/contract/platform/task';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import type { Operations, RequestContext } from '../../core/operations.ts';
import { exportCall } from '../../calls/exportCall.ts';

export interface TaskPorts {
  readonly files: FileStore;
}
export interface TaskStart {
  /** Called after a commit that queued a background job. */
  readonly onTask: () => void;
}

/** Maximum number of unfinished jobs per person. */
const mostOpen = 20;
const permissionOf: Readonly<Record<Exclude<TaskKind, 'export'>, Permission>> = {
  letters: 'distribution.view',
  import: 'upload.edit',
  recompute: 'tenant.edit',
  statements: 'pay.edit',
  investorDocuments: 'fundLedger.view',
};
const missing = () => err([fail('NOT_FOUND', ['id'], 'There is no such background job.')]);
const shown = ({ storageKey: _key, mimeType: _type, input: _input, ...task }: StoredTask): Task => task;
/** True if the person may still do what produced the result. */
const mayFetch = (context: RequestContext, { kind, input }: StoredTask) =>
  kind === 'export' ? exportCall(context, input) !== undefined : holds(context.grants, permissionOf[kind]);

/** Queues a background job in this transaction. Refused if too many of the person's jobs are waiting. */
export async function startTask(
  tx: Transaction,
  { onTask }: TaskStart,
  work: { readonly kind: TaskKind; readonly title: string; readonly input: Readonly<Record<string, string>> },
): Promise<Result<Task, Failures>> {
  const open = (await listTasks(tx)).filter(({ endedDate }) => endedDate === null);
  if (open.length >= mostOpen) {
    return err([
      fail(
        'TOO_MANY_TASKS',
        [],
        `You already have ${mostOpen} background jobs. Wait until one has ended, or stop one.`,
      ),
    ]);
  }
  const id = newId();
  await insertTask(tx, { id, ...work });
  tx.afterCommit(async () => onTask());
  return ok(shown((await loadTask(tx, id))!));
}

/** Operations on the person's own background jobs. */
export function taskOperations({ files, onTask }: TaskPorts & TaskStart): Operations<typeof taskEndpoints> {
  return {
    listTasks: async ({ tx }) => ok((await listTasks(tx)).map(shown)),
    async getTask({ tx }, { params }) {
      const task = await loadTask(tx, params.id);
      return task ? ok(shown(task)) : missing();
    },
    async startExport(context, { body }) {
      const found = exportCall(context, body);
      if (!found)
        return err([fail('NOT_FOUND', ['address'], 'There is no such export, or you don’t have permission for it.')]);
      const { list, summary } = found.endpoint;
      const title = `Export: ${list?.title ?? summary}`.slice(0, 400);
      return startTask(context.tx, { onTask }, { kind: 'export', title, input: body });
    },
    async stopTask({ tx }, { params }) {
      await askStop(tx, params.id);
      const task = await loadTask(tx, params.id);
      return task ? ok(shown(task)) : missing();
    },
    async downloadTask(context, { params }) {
      const task = await loadTask(context.tx, params.id);
      if (!task?.storageKey || !task.fileName || !task.mimeType) return missing();
      if (!mayFetch(context, task)) return err([fail('FORBIDDEN', [], '')]);
      const content = await files.get(task.storageKey);
      return content ? ok({ name: task.fileName, type: task.mimeType, content }) : missing();
    },
  };
}
