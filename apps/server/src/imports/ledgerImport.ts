import { required } from '@carrara/domain/kernel';
import { earliestDate, entryTypeRule } from '@carrara/domain/performance/ledger';
import { entryOrigins } from '@carrara/adapters/postgres/performance/imports/namedRecords';
import { readActsAfter } from '@carrara/adapters/postgres/performance/ledger/readActs';
import { shareRows } from '@carrara/adapters/postgres/performance/ledger/ledgerRows';
import type { StoredLedger } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { type EntryOrigin, planLedger, textValue } from '@carrara/domain/performance/imports';
import { v7 as newId } from 'uuid';
import { loadNavs } from '../usecases/performance/ledgerEntry.ts';
import { importedEntry, importedRow } from './importedEntries.ts';
import { tableImporter } from './importer.ts';
import { undoEntries } from './undoEntries.ts';
import { planVehicles, type VehiclePlan } from './vehicleImport.ts';

/** Maximum number of shares kept in memory: 100,000 rows can belong to vehicles with ten commitments each. */
const mostShares = 1_000_000;
const tooMany = (ledger: StoredLedger, row: number, shares: number): VehiclePlan => ({
  counts: { created: 0, changed: 0, unchanged: 0, missing: 0 },
  refusals: [
    {
      row,
      field: null,
      reason: `With this vehicle, the file creates ${shares.toLocaleString('en')} shares of commitments. The maximum is ${mostShares.toLocaleString('en')}. Split the file by vehicle or by year, and upload the parts.`,
    },
  ],
  after: ledger,
  from: null,
  rows: [],
  changes: [],
  late: [],
});

const withoutSettlement =
  'No row has a date in Settled on, so T5 counts the cash of new entries as not paid yet. Add the dates, or settle the entries later.';

/**
 * Imports a file of ledger entries: calls, distributions, income, costs, purchases and sales, in any number of
 * vehicles.
 */
export const ledgerImporter = tableImporter('ledger', {
  sample: `External id,Vehicle,Type,Date,Amount,Investor,Notice total,Investment,Security,Security class,Cost relieved,Recallable,Settled on,Description
L-1,FUND-I,CALL-INV,2024-02-15,10000000.00,,,,,,,,2024-02-15,Call 1: split over all commitments
L-2,FUND-I,CALL-FEE,2024-02-15,150000.00,LP-A,250000.00,,,,,,2024-02-15,Call 1: entered investor by investor
L-2,FUND-I,CALL-FEE,2024-02-15,100000.00,LP-B,250000.00,,,,,,2024-02-15,Call 1: entered investor by investor
L-3,FUND-I,BUY,2024-02-20,9500000.00,,,STEEL,Common shares,Equity,,,2024-02-20,
L-4,FUND-I,FEE,2024-03-31,250000.00,,,,,,,,2024-03-31,
L-5,FUND-I,SELL,2024-11-29,3000000.00,,,STEEL,Common shares,,1900000.00,,2024-12-02,
L-6,FUND-I,DIST-GAIN,2024-12-10,1100000.00,,,,,,,no,2024-12-10,
`,
  undo: undoEntries,
  plan: async (context, table, how) => {
    const sharesByVehicle = new Map<string, number>();
    let movesCash = false;
    const planned = await planVehicles(
      context,
      table,
      how,
      'Ledger entries',
      async (tx, rows, loaded, { uploadId, overwrite }) => {
        const { vehicle, ledger } = loaded;
        const entered = rows.filter((row) => textValue(row, 'investor') !== null).length;
        sharesByVehicle.set(vehicle.id, entered + (rows.length - entered) * ledger.commitments.length);
        const shares = [...sharesByVehicle.values()].reduce((total, count) => total + count, 0);
        if (shares > mostShares) return tooMany(ledger, required(rows[0], 'a row of the vehicle').row, shares);
        const origins = new Map(
          (await entryOrigins(tx, vehicle.id)).map((row): [string, EntryOrigin] => [row.id, row]),
        );
        const { sign } = table.mapping;
        const { entries, securities, ...plan } = planLedger(rows, loaded, origins, {
          navs: await loadNavs(tx, vehicle.id, entered === 0 ? [] : ledger.commitments.map(({ id }) => id)),
          acts: await readActsAfter(tx, vehicle.id, 0),
          sign,
          overwrite,
          newId,
        });
        movesCash ||= entries.some(
          ({ posting: { type, reversalOf } }) => reversalOf === null && entryTypeRule(type).vehicleCash !== 0,
        );
        const stored = entries.map((entry) => ({
          entry: importedEntry(entry.posting, uploadId, entry.row),
          posting: entry,
        }));
        const records = securities.map((security) => ({
          id: security.id,
          vehicle_id: vehicle.id,
          holding_id: security.holdingId,
          class: security.class,
          type_id: null,
          name: security.name,
        }));
        return {
          ...plan,
          after: {
            ...ledger,
            entries: [...ledger.entries, ...stored.map(({ entry }) => entry)],
            securities: [...ledger.securities, ...securities.map(({ id, holdingId }) => ({ id, holdingId }))],
          },
          from: stored.length === 0 ? null : earliestDate(stored.map(({ entry }) => entry.booked)),
          // A check stores nothing.
          rows: how.isWritten
            ? [
                ['security', records],
                [
                  'ledger_entry',
                  stored.map(({ entry, posting: entryRow }) => importedRow(entry, vehicle.id, entryRow)),
                ],
                ['ledger_share', stored.flatMap(({ entry }) => shareRows(vehicle.id, entry))],
              ]
            : [],
          changes: records.map((row) => ({
            operation: 'saveSecurity',
            objectType: 'security',
            objectId: row.id,
            objectName: row.name,
            containerId: vehicle.id,
            before: null,
            after: row,
          })),
        };
      },
    );
    const settles = table.every.some((row) => textValue(row, 'settledOn') !== null);
    return settles || !movesCash ? planned : { ...planned, notes: [...planned.notes, withoutSettlement] };
  },
});
