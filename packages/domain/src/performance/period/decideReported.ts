import {
  type CalendarDate,
  type Decimal,
  decimal,
  err,
  type Failure,
  type Failures,
  fail,
  ok,
  type Result,
} from '@carrara/domain/kernel';
import {
  failuresAtRow,
  bookedQuarter,
  endOfTime,
  unknownInVehicle,
  refuseTransferred,
  type Quarters,
  type Source,
} from '../ledger/index.ts';
import { navWith, postReported, replacesTransferred, reportedUntil } from './reportedNav.ts';
import { type ReportedFigure, reportedFigures, type ReportedName } from './reportedFigure.ts';
import { type ReportedFacts, reportedWarnings } from './reportedWarnings.ts';

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

/** A validated figure. */
export interface NewReport extends ReportedFigure {
  readonly source: Source | null;
  readonly description: string | null;
}

interface ReportedLedger extends Quarters, ReportedFacts {
  readonly commitments: readonly { readonly id: string }[];
  readonly reported: readonly NewReport[];
}

/** How new figures are stored: their ids, and whether a person confirmed the warnings about them. */
interface Reporting {
  readonly newId: () => string;
  readonly warningsConfirmed: boolean;
}

const unconfirmed = (text: string, path: Failure['path']): Failure =>
  fail('WARNINGS_NOT_CONFIRMED', path, `${text} Confirm it to save the figures.`);

/**
 * Decides on reported figures of a vehicle, all or none.
 *
 * Fails: NOT_FOUND (no such commitment), REPEATED, WARNINGS_NOT_CONFIRMED (the warnings of `reportedWarnings`, unless a person confirmed them) and the
 *        failures of `postReported`, each at the figure's position.
 */
export function decideReported(
  figures: readonly FigureToReport[],
  ledger: ReportedLedger,
  { newId, warningsConfirmed }: Reporting,
): Result<readonly NewReport[], Failures> {
  const commitments = new Set(ledger.commitments.map(({ id }) => id));
  const failures: Failure[] = [];
  const keyOf = ({ commitmentId, figure, date }: FigureToReport) => `${commitmentId ?? ''} ${figure} ${date}`;
  const counting = reportedUntil(ledger.reported, endOfTime);
  const reports = figures.flatMap((input, i): NewReport[] => {
    const { commitmentId, figure, date, value, bookedPeriod, description, source = null } = input;
    const booked = postReported(input, ledger, { bookedPeriod, nav: navWith(input, figures, counting) });
    const isTwice = figures.findIndex((candidate) => keyOf(candidate) === keyOf(input)) < i;
    const wrong = [
      ...(commitmentId !== null && !commitments.has(commitmentId)
        ? [unknownInVehicle('commitmentId', 'such commitment')]
        : []),
      ...(isTwice
        ? [fail('REPEATED', ['date'], `${reportedFigures[figure].title} is listed twice for this date.`)]
        : []),
      ...(booked.isErr() ? booked.error : []),
      ...replacesTransferred(input, ledger.reported),
    ];
    failures.push(...failuresAtRow('figures', i, wrong));
    if (booked.isErr()) return [];
    return [reportOf({ commitmentId, figure, date, value, booked: booked.value, description, source }, newId())];
  });
  if (failures.length > 0) return err(failures);
  const warnings = warningsConfirmed ? [] : reportedWarnings(figures, counting, ledger);
  return warnings.length > 0
    ? err(warnings.map(({ entered, text }) => unconfirmed(text, ['figures', figures.indexOf(entered), 'value'])))
    : ok(reports);
}

/** A changed figure of a quarter. Null withdraws the reported one. */
export interface ReportedChange {
  /** Null for the vehicle as a whole. */
  readonly commitmentId: string | null;
  readonly figure: ReportedName;
  readonly value: string | null;
  /** Figure that counted when the user changed it, or null if none did. Absent to replace whatever counts now. */
  readonly expected?: string | null;
  /** Paths of the figure and of its quarter in the request. */
  readonly path: Failure['path'];
  readonly quarterPath: Failure['path'];
}

/**
 * Decides on changes of a quarter's reported figures, each to be entered or withdrawn. Returns only the differences.
 *
 * Fails: STALE_VERSION, TRANSFERRED, WARNINGS_NOT_CONFIRMED (the warnings of `reportedWarnings`, unless a person confirmed them) and the failures of
 *        `postReported`, each at its path.
 */
