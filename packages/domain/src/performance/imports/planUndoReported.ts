import { type CalendarDate, type Failures, ok, Result } from '@carrara/domain/kernel';
import { bookedQuarter, type Quarters, type Source } from '../ledger/index.ts';
import type { ReportedFigure } from '../period/index.ts';

/** A figure that is taken back, and the end of the quarter that shows it no more. */
export interface UndoneReport<R> {
  readonly report: R;
  readonly booked: CalendarDate;
}

/**
 * What an upload reported, and nobody took back since, is taken back; what it stood in place of counts again. A quarter that is locked keeps its
 * figures: the first open one after it takes it back.
 *
 * Fails:  PERIOD_LOCKED, DATE_TOO_LATE (no quarter is open to show it).
 */
export function planUndoReported<R extends ReportedFigure & { readonly source: Source | null }>(
  reported: readonly R[],
  quarters: Quarters,
  uploadId: string,
): Result<readonly UndoneReport<R>[], Failures> {
  const takenBack = new Set(reported.map(({ reversalOf }) => reversalOf));
  const own = reported.filter(
    ({ id, reversalOf, source }) =>
      source?.kind === 'UPLOAD' && source.id === uploadId && reversalOf === null && !takenBack.has(id),
  );
  return Result.combine(
    own.map((report) => bookedQuarter(report.booked, quarters).andThen((booked) => ok({ report, booked }))),
  );
}
