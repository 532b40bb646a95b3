import { defaultWording } from '@carrara/domain/platform/acknowledgment';
import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint } from '../../core/endpoint.ts';
import { id, instant, reference, requiredLongText } from '../../core/schema.ts';

const base = '/api/carry/delivery';
const view = 'delivery.view';
const tags = ['Delivery'];

/** The release of one version of a document to its recipients, with its progress. */
export const delivery = z.object({
  id: id(),
  rowVersion: z.int(),
  /** The object that it is a version of. */
  objectId: id(),
  name: z.string(),
  kind: z.string(),
  version: z.int(),
  state: z.enum(['Released', 'Superseded', 'Withdrawn']),
  supersededBy: reference().nullable(),
  createdDate: instant(),
  releasedBy: z.string(),
  /** The text that recipients must acknowledge; null if there is none. */
  wording: z.string().nullable(),
  recipients: z.int(),
  /** The number of recipients with portal access. */
  inPortal: z.int(),
  opened: z.int(),
  acknowledged: z.int(),
});
export type Delivery = z.output<typeof delivery>;

/** The status of a document for one of its recipients. */
export const deliveryRecipient = z.object({
  id: id(),
  participant: z.string(),
  participantId: id(),
  /** The user who reads it in the portal; null if there is none. */
  portalUser: z.string().nullable(),
  state: z.string(),
  fileName: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
  mailedDate: instant().nullable(),
  openedDate: instant().nullable(),
  downloadedDate: instant().nullable(),
  acknowledgedDate: instant().nullable(),
  typedName: z.string().nullable(),
  remindedDate: instant().nullable(),
});
export type DeliveryRecipient = z.output<typeof deliveryRecipient>;

export const deliveryEvent = z.object({
  id: id(),
  createdDate: instant(),
  participant: z.string(),
  kind: z.string(),
  by: z.string(),
  version: z.int(),
  sha256: z.string(),
  detail: z.string().nullable(),
  typedName: z.string().nullable(),
  isSteppedUp: z.boolean(),
  address: z.string(),
});

/** The columns of evidence, on the screen and in a certificate. */
export const evidenceColumns = [
  { field: 'createdDate', kind: 'instant', title: 'When' },
  { field: 'participant', kind: 'text', title: 'Recipient' },
  { field: 'kind', kind: 'text', title: 'Event' },
  { field: 'by', kind: 'text', title: 'By', sortable: false },
  { field: 'version', kind: 'count', title: 'Version' },
  { field: 'typedName', kind: 'text', title: 'Typed name' },
  { field: 'detail', kind: 'longText', title: 'Wording, answer or reason', sortable: false },
  { field: 'isSteppedUp', kind: 'boolean', title: 'Second factor' },
  { field: 'address', kind: 'text', title: 'From', sortable: false },
  { field: 'sha256', kind: 'text', title: 'SHA-256 of the file', sortable: false },
] as const;

export const certificateQuery = z.strictObject({ as: z.enum(['pdf', 'csv']).default('pdf') });

/** The acknowledgment settings of a release: whether recipients must acknowledge, and the text. */
export const releaseBody = z.strictObject({
  requiresAcknowledgment: z.boolean().default(true),
  wording: requiredLongText().default(defaultWording),
});

/** Returns the text that recipients must acknowledge; null if there is none. */
export const releaseWording = ({ requiresAcknowledgment, wording }: z.output<typeof releaseBody>): string | null =>
  requiresAcknowledgment ? wording : null;

