import { importTypes, planReported } from '@carrara/domain/performance/imports';
import { v7 as newId } from 'uuid';
import { earliest } from '../concepts/performance/ledgerInput.ts';
import { reportRow } from '../concepts/performance/reported.ts';
import type { RequestContext } from '../operations.ts';
import { importPermissions } from './importPermissions.ts';
import { type HowPlanned, tableImporter } from './importer.ts';
import type { ReadTable } from './readTable.ts';
import { tableTemplate } from './tableTemplate.ts';
import { planVehicles } from './vehicleImport.ts';

/** Plans rows that report figures of any number of vehicles. */
export const planReportedTable = (context: RequestContext, table: ReadTable, how: HowPlanned) =>
  planVehicles(context, table, how, 'Reported figures', async (_tx, rows, loaded, { uploadId }) => {
    const { vehicle, ledger } = loaded;
    const { reports, ...plan } = planReported(rows, loaded, ledger.reported);
    const kept = reports.map(({ row, ...report }) => ({
      ...report,
      id: newId(),
      seq: Number.MAX_SAFE_INTEGER,
      reversalOf: null,
      source: { kind: 'UPLOAD' as const, id: uploadId, row },
    }));
    return {
      ...plan,
      after: { ...ledger, reported: [...ledger.reported, ...kept] },
      from: earliest(kept.map(({ booked }) => booked)),
      rows: [['reported_figure', kept.map((report) => reportRow(vehicle.id, report))]],
      changes: [],
    };
  });

/** A file of what an administrator or a general partner reported. */
export const reportedImporter = tableImporter({
  permission: importPermissions.reported,
  fields: importTypes.reported,
  plan: planReportedTable,
  template: () => tableTemplate('Reported figures', importTypes.reported),
});
