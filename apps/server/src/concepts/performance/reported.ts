import {
  figuresOf,
  loadVehicle,
  periodsOf,
  reportedOf,
  type StoredLedger,
  type StoredReport,
  vehicleOfReported,
} from '@carrara/adapters/postgres/performance/ledger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import type { reportedEndpoints } from '@carrara/contract/performance/reported';
import {
  calendarDate,
  type CalendarDate,
  type Decimal,
  decimal,
  err,
  type Failure,
  type Failures,
  fail,
  numberText,
  ok,
  type Result,
} from '@carrara/domain/kernel';
import { bookedQuarter, isLate, notTransferred, type Source } from '@carrara/domain/performance/ledger';
import {
  postReported,
  replacesTransferred,
  type ReportedName,
  reportedFigures,
  reportedNames,
  reportedUntil,
} from '@carrara/domain/performance/period';
import { v7 as newId } from 'uuid';
import type { Operations, RequestContext } from '../../operations.ts';
import { at, dayOrNull, earliest, notOfVehicle, sourceColumns } from './ledgerInput.ts';
import { noVehicle, type Posted, postToVehicle } from './postToVehicle.ts';
import type { PostedEntry } from './postEntries.ts';

/** A figure to enter. */
export interface FigureToReport {
  /** Null for the vehicle as a whole. */
  readonly commitmentId: string | null;
  readonly figure: ReportedName;
  readonly date: CalendarDate;
  readonly value: Decimal;
  /** Quarter that displays it. Null for the quarter of its date, or the first open one after it. */
  readonly bookedPeriod: CalendarDate | null;
  readonly description: string | null;
  readonly source?: Source | null;
}

/**
 * Enters reported figures of a vehicle, all or none.
 *
 * Fails: NOT_FOUND (no such commitment), GIVEN_TWICE and the failures of `postReported`, each at the figure's position.
 */
export function reportFigures(
  tx: Transaction,
  operation: string,
  vehicleId: string,
  figures: readonly FigureToReport[],
): Promise<Result<PostedEntry[], Failures>> {
  return postToVehicle(tx, vehicleId, (ledger) =>
    judged(figures, ledger).map((kept) => postedReports(operation, vehicleId, ledger, kept)),
  );
}

function judged(figures: readonly FigureToReport[], ledger: StoredLedger): Result<readonly StoredReport[], Failures> {
  const commitments = new Set(ledger.commitments.map(({ id }) => id));
  const failures: Failure[] = [];
  const keyOf = ({ commitmentId, figure, date }: FigureToReport) => `${commitmentId ?? ''} ${figure} ${date}`;
  const kept = figures.flatMap((given, i): StoredReport[] => {
    const { commitmentId, figure, date, value, description, source = null } = given;
    const booked = postReported(given, ledger, given.bookedPeriod);
    const isTwice = figures.findIndex((one) => keyOf(one) === keyOf(given)) < i;
    const wrong = [
      ...(commitmentId !== null && !commitments.has(commitmentId)
        ? [notOfVehicle('commitmentId', 'such commitment')]
        : []),
      ...(isTwice
        ? [fail('GIVEN_TWICE', ['date'], `${reportedFigures[figure].title} is listed twice for this date.`)]
        : []),
      ...(booked.isErr() ? booked.error : []),
      ...replacesTransferred(given, ledger.reported),
    ];
    failures.push(...at('figures', i, wrong));
    if (booked.isErr()) return [];
    return [reportOf({ commitmentId, figure, date, value, booked: booked.value, description, source })];
  });
  return failures.length > 0 ? err(failures) : ok(kept);
}

type Told = Pick<StoredReport, 'commitmentId' | 'figure' | 'date' | 'value' | 'booked' | 'description' | 'source'>;
const reportOf = (told: Told, reversalOf: string | null = null): StoredReport => ({
  ...told,
  id: newId(),
  seq: Number.MAX_SAFE_INTEGER,
  reversalOf,
});
/** Returns the withdrawal of a figure, in the requested quarter or the first open one. */
const takenBack = (report: StoredReport, booked: CalendarDate, reason: string | null): StoredReport =>
  reportOf({ ...report, booked, description: reason, source: null }, report.id);

