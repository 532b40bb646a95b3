import { loadUser } from '@carrara/adapters/postgres/platform/user/userStore';
import { moduleOfPath } from '@carrara/contract/core/modules';
import { err, fail, ok } from '@carrara/domain/kernel';
import { Readable } from 'node:stream';
import { toBackgroundRequest } from '../core/backgroundRequest.ts';
import type { BackgroundWorker } from './backgroundWorker.ts';
import { exportCall } from '../calls/exportCall.ts';
import type { TaskKind } from '../core/taskKind.ts';

/** A job waits for its turn as long as it takes. */
const waitMs = 86_400_000;

/** Creates a file that didn't get its turn while somebody waited. */
export const exportTask = (background: Pick<BackgroundWorker, 'run'>): TaskKind => ({
  permission: 'eachTask',
  async prepare(context, input) {
    const found = exportCall(context, input);
    if (!found) return err([fail('FORBIDDEN', [], 'You no longer have permission to export this.')]);
    const { id } = context.person;
    const user = await loadUser(context.tx, id);
    const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ');
    const person = { id, name, firstName: user?.firstName ?? '' };
    const { scope, facts } = toBackgroundRequest({ ...context, person });
    const { concept, name: call, endpoint, input: callInput } = found;
    const order = {
      scope: { ...scope, module: moduleOfPath(endpoint.path) },
      facts,
      call: { concept, name: call, isFile: true },
      input: callInput,
    };
    return ok(async ({ onProgress, signal }) => {
      const output = await background.run(order, { signal, waitMs, onProgress });
      return output.map((answer) => {
        if (!('file' in answer)) throw new Error('an export answered no file');
        const { name: fileName, type, content } = answer.file;
        const stream = content instanceof Readable ? content : Readable.from([content], { objectMode: false });
        return { file: { name: fileName, type, content: stream }, remarks: [] };
      });
    });
  },
});
