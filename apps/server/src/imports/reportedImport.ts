import { reportRow } from '@carrara/adapters/postgres/performance/ledger/ledgerRows';
import { earliestDate } from '@carrara/domain/performance/ledger';
import { planReported, type TvpiTies } from '@carrara/domain/performance/imports';
import { withComputedFigures } from '@carrara/domain/performance/period';
import { v7 as newId } from 'uuid';
import type { RequestContext } from '../core/operations.ts';
import { tableImporter } from './importer.ts';
import type { PlanOptions } from '../usecases/platform/importer.ts';
import type { ReadTable } from './readTable.ts';
import { undoReported } from './undoReported.ts';
import { planVehicles } from './vehicleImport.ts';

/** Plans rows of reported figures in any number of vehicles, and reports how their multiples tie. */
export async function planReportedTable(context: RequestContext, table: ReadTable, how: PlanOptions) {
  const ties: TvpiTies[] = [];
  const planned = await planVehicles(
    context,
    table,
    how,
    'Reported figures',
    async (_tx, rows, loaded, { uploadId }) => {
      const { vehicle, ledger } = loaded;
      const existing = { ...loaded, ledger: withComputedFigures(ledger) };
      const { reports, ties: ofVehicle, ...plan } = planReported(rows, existing, ledger.reported);
      ties.push(ofVehicle);
      const stored = reports.map(({ row, ...report }) => ({
        ...report,
        id: newId(),
        seq: Number.MAX_SAFE_INTEGER,
        reversalOf: null,
        source: { kind: 'UPLOAD' as const, id: uploadId, row },
      }));
      return {
        ...plan,
        after: { ...ledger, reported: [...ledger.reported, ...stored] },
        from: earliestDate(stored.map(({ booked }) => booked)),
        rows: [['reported_figure', stored.map((report) => reportRow(vehicle.id, report))]],
        changes: [],
      };
    },
  );
  return { ...planned, notes: [...planned.notes, ...tieNotes(ties)] };
}

function tieNotes(ties: readonly TvpiTies[]): readonly string[] {
  const rows = (kind: keyof TvpiTies) => {
    const count = ties.reduce((sum, tie) => sum + tie[kind], 0);
    return `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`;
  };
  return ties.some(({ tied, different }) => tied + different > 0)
    ? [
        `TVPI equals (distributions + NAV) / contributions, rounded as reported, in ${rows('tied')}.${ties.some(({ unchecked }) => unchecked > 0) ? ` It can’t be checked in ${rows('unchecked')}, because a figure is missing.` : ''}`,
      ]
    : [];
}

/** Imports a file of figures that an administrator or a general partner reported. */
export const reportedImporter = tableImporter('reported', {
  sample: `Vehicle,Investor,Date,NAV,Commitment,Contributions,Distributions,Unfunded,Net IRR,TVPI,Description
FUND-I,,2024-12-31,98500000.00,105000000.00,95000000.00,11000000.00,10000000.00,13.4,1.1526,Report of the manager
FUND-I,LP-A,2024-12-31,60995238.10,65000000.00,,,,,,Statement of the capital account
`,
  undo: undoReported,
  plan: planReportedTable,
});
