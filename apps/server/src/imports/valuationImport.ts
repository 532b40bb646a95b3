import { sourceColumns } from '@carrara/adapters/postgres/performance/ledger/ledgerRows';
import { readValuations } from '@carrara/adapters/postgres/performance/imports/namedRecords';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { calendarDate, decimal, moneyText, zip } from '@carrara/domain/kernel';
import {
  type ExistingValue,
  planUndoValuations,
  planValuations,
  type UndoneValue,
} from '@carrara/domain/performance/imports';
import { earliestDate, isLate } from '@carrara/domain/performance/ledger';
import { v7 as newId } from 'uuid';
import { tableImporter } from './importer.ts';
import { namedEntries } from './namedEntries.ts';
import { undoVehicles } from './undoVehicles.ts';
import { type LoadedVehicle, planVehicles, type VehicleWrites } from './vehicleImport.ts';

const existingValues = async (tx: Transaction, vehicleId: string): Promise<ExistingValue[]> =>
  (await readValuations(tx, vehicleId)).map((row) => ({
    ...row,
    date: calendarDate(row.date),
    fairValue: row.fairValue === null ? null : decimal(row.fairValue),
  }));

type EnteredValue = UndoneValue & { readonly row: number | null; readonly description: string | null };

/** Returns the writes for values that a file, or undoing it, enters. */
function valuedBy(
  { vehicle, ledger }: LoadedVehicle,
  values: readonly EnteredValue[],
  uploadId: string,
): VehicleWrites {
  const entered = values.map(({ securityId, date, booked, fairValue }, i) => ({
    id: newId(),
    securityId,
    date,
    booked,
    fairValue,
    seq: ledger.valuations.length + 1 + i,
  }));
  const rows = zip(values, entered).map(([enteredValue, { id }], position) => ({
    id,
    vehicle_id: vehicle.id,
    security_id: enteredValue.securityId,
    valuation_date: enteredValue.date,
    booked: enteredValue.booked,
    fair_value: enteredValue.fairValue === null ? null : moneyText(enteredValue.fairValue),
    method_id: enteredValue.methodId,
    description: enteredValue.description,
    position,
    ...sourceColumns({ kind: 'UPLOAD', id: uploadId, row: enteredValue.row }),
    external_id: enteredValue.externalId,
  }));
  return {
    after: { ...ledger, valuations: [...ledger.valuations, ...entered] },
    from: earliestDate(values.map(({ booked }) => booked)),
    rows: [['valuation', rows]],
    changes: [],
    late: values.filter(({ date, booked }) => isLate(date, booked)).map(({ row }) => row),
  };
}

/** Imports a file of fair values: of securities in any number of vehicles, each on a date. */
export const valuationImporter = tableImporter('valuations', {
  sample: `Vehicle,Investment,Security,Date,Fair value,Description
FUND-I,STEEL,Common shares,2024-03-31,9500000.00,At cost
FUND-I,STEEL,Common shares,2024-06-30,10250000.00,
FUND-I,STEEL,Common shares,2024-12-31,8900000.00,After the sale of a fifth
`,
  undo: undoVehicles(async (tx, loaded, { uploadId, reason }) =>
    planUndoValuations(await existingValues(tx, loaded.vehicle.id), loaded.ledger, uploadId).map((undone) =>
      valuedBy(
        loaded,
        undone.map((undoneValue) => ({ ...undoneValue, row: null, description: reason })),
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
        await existingValues(tx, loaded.vehicle.id),
        methods,
        context.today,
      );
      return { ...plan, ...valuedBy(loaded, values, uploadId) };
    });
  },
});
