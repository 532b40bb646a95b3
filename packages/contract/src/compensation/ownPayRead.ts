import { z } from 'zod';
import { defineEndpoints, listEndpoint } from '../core/endpoint.ts';
import { id, instant } from '../core/schema.ts';

/** An access by somebody else to the person's own pay. */
const ownPayRead = z.object({
  id: id(),
  createdDate: instant(),
  person: z.string(),
  /** A description of the request. */
  action: z.string(),
  isExport: z.boolean(),
  /** Says whether the access named the person, or included so many people that none is named. */
  scope: z.enum(['Yours', 'Group access, may include you']),
});
export type OwnPayRead = z.output<typeof ownPayRead>;

/** The log of accesses to a person's own pay, if the firm displays it. */
export const ownPayReadEndpoints = defineEndpoints({
  listPortalPayReads: listEndpoint({
    path: '/api/participant-portal/pay-read',
    title: 'Reads of your pay',
    permission: 'portal.view',
    row: ownPayRead,
    columns: [
      { field: 'createdDate', kind: 'instant', title: 'When' },
      { field: 'person', kind: 'text', title: 'Who' },
      { field: 'action', kind: 'text', title: 'What', sortable: false },
      { field: 'isExport', kind: 'boolean', title: 'As a file' },
      { field: 'scope', kind: 'text', title: 'Whose pay' },
    ],
    defaultSort: { field: 'createdDate', ascending: false },
    tags: ['PayRead'],
  }),
});
