import {
  type CalendarDate,
  err,
  type Failures,
  fail,
  ok,
  type Result,
  displayedDate,
  calendarYear,
} from '../../kernel/index.ts';
import type { StateOf } from '../../kernel/lifecycle/index.ts';
import { payNotVisible, type PayableEmployee } from '../payDay/index.ts';
import { payStatementLifecycle } from './lifecycle.ts';

export type StatementStatus = StateOf<typeof payStatementLifecycle>;

/** Checks whether statements for one or many people can be drafted for a year. Fails: OWN_PAY, YEAR_BEFORE_HIRE, YEAR_NOT_OVER. */
export function statementFailures(
  { year, isOwn, hireDate }: PayableEmployee & { readonly year: number },
  today: CalendarDate,
): Failures {
  if (isOwn) return [fail('OWN_PAY', ['employee'], 'You can’t edit your own pay.')];
  if (hireDate !== null && year < calendarYear(hireDate))
    return [fail('YEAR_BEFORE_HIRE', ['year'], `${year} ended before the hire on ${displayedDate(hireDate)}.`)];
  return year < calendarYear(today)
    ? []
    : [fail('YEAR_NOT_OVER', ['year'], `A statement covers a whole year, and ${year} has not ended yet.`)];
}

/**
 * Decides on a new draft or an edited one, and returns its status. The employee is undefined if their pay isn't visible.
 *
 * Fails: WRONG_STATE, NOT_FOUND, and those of `statementFailures`.
 */
export function decideStatementDraft(
  before: StatementStatus | undefined,
  year: number,
  employee: PayableEmployee | undefined,
  today: CalendarDate,
): Result<StatementStatus, Failures> {
  const status =
    before === undefined ? ok(payStatementLifecycle.initial) : payStatementLifecycle.apply(before, 'savePayStatement');
  if (status.isErr()) return err([status.error]);
  if (!employee) return err([payNotVisible]);
  const failures = statementFailures({ year, ...employee }, today);
  return failures.length > 0 ? err(failures) : ok(status.value);
}

/** Decides whether a statement can be deleted. Fails: WRONG_STATE. */
export const decideStatementDeletion = (status: StatementStatus): Result<StatementStatus, Failures> =>
  payStatementLifecycle.apply(status, 'deletePayStatement').mapErr((failure) => [failure]);

/** Decides whether statements of a year can be drafted or released together. Fails: YEAR_NOT_OVER, NO_RECIPIENTS. */
export function decideStatementRun(year: number, recipients: number, today: CalendarDate): Result<number, Failures> {
  const failures = statementFailures({ year, isOwn: false, hireDate: null }, today);
  if (failures.length > 0) return err(failures);
  return recipients > 0
    ? ok(year)
    : err([fail('NO_RECIPIENTS', ['year'], `Nobody whose pay you can see was employed or paid in ${String(year)}.`)]);
}

/** The statuses after a release: that of the statement, and that of the one it supersedes, if any. */
export interface DecidedRelease {
  readonly status: StatementStatus;
  readonly supersededStatus: StatementStatus | null;
}

/** Decides on the release of a draft that a person saw in a version. Fails: WRONG_STATE, STALE_VERSION. */
export function decideStatementRelease(
  draft: { readonly status: StatementStatus; readonly rowVersion: number },
  expectedVersion: number,
): Result<StatementStatus, Failures> {
  const status = payStatementLifecycle.apply(draft.status, 'releasePayStatement');
  if (status.isErr()) return err([status.error]);
  return draft.rowVersion === expectedVersion ? ok(status.value) : err([fail('STALE_VERSION', ['rowVersion'], '')]);
}

/**
 * Decides on the release of a draft whose PDF was printed before.
 *
 * Fails: those of `decideStatementRelease`; STALE_VERSION if the PDF is out of date; WRONG_STATE if the earlier statement isn't released.
 */
export function decidePrintedRelease(
  draft: { readonly name: string; readonly status: StatementStatus; readonly rowVersion: number },
  stored: { readonly rowVersion: number; readonly isPdfCurrent: boolean },
  earlier: StatementStatus | undefined,
): Result<DecidedRelease, Failures> {
  return decideStatementRelease(draft, stored.rowVersion).andThen((status): Result<DecidedRelease, Failures> => {
    if (!stored.isPdfCurrent)
      return err([
        fail('STALE_VERSION', [], `The statement of ${draft.name} has changed. Review it and release again.`),
      ]);
    if (earlier === undefined) return ok({ status, supersededStatus: null });
    return payStatementLifecycle
      .apply(earlier, 'supersedePayStatement')
      .map((supersededStatus) => ({ status, supersededStatus }))
      .mapErr((failure) => [failure]);
  });
}
