import {
  deferredKinds,
  type DeferredKind,
  leaverTreatments,
  type LeaverTreatment,
} from '@carrara/domain/compensation/deferred';
import { z } from 'zod';
import { defineEndpoints, getEndpoint, idParams, listEndpoint, recordHead } from '../core/endpoint.ts';
import { defineFields } from '../core/fields.ts';
import { date, figure, id, buildInputSchema, reference, requiredLongText } from '../core/schema.ts';

const tags = ['DeferredAward'];
const path = '/api/comp/deferred';
const sensitive = 'always' as const;
const kinds = Object.keys(deferredKinds) as [DeferredKind, ...DeferredKind[]];
const treatments = Object.keys(leaverTreatments) as [LeaverTreatment, ...LeaverTreatment[]];

/** The fields of a grant in addition to its tranches. */
export const deferredAwardFields = defineFields({
  employee: { kind: 'reference', target: 'compEmployee', title: 'Employee', required: true },
  grantDate: { kind: 'date', title: 'Grant date', required: true },
  amount: { kind: 'money', title: 'Amount', required: true },
  currency: { kind: 'reference', target: 'reference:currency', title: 'Currency', required: true },
  comments: { kind: 'longText', title: 'Comments' },
});
export const deferredTrancheFields = defineFields({
  vestDate: { kind: 'date', title: 'Vest date', required: true },
  percent: { kind: 'percent', title: 'Percent', required: true },
  payDate: { kind: 'date', title: 'Pay date', required: true },
});

const tranche = z.object({
  id: id(),
  position: z.int(),
  vestDate: date(),
  percent: figure('percent'),
  payDate: date(),
  amount: figure('money'),
});
const entry = z.object({
  id: id(),
  position: z.int(),
  kind: z.enum(kinds),
  /** A description, with 'reversed' for a reversal. */
  title: z.string(),
  tranche: z.int().nullable(),
  on: date(),
  amount: figure('money'),
  reversesId: id().nullable(),
  createdDate: z.iso.datetime(),
  createdBy: z.string(),
});
const deferredAward = z.object({
  ...recordHead,
  name: z.string(),
  employee: reference(),
  grantDate: date(),
  amount: figure('money'),
  currency: reference(),
  comments: z.string().nullable(),
  tranches: z.array(tranche),
  entries: z.array(entry),
});
export type DeferredAward = z.output<typeof deferredAward>;

const row = z.object({
  id: id(),
  rowVersion: z.int(),
  employeeId: id(),
  name: z.string(),
  grantDate: date(),
  currency: reference(),
  granted: figure('money'),
  vested: figure('money'),
  paid: figure('money'),
  forfeited: figure('money'),
  outstanding: figure('money'),
});

/** The roll-forward of deferred awards between two dates: opening + granted - paid - forfeited = closing. */
const figures = {
  opening: figure('money'),
  granted: figure('money'),
  paid: figure('money'),
  forfeited: figure('money'),
  closing: figure('money'),
  /** The vested part of the closing amount. */
  vested: figure('money'),
};
const rolled = z.object({
  from: date(),
  to: date(),
  pageData: z.array(
    z.object({ id: id(), employeeId: id(), name: z.string(), grantDate: date(), currency: z.string(), ...figures }),
  ),
  /** Separately by currency. */
  totals: z.array(z.object({ currency: z.string(), ...figures })),
});

/** The new entries, with their number per award. */
const entered = z.object({ pageData: z.array(z.object({ id: id(), employeeId: id(), entries: z.int() })) });

