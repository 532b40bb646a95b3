import { z } from 'zod';
import { defineEndpoints, listEndpoint } from '../core/endpoint.ts';
import { id, instant } from '../core/schema.ts';

/** A look of somebody else at the own pay. */
const ownPayRead = z.object({
  id: id(),
  createdDate: instant(),
  person: z.string(),
  /** What was asked for. */
  what: z.string(),
  isExport: z.boolean(),
  /** Whether it was of the reader by name, or of so many that none of them is. */
  whose: z.enum(['Yours', 'Many, maybe yours']),
});
export type OwnPayRead = z.output<typeof ownPayRead>;

/** Who looked at the own pay, where the firm shows that. */
export const ownPayReadEndpoints = defineEndpoints({
  listPortalPayReads: listEndpoint({
    path: '/api/participant-portal/pay-read',
    title: 'Reads of your pay',
    permission: 'portal.view',
    row: ownPayRead,
    columns: [
      { field: 'createdDate', kind: 'instant', title: 'When' },
      { field: 'person', kind: 'text', title: 'Who' },
      { field: 'what', kind: 'text', title: 'What', sortable: false },
      { field: 'isExport', kind: 'boolean', title: 'As a file' },
      { field: 'whose', kind: 'text', title: 'Whose pay' },
    ],
    defaultSort: { field: 'createdDate', ascending: false },
    tags: ['PayRead'],
  }),
});
