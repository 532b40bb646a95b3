import { z } from 'zod';
import { defineEndpoints, listEndpoint } from '../../core/endpoint.ts';
import { date, id, instant } from '../../core/schema.ts';

const base = '/api/performance/reporting';
const permission = 'userActivity.view';
const tags = ['Activity'];

const done = z.object({
  id: id(),
  /** Null if the system did it. */
  userId: id().nullable(),
  user: z.string(),
  date: instant(),
  /** A description: 'Ledger entries posted', 'Signed in'. */
  action: z.string(),
  /** The record, or the name of the file. */
  subject: z.string(),
  /** The record that contains it, or the record itself. */
  containerId: id().nullable(),
  /** True if it discloses the pay of the employee that is its container. */
  isOfPay: z.boolean(),
});
export type UserActivity = z.output<typeof done>;

/** User activity: changes of records that the reader may see, sign-ins, files. */
export const userActivityEndpoints = defineEndpoints({
  listUserActivity: {
    ...listEndpoint({
      path: `${base}/user`,
      title: 'User activity',
      permission,
      row: done,
      columns: [
        { field: 'date', kind: 'instant', title: 'Date' },
        { field: 'user', kind: 'text', title: 'User' },
        { field: 'action', kind: 'text', title: 'Action' },
        { field: 'subject', kind: 'text', title: 'Record or file' },
      ],
      defaultSort: { field: 'date', ascending: false },
      filters: { user: id().optional(), day: date().optional(), type: z.string().max(60).optional() },
      tags,
    }),
    sensitive: 'byRecord' as const,
  },
  listUserActivityDates: {
    method: 'GET',
    path: `${base}/user-dates`,
    summary: 'Dates with user activity in the firm, latest first',
    permission,
    result: z.array(z.object({ date: date() })),
    tags,
  },
  listUserActivityTypes: {
    method: 'GET',
    path: `${base}/user-types`,
    summary: 'Kinds of records with user activity, by title, including sign-ins and downloads',
    permission,
    result: z.array(z.object({ code: z.string(), title: z.string() })),
    tags,
  },
  listUserActivityNames: {
    method: 'GET',
    path: `${base}/user-names`,
    summary: 'Names of people, for filtering',
    permission,
    result: z.array(z.object({ id: id(), name: z.string() })),
    tags,
  },
});
