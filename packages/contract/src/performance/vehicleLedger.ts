import {
  allocationKeys,
  commitmentEventKinds,
  type EntryType,
  entryTypeCodes,
} from '@carrara/domain/performance/ledger';
import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint } from '../core/endpoint.ts';
import { date, decimal, figure, figureOrNull, id, text } from '../core/schema.ts';

/** Most rows of one write: each is judged by those before it. */
const MOST = 500;

const named = z.object({ id: id(), code: z.string().nullable(), name: z.string() });
const description = text(4000).nullish();
const booked = {
  /** The quarter that shows it; the one of its day, or the first open one after it, unless another open one is asked for. */
  bookedPeriod: date().nullish(),
};
const kinds = Object.keys(commitmentEventKinds) as (keyof typeof commitmentEventKinds)[];
const types = entryTypeCodes as readonly [EntryType, ...EntryType[]];

/** What was entered: where it is shown, and whether that is later than its own quarter. */
const entered = z.object({ id: id(), bookedPeriod: date(), isLate: z.boolean() });

const commitment = z.object({
  id: id(),
  investor: named,
  isGp: z.boolean(),
  amount: figure('money'),
  unfunded: figure('money'),
  paysFee: z.boolean(),
  paysCarry: z.boolean(),
  events: z.array(
    z.object({
      id: id(),
      kind: z.enum(kinds),
      date: date(),
      bookedPeriod: date(),
      amount: figure('money'),
      paysFee: z.boolean().nullable(),
      paysCarry: z.boolean().nullable(),
      holdingId: id().nullable(),
      description: z.string().nullable(),
    }),
  ),
});

const askedEntry = z.strictObject({
  type: z.enum(types),
  amount: decimal('money', { negative: true }),
  effectiveDate: date(),
  /** What its type is usually split by, when absent. */
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
  ...booked,
});
export type GivenEntry = z.output<typeof askedEntry>;

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
      investor: named,
      amount: figure('money'),
      unfunded: figure('money'),
      isMirror: z.boolean(),
    }),
  ),
});

const notice = z.object({
  id: id(),
  kind: z.enum(['CALL', 'DISTRIBUTION']),
  number: z.int(),
  issueDate: date(),
  dueDate: date(),
  description: z.string().nullable(),
  /** What its entries come to. */
  amount: figure('money'),
});

const security = z.object({
  id: id(),
  holdingId: id(),
  class: z.enum(['DEBT', 'EQUITY']),
  name: z.string(),
  typeId: id().nullable(),
});

const valuation = z.object({
  id: id(),
  securityId: id(),
  date: date(),
  bookedPeriod: date(),
  isLate: z.boolean(),
  fairValue: figure('money'),
  methodId: id().nullable(),
  description: z.string().nullable(),
});

/** Rates in percent; null does not apply, or is not determined and then named. */
const subjectFigures = z.object({
  subject: z.enum(['VEHICLE', 'HOLDING', 'COMMITMENT', 'INVESTOR']),
  id: id(),
  name: z.string().nullable(),
  currency: z.string(),
  commitment: figureOrNull('money'),
  contributions: figureOrNull('money'),
  distributions: figureOrNull('money'),
  recallable: figureOrNull('money'),
  unfunded: figureOrNull('money'),
  nav: figureOrNull('money'),
  navBeforeCarry: figureOrNull('money'),
  carryPaid: figureOrNull('money'),
  unrealised: figureOrNull('money'),
  invested: figureOrNull('money'),
  proceeds: figureOrNull('money'),
  income: figureOrNull('money'),
  cost: figureOrNull('money'),
  fairValue: figureOrNull('money'),
  irr: figureOrNull('rate'),
  grossIrr: figureOrNull('rate'),
  irrAnnualised: z.boolean().nullable(),
  grossIrrAnnualised: z.boolean().nullable(),
  dpi: figureOrNull('multiple'),
  rvpi: figureOrNull('multiple'),
  tvpi: figureOrNull('multiple'),
  pic: figureOrNull('multiple'),
  grossMoic: figureOrNull('multiple'),
  notDetermined: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
});
export type PeriodFigure = z.output<typeof subjectFigures>;