/** Deferred awards of the employees whose pay the user can see: a ledger of grants, vesting, payments and forfeitures. */
export const deferredAwardEndpoints = defineEndpoints({
  listDeferredAwards: {
    ...listEndpoint({
      path,
      title: 'Deferred awards',
      permission: 'pay.view',
      row,
      columns: [
        { field: 'name', kind: 'text', title: 'Name' },
        { field: 'grantDate', kind: 'date', title: 'Grant date' },
        { field: 'currency', kind: 'reference', title: 'Currency' },
        { field: 'granted', kind: 'money', title: 'Granted' },
        { field: 'vested', kind: 'money', title: 'Vested' },
        { field: 'paid', kind: 'money', title: 'Paid' },
        { field: 'forfeited', kind: 'money', title: 'Forfeited' },
        { field: 'outstanding', kind: 'money', title: 'Outstanding' },
      ],
      defaultSort: { field: 'grantDate', ascending: false },
      filters: { employeeId: id().optional() },
      tags,
    }),
    sensitive,
  },
  getDeferredAward: {
    ...getEndpoint(`${path}/:id`, 'A deferred award with its tranches and entries', 'pay.view', deferredAward),
    sensitive,
    tags,
  },
  grantDeferredAward: {
    method: 'POST',
    path,
    summary: 'Grant a deferred award',
    permission: 'pay.edit',
    body: buildInputSchema(deferredAwardFields).extend({
      tranches: z.array(buildInputSchema(deferredTrancheFields)).min(1).max(60),
      // A grant after the last day of employment has to be confirmed.
      warningsConfirmed: z.boolean().default(false),
    }),
    result: deferredAward,
    failures: [
      'OWN_PAY',
      'NEGATIVE_AMOUNT',
      'MONEY_SCALE',
      'VESTS_BEFORE_GRANT',
      'DATE_TOO_LATE',
      'PAID_BEFORE_VESTED',
      'TRANCHES_NOT_100',
      'NO_WEIGHTS',
      'NEGATIVE_WEIGHT',
      'NO_POSITIVE_WEIGHT',
      'NOT_FOUND',
      'DUPLICATE',
      'WARNINGS_NOT_CONFIRMED',
      'INVALID_VALUE',
    ],
    idempotent: true,
    sensitive,
    tags,
  },
  enterDueDeferred: {
    method: 'POST',
    path: `${path}/due`,
    summary: 'Record deferred awards that vested or were paid through a date, according to their tranches',
    permission: 'pay.edit',
    body: z.strictObject({ until: date(), employeeId: id().nullish() }),
    result: entered,
    failures: ['NOT_FOUND', 'DATE_TOO_LATE'],
    idempotent: true,
    sensitive,
    tags,
  },
  settleLeaver: {
    method: 'POST',
    path: `${path}/leaver`,
    summary: 'Forfeit, continue or accelerate a leaver’s unvested deferred awards',
    permission: 'pay.edit',
    body: z.strictObject({ employeeId: id(), on: date(), treatment: z.enum(treatments), reason: requiredLongText() }),
    result: entered,
    failures: ['NOT_FOUND', 'OWN_PAY', 'WRONG_STATE', 'DATE_TOO_LATE', 'BUILT_UPON'],
    idempotent: true,
    sensitive,
    tags,
  },
  reverseDeferredEntry: {
    method: 'POST',
    path: `${path}/:id/reverse`,
    summary: 'Reverse an entry of a deferred award',
    permission: 'pay.edit',
    params: idParams,
    body: z.strictObject({ rowVersion: z.int(), entryId: id(), on: date(), reason: requiredLongText() }),
    result: deferredAward,
    failures: ['NOT_FOUND', 'STALE_VERSION', 'ALREADY_REVERSED', 'REVERSED_BEFORE', 'BUILT_UPON'],
    idempotent: true,
    sensitive,
    tags,
  },
  getDeferredRollForward: {
    method: 'GET',
    path: `${path}/roll-forward`,
    summary: 'Deferred awards between two dates: opening, granted, paid, forfeited, closing',
    permission: 'pay.view',
    query: z.strictObject({ from: date(), to: date(), employeeId: id().optional() }),
    result: rolled,
    failures: ['DATES_REVERSED'],
    sensitive,
    tags,
  },
});
