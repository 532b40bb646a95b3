import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { date, decimal, figure, figureOrNull, id, text } from '../../core/schema.ts';
import {
  bookedFields,
  confirmation,
  description,
  enteredRecord,
  MOST_ROWS,
  vehicleParams,
  tags,
} from '../ledger/ledgerFields.ts';

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
  enteredBy: z.string().nullable(),
  enteredDate: z.iso.datetime(),
});

/** A security to value at a quarter end, with the value entered for that day. */
const quarterValue = z.object({
  securityId: id(),
  security: z.string(),
  holding: z.string(),
  /** The remaining cost. */
  cost: figure('money'),
  /** The value that counts without a new one, and the date of its valuation; null if it was never valued and counts at cost. */
  last: figure('money'),
  lastDate: date().nullable(),
  /** The valuation on the quarter end, if there is one, even if it withdraws the value. */
  valuationId: id().nullable(),
  fairValue: figureOrNull('money'),
  methodId: id().nullable(),
  description: z.string().nullable(),
  enteredBy: z.string().nullable(),
});

/** The holdings of a vehicle and their values. */
export const securityEndpoints = defineEndpoints({
  listHoldings: {
    method: 'GET',
    path: '/api/performance/holding',
    summary: 'Holdings of a vehicle',
    permission: 'fundLedger.view',
    query: vehicleParams,
    result: z.array(z.object({ id: id(), name: z.string(), investmentId: id() })),
    tags,
  },
  listSecurities: {
    method: 'GET',
    path: '/api/performance/security',
    summary: 'Securities held by a vehicle',
    permission: 'valuation.view',
    query: vehicleParams,
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
    query: vehicleParams,
    result: z.array(valuation),
    tags,
  },
  listQuarterValues: {
    method: 'GET',
    path: '/api/performance/valuation/quarter',
    summary: 'The securities to value at a quarter end, each with its last value and the one entered for that day',
    permission: 'valuation.view',
    query: vehicleParams.extend({ endDate: date() }),
    result: z.object({
      currency: z.string(),
      /** True if the quarter is locked, so that values can’t be entered into it. */
      isLocked: z.boolean(),
      values: z.array(quarterValue),
    }),
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
            /** Null withdraws the value of the date. */
            fairValue: decimal('money').nullable(),
            /** The valuation of the date that was displayed; null for none. The save is rejected if another one counts now. */
            replaces: id().nullish(),
            methodId: id().nullish(),
            description,
            ...bookedFields,
          }),
        )
        .min(1)
        .max(MOST_ROWS),
      ...confirmation,
    }),
    result: z.array(enteredRecord),
    failures: ['PERIOD_LOCKED', 'DATE_TOO_LATE', 'MONEY_SCALE', 'REPEATED', 'STALE_VERSION', 'WARNINGS_NOT_CONFIRMED'],
    tags,
  },
});
