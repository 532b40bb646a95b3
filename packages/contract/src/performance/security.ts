import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { date, decimal, figureOrNull, id, text } from '../core/schema.ts';
import { bookedFields, description, enteredRecord, MOST_ROWS, ofVehicle, tags } from './ledgerFields.ts';

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
  /** Null if the earlier value is withdrawn. */
  fairValue: figureOrNull('money'),
  methodId: id().nullable(),
  description: z.string().nullable(),
});

/** The holdings of a vehicle and their values. */
export const securityEndpoints = defineEndpoints({
  listHoldings: {
    method: 'GET',
    path: '/api/performance/holding',
    summary: 'Holdings of a vehicle',
    permission: 'fundLedger.view',
    query: ofVehicle,
    result: z.array(z.object({ id: id(), name: z.string(), investmentId: id() })),
    tags,
  },
  listSecurities: {
    method: 'GET',
    path: '/api/performance/security',
    summary: 'Securities held by a vehicle',
    permission: 'valuation.view',
    query: ofVehicle,
    result: z.array(security),
    tags,
  },
  saveSecurity: {
    method: 'POST',
    path: '/api/performance/security',
    summary: 'Enter a security for an investment of a vehicle',
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
  listValuations: {
    method: 'GET',
    path: '/api/performance/valuation',
    summary: 'Valuations of a vehicle’s holdings, latest first',
    permission: 'valuation.view',
    query: ofVehicle,
    result: z.array(valuation),
    tags,
  },
  saveValuations: {
    method: 'POST',
    path: '/api/performance/valuation',
    summary: 'Value a vehicle’s securities. The latest valuation of a day counts',
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
            ...bookedFields,
          }),
        )
        .min(1)
        .max(MOST_ROWS),
    }),
    result: z.array(enteredRecord),
    failures: ['PERIOD_LOCKED', 'DATE_TOO_LATE', 'MONEY_SCALE', 'REPEATED'],
    tags,
  },
});
