import type { FileStore } from '@carrara/adapters/files/fileStore';
import { requestStop, listTasks, loadTask, type StoredTask } from '@carrara/adapters/postgres/platform/task/tasks';
import { hasPermission, type Permission } from '@carrara/contract/core/permissions';
import type { taskEndpoints, TaskKind } from '@carrara/contract/platform/task/task';
import { err, fail, ok } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { exportCall } from '../../../calls/exportCall.ts';
import { displayedTask, startTask, type TaskStart } from '../../../usecases/platform/task.ts';

export interface TaskPorts {
  readonly files: FileStore;
}
const permissionOf: Readonly<Record<Exclude<TaskKind, 'export' | 'subscription'>, Permission>> = {
  letters: 'distribution.view',
  import: 'upload.edit',
  recompute: 'tenant.edit',
  statements: 'pay.edit',
  investorDocuments: 'fundLedger.view',
  sampleFirm: 'tenant.edit',
};
const missing = () => err([fail('NOT_FOUND', ['id'], 'There is no such background job.')]);
/** True if the person may still do what produced the result. */
const mayFetch = (context: RequestContext, { kind, input }: StoredTask) =>
  kind === 'export' || kind === 'subscription'
    ? exportCall(context, input) !== undefined
    : hasPermission(context.grants, permissionOf[kind]);

/** Operations on the person's own background jobs. */
export function taskOperations({ files, onTask }: TaskPorts & TaskStart): Operations<typeof taskEndpoints> {
  return {
    listTasks: async ({ tx }) => ok((await listTasks(tx)).map(displayedTask)),
    async getTask({ tx }, { params }) {
      const task = await loadTask(tx, params.id);
      return task ? ok(displayedTask(task)) : missing();
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
      await requestStop(tx, params.id);
      const task = await loadTask(tx, params.id);
      return task ? ok(displayedTask(task)) : missing();
    },
    async stopTasks({ tx }, { body }) {
      const ids = [...new Set(body.ids.map((id) => id.toLowerCase()))].toSorted();
      let changed = 0;
      for (const id of ids) {
        if (!(await loadTask(tx, id))) return missing();
        if (await requestStop(tx, id)) changed += 1;
      }
      return ok({ changed, unchanged: ids.length - changed });
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
