import { ledgerFigures, ledgerRunTypes } from '@carrara/domain/carry/ledgerRun';
import { ledgerRunLifecycle } from '@carrara/domain/carry/ledgerRun/lifecycle';
import { z } from 'zod';
import { problem } from './distributionRun.ts';
import { navigation } from '../view/viewCalls.ts';
import {
  defineEndpoints,
  deleteEndpoint,
  getEndpoint,
  idParams,
  listEndpoint,
  recordHead,
  saveSchema,
} from '../../core/endpoint.ts';
import { explanation } from '../../core/explanation.ts';
import { defineFields } from '../../core/fields.ts';
import { moveEndpoints } from '../../core/moveEndpoints.ts';
import { date, decimal, figure, figureOrNull, id, instant, reference, status } from '../../core/schema.ts';
import { statusCodes } from '../../lifecycles.ts';
import { participantKind } from '../../people/participant.ts';
import { wrongAmounts } from './runRefusals.ts';

const base = '/api/carry/ledger';

export const ledgerRunTypeOptions = Object.entries(ledgerRunTypes).map(([code, description]) => ({
  code,
  description,
}));
/** @public */
export const ledgerRunFields = defineFields({
  name: { kind: 'text', title: 'Name', required: true },
  type: { kind: 'status', title: 'Type', required: true, options: ledgerRunTypeOptions },
  runDate: {
    kind: 'date',
    title: 'Date',
    required: true,
    help: 'The date of its account entries.',
  },
  description: { kind: 'longText', title: 'Description' },
});

const participant = reference().extend({ type: participantKind });
const source = reference().extend({ holder: z.string().nullable() });
const lineFigures = {
  accrued: figure('money'),
  distributed: figure('money'),
  /** Escrow opened, released or applied to the clawback. */
  escrow: figure('money'),
  /** The part of a clawback taken from the account rather than from escrow. */
  clawback: figure('money'),
};
const ledgerLine = z.object({
  participant,
  source,
  /** Names of the entities passed through, outermost first; empty for a direct row. */
  through: z.array(z.string()),
  /** Escrow held before; null if none is used. */
  escrowBefore: figureOrNull('money'),
  ...lineFigures,
});

const requestedAmounts = {
  accrued: figureOrNull('money'),
  distributed: figureOrNull('money'),
  escrow: figureOrNull('money'),
  requestedAmount: figureOrNull('money'),
};
const ledgerRunHead = {
  ...recordHead,
  name: z.string(),
  description: z.string().nullable(),
  type: status(),
  runDate: date(),
  status: status(),
  currency: reference().nullable(),
  numberOfParticipants: z.int(),
  ...lineFigures,
};
const ledgerRunRecord = z.object({
  ...ledgerRunHead,
  engineVersion: z.string(),
  submittedDate: instant().nullable(),
  submittedBy: z.string(),
  approvedDate: instant().nullable(),
  approvedBy: z.string(),
  postedDate: instant().nullable(),
  postedBy: z.string(),
  /** Present on a reversal. */
  reversalOf: reference().nullable(),
  /** The run that reverses this one. Until it is posted, it is still in preparation. */
  reversedBy: reference().extend({ runDate: date() }).nullable(),
  canEdit: z.boolean(),
  /** The lifecycle operations that this person may trigger now. */
  actions: z.array(z.string()),
  /** The requested rows. */
  requestedLines: z.array(z.object({ participant: participant.nullable(), source, ...requestedAmounts })),
  /** The resulting rows by account. */
  lines: z.array(ledgerLine),
  /** The rows that request more escrow than is held, and from when an approved run can be posted. */
  warnings: z.array(problem),
});
export type LedgerRunRecord = z.output<typeof ledgerRunRecord>;

const amount = () => decimal('money').nullish();
const run = {
  lines: z
    .array(
      z.strictObject({
        /** For a release, omit it to include everyone with escrow at the source. */
        participant: reference().nullish(),
        source: reference(),
        accrued: amount(),
        distributed: amount(),
        escrow: amount(),
        /** For a release, omit it to release everything held. */
        requestedAmount: amount(),
      }),
    )
    .max(20_000),
};
const saveLedgerRunBody = saveSchema(ledgerRunFields, run);
const generateLedgerRunBody = z.strictObject({
  type: z.strictObject({
    code: z.enum(Object.keys(ledgerRunTypes) as [keyof typeof ledgerRunTypes]),
    description: z.string().nullish(),
  }),
  runDate: date(),
  ...run,
});
export type GenerateLedgerRunBody = z.output<typeof generateLedgerRunBody>;

/** Possible errors in the input of a ledger run, or conflicts with the ledger. */
const wrongLedgerRun = [
  ...wrongAmounts,
  'ALREADY_OPENED',
  'AMOUNT_MISSING',
  'CLAWBACK_ABOVE_PAID',
  'ENTITY_HAS_NO_ACCOUNT',
  'ESCROW_ABOVE_DISTRIBUTED',
  'MIXED_CURRENCIES',
  'NO_ESCROW',
  'NO_SOURCE',
  'PARTICIPANT_DUPLICATE',
  'PARTICIPANT_UNKNOWN',
  'SOURCE_UNKNOWN',
] as const;