/** Returns the row of a reported figure. */
export const reportRow = (vehicleId: string, report: StoredReport) => ({
  id: report.id,
  vehicle_id: vehicleId,
  commitment_id: report.commitmentId,
  figure: report.figure,
  figure_date: report.date,
  booked: report.booked,
  value: numberText(report.value),
  reverses_id: report.reversalOf,
  description: report.description,
  ...sourceColumns(report.source),
});

/** Returns the posting of validated figures. */
export function postedReports(
  operation: string,
  vehicleId: string,
  ledger: StoredLedger,
  kept: readonly StoredReport[],
): Posted<PostedEntry[]> {
  const rows = kept.map((report) => reportRow(vehicleId, report));
  return {
    ledger: { ...ledger, reported: [...ledger.reported, ...kept] },
    from: earliest(kept.map(({ booked }) => booked)),
    rows: [['reported_figure', rows]],
    changes: kept.map(({ id, figure, date, description }, i) => ({
      operation,
      objectType: 'reportedFigure',
      objectId: id,
      objectName: `${reportedFigures[figure].title} ${date}`,
      containerId: vehicleId,
      before: null,
      after: rows[i]!,
      reason: description,
    })),
    answer: kept.map(({ id, date, booked }) => ({ id, bookedPeriod: booked, isLate: isLate(date, booked) })),
  };
}

/** Returns the reported and the computed figures of a vehicle at a quarter end. */
async function fundPeriodOf(tx: Transaction, id: string, endDate: string) {
  const vehicle = await loadVehicle(tx, id);
  if (vehicle === undefined) return err(noVehicle(id));
  const [reported, figures, periods] = await Promise.all([
    reportedOf(tx, id),
    figuresOf(tx, id, endDate),
    periodsOf(tx, id),
  ]);
  const said = new Map(
    reported.flatMap(({ commitmentId, counts, date, figure, value }) =>
      counts && commitmentId === null && date === endDate ? [[figure, value] as const] : [],
    ),
  );
  const computed = figures.find(({ subject }) => subject === 'VEHICLE');
  const ofEach = (of: (name: ReportedName) => string | null) => ({
    periodEndDate: endDate,
    ...(Object.fromEntries(reportedNames.map((name) => [name, of(name)])) as Record<ReportedName, string | null>),
  });
  return ok({
    fundId: vehicle.id,
    fundName: vehicle.name,
    currency: vehicle.currency,
    status: periods.find(({ periodEnd }) => periodEnd === endDate)?.status ?? ('OPEN' as const),
    periodReportingData: ofEach((name) => said.get(name) ?? null),
    computed: {
      ...ofEach((name) => computed?.[name] ?? null),
      notDetermined: computed?.notDetermined ?? [],
    },
  });
}

/** A changed figure of a quarter. Null withdraws the reported one. */
export interface FigureChange {
  /** Null for the vehicle as a whole. */
  readonly commitmentId: string | null;
  readonly figure: ReportedName;
  readonly value: string | null;
  /** Figure that counted when the user changed it, or null if none did. Absent to replace whatever counts now. */
  readonly seen?: string | null;
  /** Paths of the figure and of its quarter in the request. */
  readonly path: Failure['path'];
  readonly quarterPath: Failure['path'];
}

