import { commitmentEventKinds } from '@carrara/domain/performance/ledger';
import { z } from 'zod';
import { defineEndpoints, idParams } from '../../core/endpoint.ts';
import { date, decimal, figure, id } from '../../core/schema.ts';
import {
  bookedFields,
  unmovedCarry,
  description,
  enteredRecord,
  postingFailures,
  MOST_ROWS,
  vehicleParams,
  reason,
  source,
  splitBefore,
  tags,
  confirmation,
} from './ledgerFields.ts';
import { namedRecord } from '../capitalAccount/statementParts.ts';

const kinds = Object.keys(commitmentEventKinds) as (keyof typeof commitmentEventKinds)[];

const commitment = z.object({
  id: id(),
  investor: namedRecord,
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
      isLate: z.boolean(),
      amount: figure('money'),
      paysFee: z.boolean().nullable(),
      paysCarry: z.boolean().nullable(),
      holdingId: id().nullable(),
      description: z.string().nullable(),
      reversesId: id().nullable(),
      reversedById: id().nullable(),
      source,
      splitBefore,
      unmovedCarry,
    }),
  ),
});

const vehicleId = id();
/** An investor's commitment or a change of it. */
const event = {
  investorId: id(),
  kind: z.enum(kinds),
  date: date(),
  amount: decimal('money', { negative: true }).nullish(),
  paysFee: z.boolean().nullish(),
  paysCarry: z.boolean().nullish(),
  holdingId: id().nullish(),
  description,
  ...bookedFields,
};
const input = z.strictObject(event);
export type EnteredCommitment = z.output<typeof input>;
const saved = enteredRecord.extend({ commitmentId: id(), splitBefore, unmovedCarry });
const failures = [
  ...postingFailures,
  'COMMITMENT_UNKNOWN',
  'FIELD_NOT_OF_TYPE',
  'FEEDER_CYCLE',
  'WARNINGS_NOT_CONFIRMED',
] as const;

export const commitmentEndpoints = defineEndpoints({
  listCommitments: {
    method: 'GET',
    path: '/api/performance/commitment',
    summary: 'A vehicle’s commitments as of today, with their changes',
    permission: 'fundLedger.view',
    query: vehicleParams,
    result: z.array(commitment),
    tags,
  },
  previewTransfer: {
    method: 'GET',
    path: '/api/performance/commitment/split-before',
    summary:
      'What a transfer between partners would leave unchanged: entries split by the old shares, and accrued carry',
    permission: 'fundLedger.view',
    query: vehicleParams.extend({
      investorId: id(),
      kind: z.enum(kinds),
      date: date(),
      /** The commitment to transfer. Without it, the accrued carry isn't determined. */
      amount: decimal('money').optional(),
    }),
    result: z.object({ splitBefore, unmovedCarry }),
    tags,
  },
  saveCommitment: {
    method: 'POST',
    path: '/api/performance/commitment',
    summary: 'Enter an investor’s commitment, or a change to it',
    permission: 'fundLedger.edit',
    body: z.strictObject({ vehicleId, ...event, ...confirmation }),
    result: saved,
    failures,
    tags,
  },
  saveCommitments: {
    method: 'POST',
    path: '/api/performance/commitment/close',
    summary: 'Enter the commitments of several investors at a close, or changes to them. All are saved or none',
    permission: 'fundLedger.edit',
    bodySize: 'long',
    idempotent: true,
    body: z.strictObject({ vehicleId, commitments: z.array(input).min(1).max(MOST_ROWS), ...confirmation }),
    result: z.array(saved),
    failures,
    tags,
  },
  reverseCommitmentEvent: {
    method: 'POST',
    path: '/api/performance/commitment/event/:id/reverse',
    summary: 'Post the reversal of a commitment change, dated the same day',
    permission: 'fundLedger.edit',
    params: idParams,
    body: z.strictObject({ reason, ...confirmation }),
    result: saved,
    failures: [
      'TRANSFERRED',
      'ALREADY_REVERSED',
      'REVERSAL_FIXED',
      'UNFUNDED_BELOW_ZERO',
      'NEGATIVE_AMOUNT',
      'USED_LATER',
      'WARNINGS_NOT_CONFIRMED',
    ],
    tags,
  },
});
