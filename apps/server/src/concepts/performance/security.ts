import { readHoldings, readSecurities, readValuations } from '@carrara/adapters/postgres/performance/ledger/readLedger';
import type { securityEndpoints } from '@carrara/contract/performance/security';
import { calendarDate, ok } from '@carrara/domain/kernel';
import { isLate } from '@carrara/domain/performance/ledger';
import type { ValuationToSave } from '@carrara/domain/performance/period';
import type { HandlerInputOf, Operations } from '../../core/operations.ts';
import { saveSecurity, saveValuations } from '../../usecases/performance/security.ts';
import { dayOrNull } from './ledgerInput.ts';

export const securityOperations: Operations<typeof securityEndpoints> = {
  listHoldings: async ({ tx }, { query }) => ok(await readHoldings(tx, query.vehicleId)),
  listSecurities: async ({ tx }, { query }) => ok(await readSecurities(tx, query.vehicleId)),

  saveSecurity: ({ tx }, { body: { vehicleId, typeId = null, ...security } }) =>
    saveSecurity(tx, vehicleId, { ...security, typeId }),

  async listValuations({ tx }, { query }) {
    const rows = await readValuations(tx, query.vehicleId);
    return ok(rows.map((row) => ({ ...row, isLate: isLate(calendarDate(row.date), calendarDate(row.bookedPeriod)) })));
  },

  saveValuations: (context, { body }) => saveValuations(context, body.vehicleId, body.valuations.map(valuationOf)),
};

type SaveValuations = (typeof securityEndpoints)['saveValuations'];
type EnteredValuation = HandlerInputOf<SaveValuations>['body']['valuations'][number];

/** Converts a valuation of a request. */
const valuationOf = (input: EnteredValuation): ValuationToSave => ({
  securityId: input.securityId,
  date: calendarDate(input.date),
  fairValue: input.fairValue,
  methodId: input.methodId ?? null,
  description: input.description ?? null,
  bookedPeriod: dayOrNull(input.bookedPeriod),
});