const period = z.object({
  id: id(),
  vehicleId: id(),
  periodEnd: date(),
  status: z.enum(['OPEN', 'LOCKED']),
  rowVersion: z.int(),
  /** The last version that a lock kept. */
  version: z.int().nullable(),
});

const ofVehicle = z.strictObject({ vehicleId: id() });
const ofPeriod = z.strictObject({ vehicleId: id(), endDate: date() });
const tags = ['Ledger'];
const judged = ['PERIOD_LOCKED', 'MONEY_SCALE', 'NEGATIVE_AMOUNT', 'AMOUNT_MISSING', 'UNFUNDED_BELOW_ZERO'] as const;
const moved = z.strictObject({ rowVersion: z.int() });

export const vehicleLedgerEndpoints = defineEndpoints({
  listCommitments: {
    method: 'GET',
    path: '/api/performance/commitment',
    summary: 'The commitments of a vehicle as they are today, with what changed them',
    permission: 'fundLedger.view',
    query: ofVehicle,
    result: z.array(commitment),
    tags,
  },
  saveCommitment: {
    method: 'POST',
    path: '/api/performance/commitment',
    summary: 'Enter the commitment of an investor, or what changes it',
    permission: 'fundLedger.edit',
    body: z.strictObject({
      vehicleId: id(),
      investorId: id(),
      kind: z.enum(kinds),
      date: date(),
      amount: decimal('money', { negative: true }).nullish(),
      paysFee: z.boolean().nullish(),
      paysCarry: z.boolean().nullish(),
      holdingId: id().nullish(),
      description,
      ...booked,
    }),
    result: entered.extend({ commitmentId: id() }),
    failures: [...judged, 'COMMITMENT_UNKNOWN', 'FIELD_NOT_OF_TYPE'],
    tags,
  },
  listNotices: {
    method: 'GET',
    path: '/api/performance/notice',
    summary: 'The notices of a vehicle, the last first',
    permission: 'fundLedger.view',
    query: ofVehicle,
    result: z.array(notice),
    tags,
  },
  saveNotice: {
    method: 'POST',
    path: '/api/performance/notice',
    summary: 'Enter a notice of a call or a distribution',
    permission: 'fundLedger.edit',
    body: z.strictObject({
      vehicleId: id(),
      kind: z.enum(['CALL', 'DISTRIBUTION']),
      issueDate: date(),
      dueDate: date(),
      description,
    }),
    result: notice,
    failures: ['DATES_REVERSED'],
    tags,
  },
  listSecurities: {
    method: 'GET',
    path: '/api/performance/security',
    summary: 'What a vehicle holds below its investments',
    permission: 'valuation.view',
    query: ofVehicle,
    result: z.array(security),
    tags,
  },
  saveSecurity: {
    method: 'POST',
    path: '/api/performance/security',
    summary: 'Enter a security below an investment of a vehicle',
    permission: 'valuation.edit',
    body: z.strictObject({
      vehicleId: id(),
      holdingId: id(),
      class: z.enum(['DEBT', 'EQUITY']),
      name: text(200).trim().min(1, 'is required'),
      typeId: id().nullish(),
    }),
    result: security,
    failures: ['DUPLICATE'],
    tags,
  },
  listLedgerEntries: listEndpoint({
    path: '/api/performance/ledger',
    title: 'Ledger entries',
    permission: 'fundLedger.view',
    row: z.object(entryHead),
    columns: [
      { field: 'effectiveDate', kind: 'date', title: 'Date' },
      { field: 'bookedPeriod', kind: 'date', title: 'Quarter' },
      { field: 'type', kind: 'code', title: 'Type' },
      { field: 'amount', kind: 'money', title: 'Amount' },
      { field: 'costRelieved', kind: 'money', title: 'Cost relieved' },
      { field: 'settledOn', kind: 'date', title: 'Settled' },
      { field: 'description', kind: 'longText', title: 'Description' },
    ],
    defaultSort: { field: 'effectiveDate', ascending: false },
    filters: { vehicleId: id(), type: z.string().max(30).optional(), noticeId: id().optional() },
    tags,
  }),
  getLedgerEntry: {
    method: 'GET',
    path: '/api/performance/ledger/:id',
    summary: 'An entry with its shares',
    permission: 'fundLedger.view',
    params: idParams,
    result: entry,
    tags,
  },
  saveLedgerEntries: {
    method: 'POST',
    path: '/api/performance/ledger',
    summary: 'Post entries to a vehicle, all of them or none',
    permission: 'fundLedger.edit',
    bodySize: 'long',
    idempotent: true,
    body: z.strictObject({ vehicleId: id(), entries: z.array(askedEntry).min(1).max(MOST) }),
    result: z.array(entered),
    failures: [
      ...judged,
      'FIELD_NOT_OF_TYPE',
      'COMMITMENT_UNKNOWN',
      'SHARES_OFF',
      'GIVEN_TWICE',
      'NO_COMMITMENT',
      'CARRY_WITHOUT_GP',
      'COST_ABOVE_REMAINING',
    ],
    tags,
  },
  reverseLedgerEntry: {
    method: 'POST',
    path: '/api/performance/ledger/:id/reverse',
    summary: 'Undo an entry by one that turns it, on the same day',
    permission: 'fundLedger.edit',
    params: idParams,
    body: z.strictObject({ reason: text(4000).trim().min(1, 'is required') }),
    result: entered,
    failures: ['ALREADY_REVERSED', 'REVERSAL_FIXED', 'UNFUNDED_BELOW_ZERO', 'COST_ABOVE_REMAINING'],
    tags,
  },
  listValuations: {
    method: 'GET',
    path: '/api/performance/valuation',
    summary: 'The valuations of what a vehicle holds, the last first',
    permission: 'valuation.view',
    query: ofVehicle,
    result: z.array(valuation),
    tags,
  },
  saveValuations: {
    method: 'POST',
    path: '/api/performance/valuation',
    summary: 'Value securities of a vehicle; of two of a day the later one counts',
    permission: 'valuation.edit',
    bodySize: 'long',
    idempotent: true,
    body: z.strictObject({
      vehicleId: id(),
      valuations: z
        .array(
          z.strictObject({
            securityId: id(),
            date: date(),
            fairValue: decimal('money'),
            methodId: id().nullish(),
            description,
            ...booked,
          }),
        )
        .min(1)
        .max(MOST),
    }),
    result: z.array(entered),
    failures: ['PERIOD_LOCKED', 'MONEY_SCALE', 'GIVEN_TWICE'],
    tags,
  },
  listPeriods: {
    method: 'GET',
    path: '/api/performance/period/:vehicleId',
    summary: 'The quarters of a vehicle, the last first',
    permission: 'period.view',
    params: ofVehicle,
    result: z.array(period),
    tags,
  },
  getPeriod: {
    method: 'GET',
    path: '/api/performance/period/:vehicleId/:endDate',
    summary: 'A quarter of a vehicle with its figures',
    permission: 'period.view',
    params: ofPeriod,
    result: period.extend({ figures: z.array(subjectFigures) }),
    tags,
  },
  lockPeriod: {
    method: 'POST',
    path: '/api/performance/period/:vehicleId/:endDate/lock',
    summary: 'Lock a quarter: its figures are kept as a version, and nothing is booked into it any more',
    permission: 'period.edit',
    params: ofPeriod,
    body: moved,
    result: period,
    failures: ['STALE_VERSION', 'WRONG_STATE', 'NOT_RECONCILED'],
    tags,
  },
  reopenPeriod: {
    method: 'POST',
    path: '/api/performance/period/:vehicleId/:endDate/reopen',
    summary: 'Open a quarter again, and all later ones; what was locked stays as a version',
    permission: 'period.reopen',
    params: ofPeriod,
    body: moved.extend({ reason: text(4000).trim().min(1, 'is required') }),
    result: period,
    failures: ['STALE_VERSION', 'WRONG_STATE'],
    tags,
  },
});
