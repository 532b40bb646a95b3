import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint } from '../../core/endpoint.ts';
import { id, instant } from '../../core/schema.ts';

/** An entry of the audit log: the changed record, by whom, when and why, and each field before and after. */
const activityEntry = z.object({
  id: id(),
  objectId: id(),
  objectType: z.string(),
  objectName: z.string(),
  containerId: id().nullable(),
  /** True if it discloses the pay of the employee that is its container. */
  isOfPay: z.boolean(),
  /** The name of the operation, such as `submitDistribution`. */
  operation: z.string(),
  /** A description: 'Distribution submitted'. */
  action: z.string(),
  createdDate: instant(),
  createdBy: z.string(),
  reason: z.string().nullable(),
  /** Each changed field by name and title, including the row of the record: 'Ada Moss effective'. */
  changes: z.array(
    z.object({
      field: z.string(),
      title: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
  /** The changes as one text, for files. A long list is shortened, with a note. */
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
      { field: 'action', kind: 'text', title: 'Action' },
      { field: 'objectName', kind: 'text', title: 'Record' },
      { field: 'changeText', kind: 'longText', title: 'Changes', sortable: false, hidden: true },
      { field: 'reason', kind: 'longText', title: 'Reason', sortable: false },
    ],
    defaultSort: { field: 'createdDate', ascending: false },
    pageSize: 10,
    tags: ['Activity'],
  }),
  params: idParams,
  sensitive: 'byRecord' as const,
});

/** Entries of one record, or of a container with everything below it. Served under /api and, as aliases, under /api/carry. */
export const activityEndpoints = defineEndpoints({
  listActivity: list('/api/activity/:id', 'Activity'),
  listContainerActivity: list('/api/activity/container/:id', 'Activity'),
  listCarryActivity: list('/api/carry/activity/:id', 'Activity'),
  listCarryContainerActivity: list('/api/carry/activity/container/:id', 'Activity'),
});
export type ActivityEntry = z.output<typeof activityEntry>;
