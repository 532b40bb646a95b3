import { sourceColumns } from '@carrara/adapters/postgres/performance/ledger';
import { valuesOf } from '@carrara/adapters/postgres/performance/imports';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { calendarDate, decimal, moneyText } from '@carrara/domain/kernel';
import {
  importTypes,
  type KnownValue,
  planUndoValuations,
  planValuations,
  type UndoneValue,
} from '@carrara/domain/performance/imports';
import { earliest, isLate } from '@carrara/domain/performance/ledger';
import { v7 as newId } from 'uuid';
import { importPermissions } from '../core/importPermissions.ts';
import { tableImporter } from './importer.ts';
import { namedEntries } from './namedEntries.ts';
import { tableTemplate } from './tableTemplate.ts';
import { undoVehicles } from './undoVehicles.ts';
import { type LoadedVehicle, planVehicles, type VehicleWrites } from './vehicleImport.ts';

const knownValues = async (tx: Transaction, vehicleId: string): Promise<KnownValue[]> =>
  (await valuesOf(tx, vehicleId)).map((one) => ({
    ...one,
    date: calendarDate(one.date),
    fairValue: one.fairValue === null ? null : decimal(one.fairValue),
  }));

type EnteredValue = UndoneValue & { readonly row: number | null; readonly description: string | null };

/** Returns the writes for values that a file, or undoing it, enters. */
function valuedBy(
  { vehicle, ledger }: LoadedVehicle,
  values: readonly EnteredValue[],
  uploadId: string,
): VehicleWrites {
  const entered = values.map(({ securityId, date, booked, fairValue }, i) => ({
    securityId,
    date,
    booked,
    fairValue,
    seq: ledger.valuations.length + 1 + i,
  }));
  const rows = values.map((one, position) => ({
    id: newId(),
    vehicle_id: vehicle.id,
    security_id: one.securityId,
    valuation_date: one.date,
    booked: one.booked,
    fair_value: one.fairValue === null ? null : moneyText(one.fairValue),
    method_id: one.methodId,
    description: one.description,
    position,
    ...sourceColumns({ kind: 'UPLOAD', id: uploadId, row: one.row }),
    external_id: one.externalId,
  }));
  return {
    after: { ...ledger, valuations: [...ledger.valuations, ...entered] },
    from: earliest(values.map(({ booked }) => booked)),
    rows: [['valuation', rows]],
    changes: [],
    late: values.filter(({ date, booked }) => isLate(date, booked)).map(({ row }) => row),
  };
}

/** Imports a file of fair values: of securities in any number of vehicles, each on a date. */
export const valuationImporter = tableImporter({
  permission: importPermissions.valuations,
  fields: importTypes.valuations,
  undo: undoVehicles(async (tx, loaded, { uploadId, reason }) =>
    planUndoValuations(await knownValues(tx, loaded.vehicle.id), loaded.ledger, uploadId).map((undone) =>
      valuedBy(
        loaded,
        undone.map((one) => ({ ...one, row: null, description: reason })),
        uploadId,
      ),
    ),
  ),
  async plan(context, table, how) {
    const methods = await namedEntries(context.tx, 'valuation-method');
    return planVehicles(context, table, how, 'Valuations', async (tx, rows, loaded, { uploadId }) => {
      const { values, ...plan } = planValuations(
        rows,
        loaded,
        await knownValues(tx, loaded.vehicle.id),
        methods,
        context.today,
      );
      return { ...plan, ...valuedBy(loaded, values, uploadId) };
    });
  },
  template: () => tableTemplate('Valuations', importTypes.valuations),
});