export function decideReportedChanges(
  changes: readonly ReportedChange[],
  ledger: ReportedLedger,
  end: CalendarDate,
  { newId, warningsConfirmed }: Reporting,
): Result<readonly NewReport[], Failures> {
  const throughEnd = reportedUntil(ledger.reported, end);
  const existing = throughEnd.filter(({ date }) => date === end);
  const together = changes.flatMap(({ commitmentId, figure, value, path }) =>
    value === null ? [] : [{ commitmentId, figure, date: end, value: decimal(value), path }],
  );
  const failures: Failure[] = [];
  const reports = changes.flatMap(({ commitmentId, figure, value, expected, path, quarterPath }): NewReport[] => {
    const before = existing.find(isOf({ commitmentId, figure }));
    if (expected !== undefined && expected !== (before?.id ?? null)) {
      failures.push(fail('STALE_VERSION', path, 'Someone else reported this figure in the meantime.'));
      return [];
    }
    const withdrawn = value === null ? before : undefined;
    const reported = value === null ? withdrawn?.value : decimal(value);
    if (reported === undefined || (!withdrawn && before?.value.eq(reported))) return [];
    const figureOfReport = { commitmentId, figure, date: end, value: reported };
    const isTheirs = withdrawn
      ? refuseTransferred(withdrawn.source)
      : replacesTransferred(figureOfReport, ledger.reported);
    // A figure that can't be reported anymore can still be withdrawn.
    const booked = withdrawn
      ? bookedQuarter(end, ledger, end)
      : postReported(figureOfReport, ledger, { bookedPeriod: end, nav: navWith(figureOfReport, together, existing) });
    if (booked.isErr() || isTheirs.length > 0) {
      const wrong = booked.isErr() ? booked.error : [];
      failures.push(
        ...wrong.map((failure) => ({ ...failure, path: failure.path[0] === 'value' ? path : quarterPath })),
        ...isTheirs.map((isTheir) => ({ ...isTheir, path })),
      );
      return [];
    }
    return withdrawn
      ? [reversed(withdrawn, booked.value, null, newId())]
      : [reportOf({ ...figureOfReport, booked: booked.value, description: null, source: null }, newId())];
  });
  if (failures.length > 0) return err(failures);
  const isWithdrawn = ({ id }: NewReport) => reports.some(({ reversalOf }) => reversalOf === id);
  const counting = throughEnd.filter((report) => !isWithdrawn(report));
  const changed = together.filter((figure) => reports.some(isOf(figure)));
  const warnings = warningsConfirmed ? [] : reportedWarnings(changed, counting, ledger);
  return warnings.length > 0 ? err(warnings.map(({ entered, text }) => unconfirmed(text, entered.path))) : ok(reports);
}

/** Returns a condition for reports of the same subject and figure. */
const isOf =
  ({ commitmentId, figure }: Pick<ReportedFigure, 'commitmentId' | 'figure'>) =>
  (report: Pick<ReportedFigure, 'commitmentId' | 'figure'>): boolean =>
    report.commitmentId === commitmentId && report.figure === figure;

/**
 * Decides on the changes of a quarter that can show figures. `path` is the path of the quarter in the request.
 *
 * Fails: PERIOD_LOCKED, DATE_TOO_LATE and the failures of `decideReportedChanges`.
 */
export function decideFundPeriod(
  changes: readonly ReportedChange[],
  ledger: ReportedLedger,
  end: CalendarDate,
  path: Failure['path'],
  reporting: Reporting,
): Result<readonly NewReport[], Failures> {
  return bookedQuarter(end, ledger, end)
    .mapErr((failures): Failures => failures.map((failure) => ({ ...failure, path })))
    .andThen(() => decideReportedChanges(changes, ledger, end, reporting));
}

/**
 * Decides on the withdrawal of a reported figure.
 *
 * Fails: TRANSFERRED, REVERSAL_FIXED, ALREADY_REVERSED, PERIOD_LOCKED, DATE_TOO_LATE.
 */
export function decideReportedReversal(
  report: NewReport,
  ledger: ReportedLedger,
  reason: string,
  newId: () => string,
): Result<NewReport, Failures> {
  const isTheirs = refuseTransferred(report.source);
  if (isTheirs.length > 0) return err(isTheirs);
  if (report.reversalOf !== null) {
    return err([fail('REVERSAL_FIXED', [], 'A reversal can’t be reversed. Enter the correct figure instead.')]);
  }
  if (ledger.reported.some(({ reversalOf }) => reversalOf === report.id)) {
    return err([fail('ALREADY_REVERSED', [], 'This figure has already been reversed.')]);
  }
  return bookedQuarter(report.date, ledger).map((booked) => reversed(report, booked, reason, newId()));
}

type Reported = Pick<NewReport, 'commitmentId' | 'figure' | 'date' | 'value' | 'booked' | 'description' | 'source'>;
const reportOf = (report: Reported, id: string, reversalOf: string | null = null): NewReport => ({
  ...report,
  id,
  seq: Number.MAX_SAFE_INTEGER,
  reversalOf,
});
/** Returns the withdrawal of a figure, in the requested quarter or the first open one. */
const reversed = (report: NewReport, booked: CalendarDate, reason: string | null, id: string): NewReport =>
  reportOf({ ...report, booked, description: reason, source: null }, id, report.id);
