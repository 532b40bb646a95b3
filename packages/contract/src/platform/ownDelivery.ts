import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint } from '../core/endpoint.ts';
import { id, instant, reference, requiredText } from '../core/schema.ts';

const base = '/api/participant-portal/document';
const permission = 'portal.view';
const tags = ['Delivery'];

/** A document that was released to the signed-in person, or to an own trust. */
export const ownDelivery = z.object({
  id: id(),
  name: z.string(),
  kind: z.string(),
  version: z.int(),
  /** To whom: oneself, or an own trust. */
  heldBy: z.string(),
  createdDate: instant(),
  state: z.enum(['New', 'Opened', 'Acknowledged', 'Superseded', 'Withdrawn']),
  /** When the firm took it back: from then on it is not opened any more. */
  withdrawnDate: instant().nullable(),
  /** Why, as the firm said to its reader. */
  withdrawnReason: z.string().nullable(),
  /** The earlier version that it corrects, given to the same reader. */
  supersedes: reference().nullable(),
  /** What has taken its place, given to the same reader. */
  supersededBy: reference().nullable(),
  /** When the firm took that one back: none of the two holds then. */
  successorWithdrawnDate: instant().nullable(),
  isReminded: z.boolean(),
  openedDate: instant().nullable(),
  /** Whether the signed-in person has opened it, and not only who read here before: what one acknowledges one has opened. */
  hasOpened: z.boolean(),
  acknowledgedDate: instant().nullable(),
  typedName: z.string().nullable(),
  /** What one is asked to acknowledge; null: nothing. */
  wording: z.string().nullable(),
  fileName: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
});
export type OwnDelivery = z.output<typeof ownDelivery>;

/** What was released to oneself; nobody else's can be asked for. */
export const ownDeliveryEndpoints = defineEndpoints({
  listPortalDocuments: listEndpoint({
    path: base,
    title: 'Your documents',
    permission,
    row: ownDelivery,
    columns: [
      { field: 'name', kind: 'text', title: 'Document' },
      { field: 'state', kind: 'text', title: 'State' },
      { field: 'kind', kind: 'text', title: 'Kind' },
      { field: 'heldBy', kind: 'text', title: 'Held by' },
      { field: 'createdDate', kind: 'instant', title: 'Released' },
      { field: 'version', kind: 'count', title: 'Version', hidden: true },
    ],
    defaultSort: { field: 'createdDate', ascending: false },
    filters: { kind: z.enum(['all', 'LETTER', 'STATEMENT']).default('all') },
    tags,
  }),
  getPortalDocument: {
    method: 'GET',
    path: `${base}/:id`,
    summary: 'An own document',
    permission,
    params: idParams,
    result: ownDelivery,
    tags,
  },
  openPortalDocument: {
    method: 'POST',
    path: `${base}/:id/open`,
    summary: 'Open an own document, which its evidence notes',
    permission,
    params: idParams,
    result: ownDelivery,
    failures: ['WRONG_STATE'],
    tags,
  },
  downloadPortalDocument: {
    method: 'GET',
    path: `${base}/:id/file`,
    summary: 'The file of an own document, as it was released; its evidence notes it',
    permission,
    params: idParams,
    query: z.strictObject({ inline: z.stringbool().default(false) }),
    answers: 'file',
    failures: ['FILE_MISSING', 'FILE_CHANGED', 'WRONG_STATE'],
  },
  acknowledgePortalDocument: {
    method: 'POST',
    path: `${base}/:id/acknowledge`,
    summary: 'Acknowledge an own document with one’s name',
    permission,
    asksStrength: true,
    params: idParams,
    body: z.strictObject({ typedName: requiredText() }),
    result: ownDelivery,
    failures: ['NOTHING_TO_ACKNOWLEDGE', 'WRONG_STATE', 'ALREADY_ACKNOWLEDGED', 'NOT_OPENED', 'NAME_DIFFERS'],
    tags,
  },
});
