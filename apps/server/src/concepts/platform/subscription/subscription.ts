import {
  readSubscriptions,
  type StoredSubscription,
} from '@carrara/adapters/postgres/platform/subscription/subscriptions';
import type { Subscription, subscriptionEndpoints } from '@carrara/contract/platform/subscription/subscription';
import { calendarDate, ok } from '@carrara/domain/kernel';
import { nextScheduled, subscriptionFileDays } from '@carrara/domain/platform/subscription';
import { callOfAddress } from '../../../calls/callOfAddress.ts';
import type { Operations } from '../../../core/operations.ts';
import { requestedFormat } from '../../../files/exportList.ts';
import {
  dateParameters,
  deleteSubscription,
  runSubscription,
  saveSubscription,
} from '../../../usecases/platform/subscription.ts';
import type { TaskStart } from '../../../usecases/platform/task.ts';

const expiry = (createdDate: string): string =>
  new Date(Date.parse(createdDate) + subscriptionFileDays * 86_400_000).toISOString();

function answer({ call, address, handledThrough, last, ...stored }: StoredSubscription): Subscription {
  const found = callOfAddress(call, address);
  return {
    ...stored,
    subject: found?.endpoint.list?.title ?? found?.endpoint.summary ?? '',
    format: (found && requestedFormat(found.endpoint, found.input)) ?? '',
    hasDates: dateParameters({ call, address }).length > 0,
    nextDate: stored.isPaused ? null : nextScheduled(stored.schedule, calendarDate(handledThrough)),
    last: last && {
      ...last,
      taskId: last.result === 'CREATED' ? last.taskId : null,
      expiresDate: last.result === 'CREATED' && last.taskId ? expiry(last.createdDate) : null,
    },
  };
}

/** Operations on the person's own subscriptions. */
export const subscriptionOperations = (start: TaskStart): Operations<typeof subscriptionEndpoints> => ({
  listSubscriptions: async ({ tx }) => ok((await readSubscriptions(tx)).map(answer)),
  saveSubscription: async (context, { body: { id, ...subscription } }) =>
    (await saveSubscription(context, { ...subscription, id: id ?? undefined })).map(answer),
  runSubscription: async (context, { params }) =>
    (await runSubscription(start, context, params.id)).map((taskId) => ({ taskId })),
  deleteSubscription: async (context, { params, query: { rowVersion } }) =>
    (await deleteSubscription(context, { id: params.id, rowVersion })).map((id) => ({ id })),
});
