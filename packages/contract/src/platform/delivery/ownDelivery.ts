import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint } from '../../core/endpoint.ts';
import { id, instant, reference, requiredText } from '../../core/schema.ts';

const base = '/api/participant-portal/document';
const permission = 'portal.view';
const tags = ['Delivery'];

const idList = z.array(id()).min(1).max(150);

/** A document released to the signed-in person or to one of their trusts. */
const ownDelivery = z.object({
  id: id(),
  name: z.string(),
  kind: z.string(),
  version: z.int(),
  /** The recipient: the person, or one of their trusts. */
  holderName: z.string(),
  createdDate: instant(),
  state: z.enum(['New', 'Opened', 'Acknowledged', 'Superseded', 'Withdrawn']),
  /** The time when the firm withdrew it. It can't be opened after that. */
  withdrawnDate: instant().nullable(),
  /** The reason that the firm gave to the reader. */
  withdrawnReason: z.string().nullable(),
  /** The earlier version that it corrects, released to the same reader. */
  supersedes: reference().nullable(),
  /** Names the parts that it changed of the earlier version, if that was recorded. */
  correction: z.string().nullable(),
  /** The version that replaces it, released to the same reader. */
  supersededBy: reference().nullable(),
  /** The time when the firm withdrew the replacement. Neither version is valid then. */
  successorWithdrawnDate: instant().nullable(),
  /** True for the letter of a distribution that has been reversed since. */
  isReversed: z.boolean(),
  /** True for the letter of a reversal, which cancels the letter that it supersedes. */
  isReversal: z.boolean(),
  isReminded: z.boolean(),
  openedDate: instant().nullable(),
  /** True if the signed-in person has opened it. Earlier readers don't count, because people can only acknowledge what they have opened. */
  hasOpened: z.boolean(),
  acknowledgedDate: instant().nullable(),
  typedName: z.string().nullable(),
  /** The text to acknowledge; null if there is none. */
  wording: z.string().nullable(),
  fileName: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
});
export type OwnDelivery = z.output<typeof ownDelivery>;

/** Documents released to the signed-in person. Other people's can't be requested. */
export const ownDeliveryEndpoints = defineEndpoints({
  listPortalDocuments: listEndpoint({
    path: base,
    title: 'Your documents',
    permission,
    row: ownDelivery,
    columns: [
      { field: 'name', kind: 'text', title: 'Document' },
      { field: 'state', kind: 'text', title: 'State' },
      // On a phone, a card has room for two of these. The holder distinguishes the letters of a person from those of
      // their trust.
      { field: 'holderName', kind: 'text', title: 'Held by' },
      { field: 'kind', kind: 'text', title: 'Kind' },
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
    summary: 'Open one of your documents. Its delivery evidence records this',
    permission,
    params: idParams,
    result: ownDelivery,
    failures: ['WRONG_STATE'],
    tags,
  },
  downloadPortalDocument: {
    method: 'GET',
    path: `${base}/:id/file`,
    summary: 'The file of one of your documents, as released. Its delivery evidence records the download',
    permission,
    params: idParams,
    query: z.strictObject({ inline: z.stringbool().default(false) }),
    answers: 'file',
    offThread: false,
    failures: ['FILE_MISSING', 'FILE_CHANGED', 'WRONG_STATE'],
  },
  downloadPortalDocuments: {
    method: 'GET',
    path: `${base}-files`,
    summary: 'The files of several of your documents in a zip. Their delivery evidence records the download',
    permission,
    /** The ids, separated by periods. */
    query: z.strictObject({
      ids: z.string().refine((text) => idList.safeParse(text.split('.')).success, 'must be 1 to 150 ids'),
    }),
    answers: 'file',
    offThread: false,
    failures: ['FILE_MISSING', 'FILE_CHANGED', 'WRONG_STATE'],
  },
  acknowledgePortalDocument: {
    method: 'POST',
    path: `${base}/:id/acknowledge`,
    summary: 'Acknowledge one of your documents with your name',
    permission,
    requiresStrength: true,
    params: idParams,
    body: z.strictObject({ typedName: requiredText() }),
    result: ownDelivery,
    failures: ['NOTHING_TO_ACKNOWLEDGE', 'WRONG_STATE', 'ALREADY_ACKNOWLEDGED', 'NOT_OPENED', 'NAME_DIFFERS'],
    tags,
  },
});
