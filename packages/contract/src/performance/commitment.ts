import { commitmentEventKinds } from '@carrara/domain/performance/ledger';
import { z } from 'zod';
import { defineEndpoints, idParams } from '../core/endpoint.ts';
import { date, decimal, figure, id } from '../core/schema.ts';
import { booked, description, entered, judged, named, ofVehicle, reason, source, tags } from './ledgerFields.ts';

const kinds = Object.keys(commitmentEventKinds) as (keyof typeof commitmentEventKinds)[];

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
      reversesId: id().nullable(),
      reversedById: id().nullable(),
      source,
    }),
  ),
});

export const commitmentEndpoints = defineEndpoints({
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
    failures: [...judged, 'COMMITMENT_UNKNOWN', 'FIELD_NOT_OF_TYPE', 'FEEDER_CYCLE'],
    tags,
  },
  reverseCommitmentEvent: {
    method: 'POST',
    path: '/api/performance/commitment/event/:id/reverse',
    summary: 'Undo a change of a commitment by one that turns it, on the same day',
    permission: 'fundLedger.edit',
    params: idParams,
    body: z.strictObject({ reason }),
    result: entered.extend({ commitmentId: id() }),
    failures: ['ALREADY_REVERSED', 'REVERSAL_FIXED', 'UNFUNDED_BELOW_ZERO'],
    tags,
  },
});
