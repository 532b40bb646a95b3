import { reportRow } from '@carrara/adapters/postgres/performance/ledger/ledgerRows';
import type { StoredLedger } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { vehicleOfReported } from '@carrara/adapters/postgres/performance/ledger/readReported';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { type CalendarDate, err, type Failures, noSuch, required } from '@carrara/domain/kernel';
import { earliestDate, isLate } from '@carrara/domain/performance/ledger';
import {
  decideFundPeriod,
  decideReported,
  decideReportedReversal,
  type FigureToReport,
  type NewReport,
  type ReportedChange,
  reportedFigures,
  withComputedFigures,
} from '@carrara/domain/performance/period';
import { v7 as newId } from 'uuid';
import { type PostingResult, postToVehicle } from '../ledgerPosting.ts';
import type { Outcome } from '../outcome.ts';
import type { PostedEntry } from './ledgerEntry.ts';

/** Enters reported figures of a vehicle, all or none. Fails: NOT_FOUND and the failures of `decideReported`. */
export const saveReported = (
  tx: Transaction,
  vehicleId: string,
  figures: readonly FigureToReport[],
  warningsConfirmed: boolean,
): Outcome<PostedEntry[]> =>
  postToVehicle(tx, vehicleId, (ledger) => {
    const decided = decideReported(figures, withComputedFigures(ledger), { newId, warningsConfirmed });
    return decided.map((reports) => postedReportedFigures('saveReported', vehicleId, ledger, reports));
  });

/** Withdraws a reported figure. Fails: NOT_FOUND and the failures of `decideReportedReversal`. */
export async function reverseReported(
  tx: Transaction,
  { id, reason }: { readonly id: string; readonly reason: string },
): Outcome<PostedEntry> {
  const vehicleId = await vehicleOfReported(tx, id);
  if (vehicleId === undefined) return err(noReport());
  const done = await postToVehicle(tx, vehicleId, (ledger) => {
    const report = ledger.reported.find((report1) => report1.id === id);
    if (report === undefined) return err(noReport());
    const decided = decideReportedReversal(report, ledger, reason, newId);
    return decided.map((changedReport) => postedReportedFigures('reverseReported', vehicleId, ledger, [changedReport]));
  });
  return done.map(([answer]) => required(answer, `reversal of reported figure ${id}`));
}

const noReport = (): Failures => [noSuch('reported figure')];

/** The reported figures of a vehicle at a quarter end, to be entered or withdrawn. */
export interface FundPeriodToSave {
  readonly fundId: string;
  readonly end: CalendarDate;
  readonly changes: readonly ReportedChange[];
  readonly warningsConfirmed: boolean;
  /** Path of the quarter in the request. */
  readonly quarterPath: ReportedChange['quarterPath'];
}

/** Saves the reported figures of a quarter. Fails: NOT_FOUND and the failures of `decideFundPeriod`. */
export const saveFundPeriod = (
  tx: Transaction,
  { fundId, end, changes, quarterPath, warningsConfirmed }: FundPeriodToSave,
): Outcome<PostedEntry[]> =>
  postToVehicle(tx, fundId, (ledger) => {
    const decided = decideFundPeriod(changes, withComputedFigures(ledger), end, quarterPath, {
      newId,
      warningsConfirmed,
    });
    return decided.map((reports) => postedReportedFigures('saveFundPeriod', fundId, ledger, reports));
  });

/** Returns the audit entry of a reported figure. */
export const changeOfReport = (operation: string, vehicleId: string, report: NewReport) => ({
  operation,
  objectType: 'reportedFigure',
  objectId: report.id,
  objectName: `${reportedFigures[report.figure].title} ${report.date}`,
  containerId: vehicleId,
  before: null,
  after: reportRow(vehicleId, report),
  reason: report.description,
});

/** Returns the posting of validated figures. */
export function postedReportedFigures(
  operation: string,
  vehicleId: string,
  ledger: StoredLedger,
  reports: readonly NewReport[],
): PostingResult<PostedEntry[]> {
  return {
    ledger: { ...ledger, reported: [...ledger.reported, ...reports] },
    from: earliestDate(reports.map(({ booked }) => booked)),
    rows: [['reported_figure', reports.map((report) => reportRow(vehicleId, report))]],
    changes: reports.map((report) => changeOfReport(operation, vehicleId, report)),
    answer: reports.map(({ id, date, booked }) => ({ id, bookedPeriod: booked, isLate: isLate(date, booked) })),
  };
}
