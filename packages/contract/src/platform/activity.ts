import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint } from '../core/endpoint.ts';
import { id, instant } from '../core/schema.ts';

/** One entry of the audit trail: which record changed, by whom, when, why, and each field before and after. */
export const activityEntry = z.object({
  id: id(),
  objectId: id(),
  objectType: z.string(),
  objectName: z.string(),
  containerId: id().nullable(),
  /** It tells of the pay of the employee that is its container. */
  isOfPay: z.boolean(),
  /** The operation's name, such as `submitDistribution`. */
  operation: z.string(),
  /** The same in words: 'Distribution submitted'. */
  deed: z.string(),
  createdDate: instant(),
  createdBy: z.string(),
  reason: z.string().nullable(),
  /** Each changed field by its name and, in words, with whose row of the record it is: 'Ada Moss effective'. */
  changes: z.array(
    z.object({
      field: z.string(),
      title: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
  /** The changes as one text, for files; a long list is cut and says so. */
  changeText: z.string(),
});

const list = (path: string, title: string) => ({
  ...listEndpoint({
    path,
    title,
    permission: 'activity.view',
    row: activityEntry,
    columns: [
      { field: 'createdDate', kind: 'instant', title: 'When' },
      { field: 'createdBy', kind: 'text', title: 'Who' },
      { field: 'deed', kind: 'text', title: 'What' },
      { field: 'objectName', kind: 'text', title: 'Record' },
      { field: 'changeText', kind: 'longText', title: 'Changes', sortable: false, hidden: true },
      { field: 'reason', kind: 'longText', title: 'Reason', sortable: false },
    ],
    defaultSort: { field: 'createdDate', ascending: false },
    pageSize: 10,
    tags: ['Activity'],
  }),
  params: idParams,
  sensitive: 'somePay' as const,
});

/** Entries of one record, and of a container with everything below it. Served under /api and, as aliases, under /api/carry. */
export const activityEndpoints = defineEndpoints({
  listActivity: list('/api/activity/:id', 'Activity'),
  listContainerActivity: list('/api/activity/container/:id', 'Activity'),
  listCarryActivity: list('/api/carry/activity/:id', 'Activity'),
  listCarryContainerActivity: list('/api/carry/activity/container/:id', 'Activity'),
});
export type ActivityEntry = z.output<typeof activityEntry>;
