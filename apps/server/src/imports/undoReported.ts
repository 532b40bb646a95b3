import { reportRow } from '@carrara/adapters/postgres/performance/ledger/ledgerRows';
import { planUndoReported } from '@carrara/domain/performance/imports';
import { earliestDate, isLate } from '@carrara/domain/performance/ledger';
import { v7 as newId } from 'uuid';
import { undoVehicles } from './undoVehicles.ts';

/** Withdraws the reported figures of an upload. The figures that they replaced count again. */
export const undoReported = undoVehicles(async (_tx, { vehicle, ledger }, { uploadId, reason }) =>
  planUndoReported(ledger.reported, ledger, uploadId).map((undone) => {
    const reports = undone.map(({ report, booked }) => ({
      ...report,
      id: newId(),
      seq: Number.MAX_SAFE_INTEGER,
      booked,
      reversalOf: report.id,
      description: reason,
      source: { kind: 'UPLOAD' as const, id: uploadId, row: null },
    }));
    return {
      after: { ...ledger, reported: [...ledger.reported, ...reports] },
      from: earliestDate(reports.map(({ booked }) => booked)),
      rows: [['reported_figure', reports.map((report) => reportRow(vehicle.id, report))]],
      changes: [],
      late: undone.filter(({ report, booked }) => isLate(report.booked, booked)).map(() => null),
    };
  }),
);