/** Released documents, their recipients and their status. */
export const deliveryEndpoints = defineEndpoints({
  listDeliveries: listEndpoint({
    path: base,
    title: 'Deliveries',
    permission: view,
    row: delivery,
    columns: [
      { field: 'createdDate', kind: 'instant', title: 'Released' },
      { field: 'name', kind: 'text', title: 'Document' },
      { field: 'version', kind: 'count', title: 'Version' },
      { field: 'state', kind: 'text', title: 'State' },
      { field: 'recipients', kind: 'count', title: 'Recipients' },
      { field: 'inPortal', kind: 'count', title: 'In the portal' },
      { field: 'opened', kind: 'count', title: 'Opened' },
      { field: 'acknowledged', kind: 'count', title: 'Acknowledged' },
      { field: 'releasedBy', kind: 'text', title: 'By', sortable: false },
    ],
    defaultSort: { field: 'createdDate', ascending: false },
    filters: { objectId: id().optional() },
    tags,
  }),
  getDelivery: {
    method: 'GET',
    path: `${base}/:id`,
    summary: 'A release and its progress',
    permission: view,
    params: idParams,
    result: delivery,
    tags,
  },
  listDeliveryRecipients: {
    ...listEndpoint({
      path: `${base}/:id/recipient`,
      title: 'Recipients',
      permission: view,
      row: deliveryRecipient,
      columns: [
        { field: 'participant', kind: 'text', title: 'Recipient' },
        { field: 'portalUser', kind: 'text', title: 'Portal user', sortable: false },
        { field: 'state', kind: 'text', title: 'State' },
        { field: 'mailedDate', kind: 'instant', title: 'Mailed' },
        { field: 'openedDate', kind: 'instant', title: 'Opened' },
        { field: 'downloadedDate', kind: 'instant', title: 'Downloaded' },
        { field: 'acknowledgedDate', kind: 'instant', title: 'Acknowledged' },
        { field: 'typedName', kind: 'text', title: 'Typed name', sortable: false },
        { field: 'remindedDate', kind: 'instant', title: 'Reminded' },
        { field: 'sha256', kind: 'text', title: 'SHA-256', hidden: true, sortable: false },
      ],
      defaultSort: { field: 'participant', ascending: true },
      filters: { portal: z.enum(['all', 'yes', 'no']).default('all') },
      tags,
    }),
    params: idParams,
  },
  listDeliveryEvents: {
    ...listEndpoint({
      path: `${base}/:id/event`,
      title: 'Delivery evidence',
      permission: view,
      row: deliveryEvent,
      columns: evidenceColumns,
      defaultSort: { field: 'createdDate', ascending: true },
      pageSize: 50,
      tags,
    }),
    params: idParams,
  },
  downloadDeliveryCertificate: {
    method: 'GET',
    path: `${base}/:id/certificate`,
    summary: 'A delivery’s certificate: the file each recipient received, and what happened to it',
    permission: view,
    params: idParams,
    query: certificateQuery,
    answers: 'file',
  },
  downloadDelivered: {
    method: 'GET',
    path: `${base}/:id/recipient/:deliveryId`,
    summary: 'One recipient’s file, as released',
    permission: 'delivery.fetch',
    params: z.strictObject({ id: id(), deliveryId: id() }),
    answers: 'file',
    offThread: false,
    failures: ['FILE_MISSING', 'FILE_CHANGED'],
  },
  downloadDeliveryPackage: {
    method: 'GET',
    path: `${base}/:id/package`,
    summary: 'The released files in a zip: all, or only those of recipients without portal access',
    permission: 'delivery.fetch',
    params: idParams,
    query: z.strictObject({ portal: z.enum(['all', 'no']).default('no') }),
    answers: 'file',
    offThread: false,
    failures: ['FILE_MISSING', 'FILE_CHANGED', 'NO_RECIPIENTS'],
  },
  remindDelivery: {
    method: 'POST',
    path: `${base}/:id/remind`,
    summary: 'Remind recipients who haven’t acknowledged. The reminder appears in the portal',
    permission: 'delivery.edit',
    params: idParams,
    result: delivery.extend({ reminded: z.int() }),
    failures: ['WRONG_STATE', 'NOTHING_TO_ACKNOWLEDGE'],
    tags,
  },
});
