import type { FailureCode } from '@carrara/domain/kernel';
import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint } from '../../core/endpoint.ts';
import { date, figureOrNull, id, instant, longText, status, text } from '../../core/schema.ts';

const base = '/api/performance/data-transfer';
const tags = ['TenantLinkDataTransferRequest'];

/** A transfer without its package. */
const transferHead = {
  id: id(),
  rowVersion: z.int(),
  /** True if this tenant sent it, so that the other one answers. */
  isOurs: z.boolean(),
  sourceTenantName: z.string(),
  targetTenantName: z.string(),
  investorId: id(),
  investorName: z.string(),
  periodEndDate: date(),
  endDate: date(),
  transferStatus: status(),
  /** A comment, or the reason of a failure. */
  answer: z.string().nullable(),
  createdDate: instant(),
  answeredDate: instant().nullable(),
};
const dataTransferHead = z.object(transferHead);
export type DataTransferHead = z.output<typeof dataTransferHead>;

/** The result of an investor's latest transfer for a quarter end. */
export const transferDate = z.object({ periodEndDate: date(), status: status(), reason: z.string().nullable() });
export type TransferDate = z.output<typeof transferDate>;

/** A difference between the data entered or changed here and the transfer. */
const difference = z.object({ field: z.string(), title: z.string(), mine: z.string(), theirs: z.string() });
export type TransferDifference = z.output<typeof difference>;

/** A difference that needs a choice. Without one, the choice of an earlier transfer of the fund applies, if there is any. */
const conflict = difference.extend({
  earlierChoice: z.object({ choice: z.literal('MINE'), periodEndDate: date() }).nullable(),
});

/** The choice in a conflict, visible only to the tenant that made it. */
const choice = difference.extend({ choice: z.enum(['THEIRS', 'MINE']) });

const fund = z.object({
  id: id(),
  /** The vehicle here that the fund becomes when accepted; null if it will be created. */
  vehicle: z.object({ id: id(), name: z.string() }).nullable(),
  conflicts: z.array(conflict),
  choices: z.array(choice),
  code: z.string(),
  name: z.string(),
  currency: z.string(),
  /** The version of the quarter's lock. A later one is a restatement. */
  version: z.int(),
  numberOfEntries: z.int(),
  numberOfHoldings: z.int(),
  /** The names of the documents included. */
  documents: z.array(z.string()),
  commitment: figureOrNull('money'),
  contributions: figureOrNull('money'),
  distributions: figureOrNull('money'),
  unfunded: figureOrNull('money'),
  nav: figureOrNull('money'),
  irr: figureOrNull('return'),
  tvpi: figureOrNull('multiple'),
  /** True if the investor bought or sold a part of the commitment. */
  irrPartial: z.boolean(),
  /** The reasons why figures aren't determined, as locked by the sender. */
  notDetermined: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
});
/** The title of a difference and the format of its values. */
const changeDisplay = {
  title: z.string(),
  valueKind: z.enum(['money', 'return', 'multiple', 'percent', 'text']),
};
const changeDisplayed = z.object(changeDisplay);
export type ChangeDisplay = z.output<typeof changeDisplayed>;
const change = z.object({
  fund: z.string(),
  currency: z.string(),
  kind: z.enum(['figure', 'entry', 'holding', 'record']),
  /** For a fact about a holding, the company. */
  company: z.string().nullable(),
  item: z.string(),
  ...changeDisplay,
  before: z.string().nullable(),
  after: z.string().nullable(),
});
/** Names of the investor's funds that aren't in a transfer, because their quarter isn't locked. */
const missingFunds = z.array(z.string());
/** A transfer with its contents, and the differences from the previous one. */
const dataTransfer = z.object({
  ...transferHead,
  packageHash: z.string(),
  /** False if the package differs from the one sent. Its contents aren't displayed then. */
  isIntact: z.boolean(),
  funds: z.array(fund),
  /** The investor's own documents. */
  documents: z.array(z.string()),
  missingFunds,
  /** The previously accepted transfer for the same investor and quarter. */
  previousId: id().nullable(),
  changes: z.array(change),
});
export type DataTransfer = z.output<typeof dataTransfer>;

