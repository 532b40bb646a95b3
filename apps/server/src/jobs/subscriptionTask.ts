import { notify } from '@carrara/adapters/postgres/platform/inbox/notifications';
import { storeLastFile } from '@carrara/adapters/postgres/platform/subscription/subscriptions';
import { err, fail } from '@carrara/domain/kernel';
import { accessLostText, subscriptionFailed, subscriptionReady } from '@carrara/domain/platform/subscription';
import { exportCall } from '../calls/exportCall.ts';
import type { TaskKind } from '../core/taskKind.ts';

/** Creates the file of a subscription with `file`, with the subscriber's rights at that moment. The notice has a link and no file. */
export const subscriptionTask = (file: TaskKind): TaskKind => ({
  permission: 'eachTask',
  async prepare(context, input) {
    return exportCall(context, input) ? file.prepare(context, input) : err([fail('FORBIDDEN', [], accessLostText)]);
  },
  async onEnd(tx, { id: taskId, personId, title, input: { id = '' }, isDone, remark }) {
    const result = isDone ? 'CREATED' : remark === accessLostText ? 'REFUSED' : 'FAILED';
    await storeLastFile(tx, id, { result, remark, taskId });
    await notify(tx, {
      person: personId,
      kind: 'subscription',
      subject: isDone ? subscriptionReady(title) : subscriptionFailed(title, remark),
      link: isDone ? `/subscription?file=${taskId}` : '/subscription',
    });
  },
});
