import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { date, id } from '../core/schema.ts';
import { ofVehicle, reason, tags } from './ledgerFields.ts';
import { periodFigureShape } from './periodFigures.ts';

/** Rates in percent; null does not apply, or is not determined and then named. */
const subjectFigures = z.object({
  subject: z.enum(['VEHICLE', 'HOLDING', 'COMMITMENT', 'INVESTOR']),
  id: id(),
  name: z.string().nullable(),
  currency: z.string(),
  ...periodFigureShape,
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

const ofPeriod = z.strictObject({ vehicleId: id(), endDate: date() });
const moved = z.strictObject({ rowVersion: z.int() });

export const periodEndpoints = defineEndpoints({
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
    body: moved.extend({ reason }),
    result: period,
    failures: ['STALE_VERSION', 'WRONG_STATE'],
    tags,
  },
});