const read = <const R extends z.ZodType>(path: string, summary: string, result: R) =>
  ({ method: 'GET', path: `${base}/${path}`, summary, permission: 'dataTransfer.view', result, tags }) as const;
const answerBody = z.strictObject({ id: id(), rowVersion: z.int().nullish(), comments: longText(4000).nullish() });
const answer = <const P extends 'dataTransfer.edit' | 'dataTransfer.delete'>(
  path: string,
  summary: string,
  permission: P,
  failures: readonly FailureCode[] = [],
) =>
  ({
    method: 'POST',
    path: `${base}/${path}`,
    summary,
    permission,
    body: answerBody,
    result: dataTransferHead,
    idempotent: true,
    failures: ['WRONG_STATE', 'STALE_VERSION', 'OWN_REQUEST', ...failures],
    tags,
  }) as const;

export const dataTransferEndpoints = defineEndpoints({
  listDataTransfers: listEndpoint({
    path: base,
    title: 'Data transfers',
    permission: 'dataTransfer.view',
    row: dataTransferHead,
    columns: [
      { field: 'investorName', kind: 'text', title: 'Investor' },
      { field: 'periodEndDate', kind: 'date', title: 'Quarter end' },
      { field: 'sourceTenantName', kind: 'text', title: 'Sent by' },
      { field: 'targetTenantName', kind: 'text', title: 'Sent to' },
      { field: 'transferStatus', kind: 'status', title: 'Status' },
      { field: 'createdDate', kind: 'instant', title: 'Sent on' },
      { field: 'answeredDate', kind: 'instant', title: 'Answered on' },
      { field: 'answer', kind: 'longText', title: 'Answer' },
    ],
    defaultSort: { field: 'createdDate', ascending: false },
    filters: { view: z.enum(['pending', 'resolved']).optional() },
    tags,
  }),
  listPendingDataTransfers: read('pending', 'Pending transfers', z.array(dataTransferHead)),
  listResolvedDataTransfers: read('resolved', 'Answered transfers', z.array(dataTransferHead)),
  getDataTransferTabData: read(
    'tabData',
    'Number of pending and answered transfers',
    z.object({ pending: z.int(), resolved: z.int() }),
  ),
  getDataTransfer: {
    ...read(':id', 'A transfer with its figures, and the changes since the previous transfer', dataTransfer),
    params: idParams,
    // Data entered in the meantime may cause a conflict.
    tags: [...tags, 'Fund', 'Coinvestment', 'Ledger', 'Investment', 'Investment Metrics'],
  },
  submitDataTransfer: {
    method: 'POST',
    path: `${base}/submit`,
    summary: 'Send a linked investor’s locked figures at a quarter end to its tenant',
    permission: 'dataTransfer.edit',
    body: z.strictObject({ investorId: id(), endDate: date() }),
    result: dataTransferHead.extend({ missingFunds }),
    idempotent: true,
    failures: ['NOT_LINKED', 'PERIOD_OPEN', 'NOTHING_TO_TRANSFER', 'ALREADY_TRANSFERRED'],
    tags,
  },
  /** Returns status FAIL with the reason if the package differs from the one sent. */
  acceptDataTransfer: {
    ...answer('accept', 'Accept a transfer and book its figures', 'dataTransfer.edit', [
      'CHANGED_HERE',
      'UNKNOWN_CURRENCY',
      'MIXED_CURRENCIES',
      'CONDITION_NOT_MET',
      'NOT_FOUND',
      'DUPLICATE',
      'FILE_MISSING',
      'FILE_CHANGED',
      'STORAGE_FULL',
    ]),
    body: answerBody.extend({
      resolutions: z
        .array(z.strictObject({ fundId: id(), field: text(60), choice: z.enum(['THEIRS', 'MINE']) }))
        .max(1000)
        .optional(),
    }),
  },
  declineDataTransfer: {
    ...answer('decline', 'Decline a transfer', 'dataTransfer.edit'),
    onlyPost: 'Use POST with the Id in the body. This request changes the transfer.',
  },
  undoDataTransfer: answer(
    'undo',
    'Undo an accepted transfer within 30 days. An earlier transfer of the quarter then applies again',
    'dataTransfer.delete',
    ['COMMENT_REQUIRED', 'UNDO_TOO_LATE', 'BUILT_UPON'],
  ),
});
