import { type CalendarDate, type Failures, ok, Result } from '@carrara/domain/kernel';
import { bookedQuarter, type Quarters, type Source } from '../ledger/index.ts';
import type { ReportedFigure } from '../period/index.ts';

/** A withdrawn figure, with the end of the first quarter that no longer displays it. */
export interface UndoneReport<R> {
  readonly report: R;
  readonly booked: CalendarDate;
}

/**
 * Plans the undo of an upload's reported figures: withdraws those that nobody has withdrawn since, so that the figures they replaced count again. A
 * locked quarter keeps its figures, and the first open quarter after it shows the withdrawal.
 *
 * Fails:  PERIOD_LOCKED, DATE_TOO_LATE (no quarter is open to show it).
 */
export function planUndoReported<R extends ReportedFigure & { readonly source: Source | null }>(
  reported: readonly R[],
  quarters: Quarters,
  uploadId: string,
): Result<readonly UndoneReport<R>[], Failures> {
  const reversed = new Set(reported.map(({ reversalOf }) => reversalOf));
  const own = reported.filter(
    ({ id, reversalOf, source }) =>
      source?.kind === 'UPLOAD' && source.id === uploadId && reversalOf === null && !reversed.has(id),
  );
  return Result.combine(
    own.map((report) => bookedQuarter(report.booked, quarters).andThen((booked) => ok({ report, booked }))),
  );
}