/** Returns the differences to a quarter's reported figures, to be entered or withdrawn. */
export function changedFigures(
  ledger: StoredLedger,
  end: CalendarDate,
  changes: readonly FigureChange[],
): Result<readonly StoredReport[], Failures> {
  const said = reportedUntil(ledger.reported, end).filter(({ date }) => date === end);
  const failures: Failure[] = [];
  const kept = changes.flatMap(({ commitmentId, figure, value, seen, path, quarterPath }): StoredReport[] => {
    const before = said.find((one) => one.commitmentId === commitmentId && one.figure === figure);
    if (seen !== undefined && seen !== (before?.id ?? null)) {
      failures.push(fail('STALE_VERSION', path, 'Someone else reported this figure in the meantime.'));
      return [];
    }
    if (value === null ? before === undefined : before?.value.eq(value)) return [];
    const told = { commitmentId, figure, date: end, value: value === null ? before!.value : decimal(value) };
    const isTheirs = value === null ? notTransferred(before!.source) : replacesTransferred(told, ledger.reported);
    const booked = postReported(told, ledger, end);
    if (booked.isErr() || isTheirs.length > 0) {
      const wrong = booked.isErr() ? booked.error : [];
      failures.push(
        ...wrong.map((one) => ({ ...one, path: one.path[0] === 'value' ? path : quarterPath })),
        ...isTheirs.map((one) => ({ ...one, path })),
      );
      return [];
    }
    return value === null
      ? [takenBack(before!, booked.value, null)]
      : [reportOf({ ...told, booked: booked.value, description: null, source: null })];
  });
  return failures.length > 0 ? err(failures) : ok(kept);
}

export const reportedOperations: Operations<typeof reportedEndpoints> = {
  async listReported({ tx }, { query }) {
    const rows = await reportedOf(tx, query.vehicleId);
    return ok(
      rows.map((row) => ({
        ...row,
        ...reportedFigures[row.figure],
        isLate: isLate(calendarDate(row.date), calendarDate(row.bookedPeriod)),
      })),
    );
  },

  saveReported: ({ tx }: RequestContext, { body }) =>
    reportFigures(
      tx,
      'saveReported',
      body.vehicleId,
      body.figures.map(({ commitmentId, figure, date, value, description, bookedPeriod }) => ({
        commitmentId: commitmentId ?? null,
        figure,
        date: calendarDate(date),
        value: decimal(value),
        bookedPeriod: dayOrNull(bookedPeriod),
        description: description ?? null,
      })),
    ),

  async reverseReported({ tx }, { params, body }) {
    const vehicleId = await vehicleOfReported(tx, params.id);
    if (vehicleId === undefined) return err([fail('NOT_FOUND', ['id'], `There is no reported figure ${params.id}.`)]);
    const done = await postToVehicle(tx, vehicleId, (ledger) => {
      const report = ledger.reported.find(({ id }) => id === params.id)!;
      const isTheirs = notTransferred(report.source);
      if (isTheirs.length > 0) return err(isTheirs);
      if (report.reversalOf !== null) {
        return err([fail('REVERSAL_FIXED', [], 'A reversal can’t be reversed. Enter the correct figure instead.')]);
      }
      if (ledger.reported.some(({ reversalOf }) => reversalOf === report.id)) {
        return err([fail('ALREADY_REVERSED', [], 'This figure has already been reversed.')]);
      }
      return bookedQuarter(report.date, ledger).map((booked) =>
        postedReports('reverseReported', vehicleId, ledger, [takenBack(report, booked, body.reason)]),
      );
    });
    return done.map(([answer]) => answer!);
  },

  getFundPeriod: ({ tx }, { params }) => fundPeriodOf(tx, params.id, params.endDate),

  async saveFundPeriod({ tx }, { body: { fundId, periodReportingData } }) {
    const { periodEndDate, ...data } = periodReportingData;
    const end = calendarDate(periodEndDate);
    const quarterPath = ['periodReportingData', 'periodEndDate'];
    const changes = reportedNames.flatMap((figure): FigureChange[] => {
      const value = data[figure];
      const path = ['periodReportingData', figure];
      return value === undefined ? [] : [{ commitmentId: null, figure, value, path, quarterPath }];
    });
    const done = await postToVehicle(tx, fundId, (ledger) => {
      const open = bookedQuarter(end, ledger, end);
      return open.isErr()
        ? err(open.error.map((one) => ({ ...one, path: quarterPath })))
        : changedFigures(ledger, end, changes).map((kept) => postedReports('saveFundPeriod', fundId, ledger, kept));
    });
    if (done.isErr()) {
      return err(done.error.map((one) => (one.path[0] === 'vehicleId' ? { ...one, path: ['fundId'] } : one)));
    }
    return fundPeriodOf(tx, fundId, periodEndDate);
  },
};
