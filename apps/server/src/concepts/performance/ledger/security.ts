import { readHoldings, readSecurities, readValuations } from '@carrara/adapters/postgres/performance/ledger/readLedger';
import { loadLedger, loadVehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type { securityEndpoints } from '@carrara/contract/performance/period/security';
import { calendarDate, err, moneyText, ok } from '@carrara/domain/kernel';
import { isLate } from '@carrara/domain/performance/ledger';
import { quarterValues, type ValuationToSave } from '@carrara/domain/performance/period';
import type { HandlerInputOf, Operations } from '../../../core/operations.ts';
import { vehicleNotFound } from '../../../usecases/ledgerPosting.ts';
import { saveSecurity, saveValuations } from '../../../usecases/performance/security.ts';
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

  async listQuarterValues({ tx }, { query: { vehicleId, endDate } }) {
    const vehicle = await loadVehicle(tx, vehicleId);
    if (vehicle === undefined) return err(vehicleNotFound());
    const end = calendarDate(endDate);
    const [ledger, securities, holdings, valuations] = await Promise.all([
      loadLedger(tx, vehicle),
      readSecurities(tx, vehicle.id),
      readHoldings(tx, vehicle.id),
      readValuations(tx, vehicle.id),
    ]);
    const nameOf = new Map([...securities, ...holdings].map(({ id, name }) => [id, name]));
    const entered = new Map(valuations.map((valuation) => [valuation.id, valuation]));
    const values = quarterValues(ledger, end).map(({ securityId, holdingId, cost, last, lastDate, valuation }) => {
      const own = valuation && entered.get(valuation.id);
      return {
        securityId,
        security: nameOf.get(securityId) ?? '',
        holding: nameOf.get(holdingId) ?? '',
        cost: moneyText(cost),
        last: moneyText(last),
        lastDate,
        valuationId: own?.id ?? null,
        fairValue: own?.fairValue ?? null,
        methodId: own?.methodId ?? null,
        description: own?.description ?? null,
        enteredBy: own?.enteredBy ?? null,
      };
    });
    const isLocked = [...ledger.locked].some((locked) => locked >= end);
    const byName = (value: (typeof values)[number]) => `${value.holding}\n${value.security}`.toLowerCase();
    values.sort((a, b) => (byName(a) < byName(b) ? -1 : 1));
    return ok({ currency: vehicle.currency, isLocked, values });
  },

  saveValuations: (context, { body: { vehicleId, valuations, warningsConfirmed } }) =>
    saveValuations(context, vehicleId, valuations.map(valuationOf), warningsConfirmed),
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
  replaces: input.replaces,
});
