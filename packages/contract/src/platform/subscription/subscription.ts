import { dateRules, scheduleKinds } from '@carrara/domain/platform/subscription';
import { z } from 'zod';
import { defineEndpoints, deleteEndpoint, idParams } from '../../core/endpoint.ts';
import { date, id, instant, text } from '../../core/schema.ts';
import { exportAddress } from '../task/task.ts';

const schedule = z.strictObject({ kind: z.enum(scheduleKinds), day: z.int() });

/** The outcome of the last file: created; not created because the person has lost access; or failed. */
export const subscriptionResults = ['CREATED', 'REFUSED', 'FAILED'] as const;

const subscription = z.object({
  id: id(),
  rowVersion: z.int(),
  name: z.string(),
  /** The title of the report or list. */
  subject: z.string(),
  format: z.string(),
  schedule,
  dates: z.enum(dateRules),
  /** True if its report has a date that follows the schedule or stays as chosen. */
  hasDates: z.boolean(),
  isPaused: z.boolean(),
  /** The next day on which a file is created; null while it is paused. */
  nextDate: date().nullable(),
  /** The last file. Null if none was due yet. */
  last: z
    .object({
      createdDate: instant(),
      result: z.enum(subscriptionResults),
      /** The reason why there is no file. */
      remark: z.string(),
      /** The background job with the file; null if there is none, or if it has expired. */
      taskId: id().nullable(),
      expiresDate: instant().nullable(),
    })
    .nullable(),
});
export type Subscription = z.output<typeof subscription>;

const tags = ['Subscription'];
/** A person's own subscriptions, which API tokens can't read or change. */
const own = { permission: 'subscription.edit', token: 'closed', tags } as const;

/** Files of a report or list that are created on a schedule, with the rights of their subscriber. Files of pay can't be subscribed to. */
export const subscriptionEndpoints = defineEndpoints({
  listSubscriptions: {
    ...own,
    method: 'GET',
    path: '/api/subscription',
    summary: 'Your subscriptions, by name',
    permission: 'subscription.view',
    result: z.array(subscription),
  },
  saveSubscription: {
    ...own,
    method: 'POST',
    path: '/api/subscription',
    summary: 'Subscribe to a report or list, or change a subscription',
    body: z.strictObject({
      id: id().nullish(),
      rowVersion: z.int().nullish(),
      name: text(100).trim().min(1, 'is required'),
      schedule,
      dates: z.enum(dateRules).default('FIXED'),
      isPaused: z.boolean().default(false),
      /** Required for a new subscription: the call and the path that return the file. A stored one keeps its own. */
      file: exportAddress.optional(),
    }),
    result: subscription,
    failures: ['STALE_VERSION', 'ROW_VERSION_REQUIRED', 'REQUIRED', 'NUMBER_RANGE', 'TOO_MANY_SUBSCRIPTIONS'],
  },
  runSubscription: {
    ...own,
    method: 'POST',
    path: '/api/subscription/:id/run',
    summary: 'Create the file of a subscription now',
    params: idParams,
    body: z.strictObject({}),
    result: z.object({ taskId: id() }),
    failures: ['TOO_MANY_TASKS'],
  },
  deleteSubscription: {
    ...deleteEndpoint('/api/subscription/:id', 'Delete a subscription', 'subscription.edit'),
    token: 'closed',
    tags,
  },
});
