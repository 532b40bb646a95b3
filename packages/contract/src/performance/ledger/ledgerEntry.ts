import { allocationKeys, type EntryType, entryTypeCodes } from '@carrara/domain/performance/ledger';
import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint } from '../../core/endpoint.ts';
import { date, decimal, figure, figureOrNull, id } from '../../core/schema.ts';
import {
  bookedFields,
  description,
  enteredRecord,
  postingFailures,
  MOST_ROWS,
  vehicleParams,
  reason,
  source,
  tags,
} from './ledgerFields.ts';
import { namedRecord } from '../capitalAccount/statementParts.ts';

const types = entryTypeCodes as readonly [EntryType, ...EntryType[]];

const requestedEntry = z.strictObject({
  type: z.enum(types),
  amount: decimal('money', { negative: true }),
  effectiveDate: date(),
  /** Defaults to the usual key of its type. */
  allocationKey: z.enum(allocationKeys).nullish(),
  holdingId: id().nullish(),
  securityId: id().nullish(),
  noticeId: id().nullish(),
  costRelieved: decimal('money').nullish(),
  isRecallable: z.boolean().default(false),
  isOutside: z.boolean().default(false),
  settledOn: date().nullish(),
  shares: z
    .array(
      z.strictObject({
        commitmentId: id(),
        amount: decimal('money', { negative: true }),
        unfunded: decimal('money', { negative: true }).nullish(),
      }),
    )
    .max(2000)
    .default([]),
  description,
  ...bookedFields,
});
export type EnteredEntry = z.output<typeof requestedEntry>;

const entryHead = {
  id: id(),
  type: z.string(),
  typeTitle: z.string(),
  category: z.string().nullable(),
  amount: figure('money'),
  effectiveDate: date(),
  bookedPeriod: date(),
  isLate: z.boolean(),
  allocationKey: z.string(),
  costRelieved: figureOrNull('money'),
  isRecallable: z.boolean(),
  isOutside: z.boolean(),
  settledOn: date().nullable(),
  reversesId: id().nullable(),
  reversedById: id().nullable(),
  source,
  noticeId: id().nullable(),
  holdingId: id().nullable(),
  securityId: id().nullable(),
  description: z.string().nullable(),
  createdDate: z.iso.datetime(),
};

const entry = z.object({
  ...entryHead,
  vehicleId: id(),
  shares: z.array(
    z.object({
      commitmentId: id(),
      investor: namedRecord,
      amount: figure('money'),
      unfunded: figure('money'),
      isMirror: z.boolean(),
    }),
  ),
});

export const ledgerEntryEndpoints = defineEndpoints({
  listLedgerEntries: listEndpoint({
    path: '/api/performance/ledger',
    title: 'Ledger entries',
    permission: 'fundLedger.view',
    row: z.object({
      ...entryHead,
      investmentName: z.string().nullable(),
      noticeNumber: z.int().nullable(),
      /** The kind of its source, in words. */
      sourceTitle: z.string().nullable(),
      /** True if it is booked in a later quarter than its own, which was locked. */
      isLate: z.boolean(),
      createdBy: z.string(),
    }),
    columns: [
      { field: 'effectiveDate', kind: 'date', title: 'Date' },
      { field: 'bookedPeriod', kind: 'date', title: 'Quarter' },
      { field: 'typeTitle', kind: 'text', title: 'Type', sortable: false },
      { field: 'type', kind: 'code', title: 'Code' },
      { field: 'investmentName', kind: 'text', title: 'Investment' },
      { field: 'amount', kind: 'money', title: 'Amount' },
      { field: 'costRelieved', kind: 'money', title: 'Cost relieved' },
      { field: 'settledOn', kind: 'date', title: 'Settled' },
      { field: 'sourceTitle', kind: 'text', title: 'Source', sortable: false },
      { field: 'description', kind: 'longText', title: 'Description' },
      { field: 'noticeNumber', kind: 'count', title: 'Notice', hidden: true },
      { field: 'isRecallable', kind: 'boolean', title: 'Recallable', hidden: true },
      { field: 'isOutside', kind: 'boolean', title: 'Outside the commitment', hidden: true },
      { field: 'allocationKey', kind: 'code', title: 'Split by', hidden: true },
      { field: 'isLate', kind: 'boolean', title: 'Late', hidden: true },
      { field: 'createdDate', kind: 'instant', title: 'Entered', hidden: true },
      { field: 'createdBy', kind: 'text', title: 'Entered by', hidden: true },
    ],
    defaultSort: { field: 'effectiveDate', ascending: false },
    filters: {
      vehicleId: id(),
      entryId: id().optional(),
      type: z.string().max(30).optional(),
      noticeId: id().optional(),
    },
    tags,
  }),
  getLedgerEntry: {
    method: 'GET',
    path: '/api/performance/ledger/:id',
    summary: 'A ledger entry with its shares',
    permission: 'fundLedger.view',
    params: idParams,
    result: entry,
    tags,
  },
  saveLedgerEntries: {
    method: 'POST',
    path: '/api/performance/ledger',
    summary: 'Post entries to a vehicle, all or none',
    permission: 'fundLedger.edit',
    bodySize: 'long',
    idempotent: true,
    body: z.strictObject({
      vehicleId: id(),
      entries: z.array(requestedEntry).min(1).max(MOST_ROWS),
      /** Posts the entries although they have warnings, such as a recallable distribution above the paid-in capital. */
      warningsConfirmed: z.boolean().default(false),
    }),
    result: z.array(enteredRecord),
    failures: [
      ...postingFailures,
      'FIELD_NOT_OF_TYPE',
      'COMMITMENT_UNKNOWN',
      'SHARES_OFF',
      'REPEATED',
      'NO_COMMITMENT',
      'CARRY_WITHOUT_GP',
      'COST_ABOVE_REMAINING',
      'WARNINGS_NOT_CONFIRMED',
    ],
    tags,
  },
  postCarryPaid: {
    method: 'POST',
    path: '/api/performance/ledger/carry-paid',
    summary: 'Post carry that a vehicle’s distributions paid but its ledger doesn’t contain',
    permission: 'fundLedger.edit',
    body: vehicleParams,
    result: z.array(enteredRecord),
    tags,
  },
  settleLedgerEntry: {
    method: 'POST',
    path: '/api/performance/ledger/:id/settle',
    summary: 'Record the date on which the cash of an entry moved, also in a locked quarter',
    permission: 'fundLedger.edit',
    params: idParams,
    body: z.strictObject({
      settledOn: date(),
      /** Confirms a settlement date far from the entry's date. */
      warningsConfirmed: z.boolean().default(false),
    }),
    result: z.object({ id: id(), settledOn: date() }),
    failures: [
      'TRANSFERRED',
      'REVERSAL_FIXED',
      'ALREADY_REVERSED',
      'ALREADY_SETTLED',
      'FIELD_NOT_OF_TYPE',
      'DATE_TOO_LATE',
      'WARNINGS_NOT_CONFIRMED',
    ],
    tags,
  },
  reverseLedgerEntry: {
    method: 'POST',
    path: '/api/performance/ledger/:id/reverse',
    summary: 'Post the reversal of an entry, dated the same day',
    permission: 'fundLedger.edit',
    params: idParams,
    body: z.strictObject({ reason }),
    result: enteredRecord,
    failures: [
      'TRANSFERRED',
      'ALREADY_REVERSED',
      'USED_LATER',
      'REVERSAL_FIXED',
      'UNFUNDED_BELOW_ZERO',
      'COST_ABOVE_REMAINING',
      'NEGATIVE_AMOUNT',
    ],
    tags,
  },
});
