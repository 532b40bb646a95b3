import { valuesOf } from '@carrara/adapters/postgres/performance/imports';
import { referenceEntries } from '@carrara/adapters/postgres/platform/reference';
import { calendarDate, decimal, moneyText } from '@carrara/domain/kernel';
import { importTypes, planValuations } from '@carrara/domain/performance/imports';
import { v7 as newId } from 'uuid';
import { earliest, sourceColumns } from '../concepts/performance/ledgerInput.ts';
import { importPermissions } from './importPermissions.ts';
import { tableImporter } from './importer.ts';
import { tableTemplate } from './tableTemplate.ts';
import { planVehicles } from './vehicleImport.ts';

/** A file of fair values: of securities of any number of vehicles, each on a day. */
export const valuationImporter = tableImporter({
  permission: importPermissions.valuations,
  fields: importTypes.valuations,
  async plan(context, table, how) {
    const methods = (await referenceEntries(context.tx, 'valuation-method', { includeInactive: false })).map(
      ({ id, code, description }) => ({ id, code, name: description }),
    );
    return planVehicles(context, table, how, 'Valuations', async (tx, rows, loaded, { uploadId }) => {
      const { vehicle, ledger } = loaded;
      const known = (await valuesOf(tx, vehicle.id)).map((one) => ({
        ...one,
        date: calendarDate(one.date),
        fairValue: decimal(one.fairValue),
      }));
      const { values, ...plan } = planValuations(rows, loaded, known, methods);
      return {
        ...plan,
        after: {
          ...ledger,
          valuations: [
            ...ledger.valuations,
            ...values.map(({ securityId, date, booked, fairValue }, i) => ({
              securityId,
              date,
              booked,
              fairValue,
              seq: ledger.valuations.length + 1 + i,
            })),
          ],
        },
        from: values.length === 0 ? null : earliest(values.map(({ booked }) => booked)),
        rows: [
          [
            'valuation',
            values.map((one, position) => ({
              id: newId(),
              vehicle_id: vehicle.id,
              security_id: one.securityId,
              valuation_date: one.date,
              booked: one.booked,
              fair_value: moneyText(one.fairValue),
              method_id: one.methodId,
              description: one.description,
              position,
              ...sourceColumns({ kind: 'UPLOAD', id: uploadId, row: one.row }),
              external_id: one.externalId,
            })),
          ],
        ],
        changes: [],
      };
    });
  },
  template: () => tableTemplate('Valuations', importTypes.valuations),
});
