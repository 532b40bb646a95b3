import { versionRequired } from '@carrara/adapters/postgres/engine/records/recordStore';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { WithTenant } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import {
  deleteStoredSubscription,
  type FileAddress,
  lockSubscription,
  lockSubscriptions,
  markDayHandled,
  scheduledSubscriptions,
  type StoredSubscription,
  storeSubscription,
} from '@carrara/adapters/postgres/platform/subscription/subscriptions';
import { dayIn } from '@carrara/contract/core/today';
import { queryName } from '@carrara/contract/core/wireNames';
import { calendarDate, type CalendarDate, err, fail, noSuch, ok, required } from '@carrara/domain/kernel';
import { dailyMailHour } from '@carrara/domain/platform/mail';
import {
  type DateRule,
  decideSubscription,
  dueDay,
  reportDate,
  type Schedule,
} from '@carrara/domain/platform/subscription';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import { callOfAddress } from '../../calls/callOfAddress.ts';
import { exportCall } from '../../calls/exportCall.ts';
import type { RequestContext } from '../../core/operations.ts';
import { type Outcome, staleVersion } from '../outcome.ts';
import { startTask, type TaskStart } from './task.ts';

const noSuchSubscription = () => err([noSuch('subscription')]);

/** Returns the day that schedules count as today: it begins when the daily mail leaves. */
const scheduleDay = (timeZone: unknown, now: Date): CalendarDate =>
  calendarDate(dayIn(timeZone, new Date(now.getTime() - dailyMailHour * 3_600_000)));

/** Returns the parameters of a report that are dates, except the beginning of a period, in the spelling of its address. */
export function dateParameters({ call, address }: FileAddress): readonly string[] {
  const { parameters } = callOfAddress(call, address)?.endpoint.report ?? { parameters: {} };
  const names = Object.entries<{ readonly kind: string }>(parameters).flatMap(([name, { kind }]) =>
    kind === 'date' && name !== 'from' ? queryName(name) : [],
  );
  return names.filter((name) => new URL(address, 'http://localhost').searchParams.has(name));
}

/** Returns the address of a file for a day of the schedule, with the dates of its report. */
function addressOn({ call, address, dates }: StoredSubscription, day: CalendarDate): string {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  for (const name of dateParameters({ call, address }))
    searchParams.set(name, reportDate(dates, searchParams.get(name) ?? '', day));
  return `${pathname}?${String(searchParams)}`;
}

interface SubscriptionToSave {
  /** Undefined for a new subscription. */
  readonly id: string | undefined;
  readonly rowVersion?: number | null | undefined;
  readonly name: string;
  readonly schedule: Schedule;
  readonly dates: DateRule;
  readonly isPaused: boolean;
  readonly file?: FileAddress | undefined;
}

/**
 * Creates or changes a subscription. Days before it was created, changed or resumed are not due anymore.
 *
 * Fails: NOT_FOUND, REQUIRED, ROW_VERSION_REQUIRED, STALE_VERSION, and those of `decideSubscription`.
 */
export async function saveSubscription(
  context: RequestContext,
  { id, rowVersion, file, ...content }: SubscriptionToSave,
): Outcome<StoredSubscription> {
  const { tx, tenant, now } = context;
  const before = id === undefined ? undefined : await lockSubscription(tx, id);
  if (id !== undefined && !before) return noSuchSubscription();
  if (before && rowVersion == null) return err([versionRequired]);
  if (before && rowVersion !== before.rowVersion) return staleVersion();
  const stored = before ?? file;
  if (!stored) return err([fail('REQUIRED', ['file'], 'Choose the file to send.')]);
  if (!before && !exportCall(context, { ...stored }))
    return err([fail('NOT_FOUND', ['file'], 'There is no such file, or you can’t subscribe to it.')]);
  const others = before ? [] : await lockSubscriptions(tx);

  const decision = decideSubscription(content.schedule, others.length);
  if (decision.isErr()) return err(decision.error);

  const { call, address } = stored;
  const key = before?.id ?? newId();
  await storeSubscription(
    tx,
    key,
    { ...content, call, address },
    scheduleDay(tenant.settings['timeZone'], now),
    before,
  );
  return ok(required(await lockSubscription(tx, key), `subscription ${key}`));
}

/** Deletes a subscription. Fails: NOT_FOUND, STALE_VERSION. */
export async function deleteSubscription(
  { tx }: RequestContext,
  { id, rowVersion }: { readonly id: string; readonly rowVersion?: number | undefined },
): Outcome {
  const found = await lockSubscription(tx, id);
  if (!found) return noSuchSubscription();
  if (rowVersion !== undefined && rowVersion !== found.rowVersion) return staleVersion();
  await deleteStoredSubscription(tx, found);
  return ok(id);
}

/** Creates the file of a subscription now, outside of its schedule. Fails: NOT_FOUND, TOO_MANY_TASKS. */
export async function runSubscription(start: TaskStart, context: RequestContext, id: string): Outcome {
  const { tx, tenant, now } = context;
  const found = await lockSubscription(tx, id);
  if (!found) return noSuchSubscription();
  const task = await queueFile(tx, start, found, scheduleDay(tenant.settings['timeZone'], now));
  return task.map(({ id: taskId }) => taskId);
}

const queueFile = (tx: Transaction, start: TaskStart, subscription: StoredSubscription, day: CalendarDate) => {
  const { id, name, call } = subscription;
  return startTask(tx, start, {
    kind: 'subscription',
    title: name,
    input: { id, call, address: addressOn(subscription, day) },
  });
};

/** Queues the files of all firms that are due, each with the rights of its subscriber. Of several processes, one queues each file. */
export async function startDueSubscriptions(
  { worker, withTenant, now }: { readonly worker: Pool; readonly withTenant: WithTenant; readonly now: () => Date },
  start: TaskStart,
): Promise<void> {
  for (const { tenantId, id, personId, timeZone, schedule, handledThrough } of await scheduledSubscriptions(worker)) {
    const at = now();
    const today = scheduleDay(timeZone, at);
    if (!dueDay(schedule, calendarDate(handledThrough), today)) continue;
    await withTenant({ tenantId, personId, now: at.toISOString() }, async (tx) => {
      const found = await lockSubscription(tx, id);
      const day =
        found && !found.isPaused ? dueDay(found.schedule, calendarDate(found.handledThrough), today) : undefined;
      if (!found || !day) return ok(undefined);
      await markDayHandled(tx, id, day);
      return queueFile(tx, start, found, day);
    });
  }
}