const moves = moveEndpoints(ledgerRunLifecycle, { path: base, result: ledgerRunRecord });
const letter = <const S extends string>(path: S, summary: string) =>
  ({
    method: 'GET',
    path: `${base}/:id/${path}`,
    summary,
    permission: 'ledgerRun.view',
    answers: 'file',
    offThread: false,
    failures: ['WRONG_STATE', 'NOT_PRINTABLE'],
  }) as const;

export const ledgerRunEndpoints = defineEndpoints({
  listLedgerRuns: listEndpoint({
    path: base,
    title: 'Escrow and balances',
    permission: 'ledgerRun.view',
    row: z.object(ledgerRunHead),
    columns: [
      { field: 'name', kind: 'text', title: 'Run' },
      { field: 'type', kind: 'status', title: 'Type' },
      { field: 'runDate', kind: 'date', title: 'Date' },
      { field: 'status', kind: 'status', title: 'Status' },
      { field: 'numberOfParticipants', kind: 'count', title: 'Participants', hidden: true },
      { field: 'currency', kind: 'reference', title: 'Currency' },
      { field: 'accrued', kind: 'money', title: 'Accrued', total: 'posted' },
      { field: 'distributed', kind: 'money', title: 'Distributed', total: 'posted' },
      { field: 'clawback', kind: 'money', title: 'Clawback', total: 'posted', isKey: true },
      { field: 'escrow', kind: 'money', title: 'Escrow', isKey: true },
      { field: 'updatedDate', kind: 'instant', title: 'Last change', hidden: true },
    ],
    defaultSort: { field: 'runDate', ascending: false },
    filters: {
      type: z.enum(Object.keys(ledgerRunTypes) as [string, ...string[]]).optional(),
      status: z.enum(statusCodes('ledgerRun')).optional(),
      sourceId: id().optional(),
    },
    tags: ['LedgerRun'],
  }),
  listLedgerRunChoices: {
    method: 'GET',
    path: `${base}/navigation-list`,
    summary: 'Short list of all ledger runs',
    permission: 'ledgerRun.view',
    result: navigation,
    tags: ['LedgerRun'],
  },
  /** Funds and coinvestments whose escrow release date has passed while escrow is still held. */
  listReleasesDue: {
    method: 'GET',
    path: `${base}/releases-due`,
    summary: 'Escrow due for release',
    permission: 'ledgerRun.view',
    result: z.array(
      z.object({
        holder: reference(),
        holderType: z.string(),
        escrowReleaseDate: date(),
        currency: z.string().nullable(),
        escrowBalance: figure('money'),
        numberOfParticipants: z.int(),
        /** The sources that hold it. */
        sources: z.array(source),
      }),
    ),
    tags: ['LedgerRun', 'Distribution', 'Fund', 'Coinvestment'],
  },
  getLedgerRun: {
    ...getEndpoint(`${base}/:id`, 'A ledger run with its rows', 'ledgerRun.view', ledgerRunRecord),
    tags: ['LedgerRun', 'Participant'],
  },
  /** Computes the rows as they would be stored, without storing them. */
  generateLedgerRun: {
    method: 'POST',
    path: `${base}/generate`,
    summary: 'Compute without storing',
    permission: 'ledgerRun.view',
    readOnly: true,
    bodySize: 'huge',
    body: generateLedgerRunBody,
    result: z.object({
      lines: z.array(ledgerLine),
      ...lineFigures,
      numberOfParticipants: z.int(),
      warnings: z.array(problem),
    }),
    failures: [...wrongLedgerRun, 'DATE_TOO_LATE'],
  },
  saveLedgerRun: {
    method: 'POST',
    path: `${base}/save`,
    summary: 'Create or change a draft',
    permission: 'ledgerRun.edit',
    bodySize: 'huge',
    body: saveLedgerRunBody,
    result: ledgerRunRecord,
    idempotent: true,
    failures: [
      ...wrongLedgerRun,
      'DATE_TOO_LATE',
      'WRONG_STATE',
      'REVERSAL_FIXED',
      'STALE_VERSION',
      'ROW_VERSION_REQUIRED',
    ],
  },
  ...moves,
  submitLedgerRun: { ...moves.submitLedgerRun, failures: [...moves.submitLedgerRun.failures, ...wrongLedgerRun] },
  postLedgerRun: { ...moves.postLedgerRun, failures: [...moves.postLedgerRun.failures, ...wrongLedgerRun] },
  deleteLedgerRun: {
    ...deleteEndpoint(`${base}/:id`, 'Delete a draft', 'ledgerRun.delete'),
    failures: ['WRONG_STATE', 'STALE_VERSION'],
  },
  explainLedgerRun: {
    method: 'GET',
    path: `${base}/:id/explanation`,
    summary: 'Explanation of a figure',
    permission: 'ledgerRun.view',
    params: idParams,
    query: z.strictObject({
      figure: z.enum(ledgerFigures),
      /** The position of its row in the run, starting at 0. If omitted, the sum of all. */
      row: z.coerce.number().int().min(0).max(1_000_000).optional(),
    }),
    result: explanation,
    failures: ['ENGINE_VERSION_UNKNOWN'],
  },
  downloadEscrowLetters: {
    ...letter('letter-package', 'Letters for an escrow release, in one PDF'),
    params: idParams,
  },
  downloadEscrowLetter: {
    ...letter('letter/:participantId', "A participant's letter for an escrow release"),
    params: z.strictObject({ id: id(), participantId: id() }),
  },
});
