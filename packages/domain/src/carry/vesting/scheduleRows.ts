import { type Decimal, type Failure, type Failures, fail, hundred, zero } from '../../kernel/index.ts';

/** A row in the editor; null is blank. In months: start inclusive, end exclusive. */
export interface ScheduleRow {
  readonly start: number | null;
  /** Ignored in the last row, which is open-ended. */
  readonly end: number | null;
  readonly vested: Decimal | null;
}

/** Texts that the specification gives word for word. */
export const scheduleRowTexts = {
  PERIODS_REQUIRED: 'Both Start and End Period must be specified',
  START_REQUIRED: 'Start Period must be specified',
  START_AFTER_END: 'Start Period is greater than End Period',
  END_NOT_AFTER_START: 'End Period should be greater than Start Period',
} as const;

/**
 * Returns the errors in the rows of a vesting schedule, row by row.
 *
 * START_AFTER_END means that the start is greater than the end; END_NOT_AFTER_START means that they are equal.
 *
 * Source: docs/calculations/vesting.md.
 * Fails:  NO_ROWS; PERIODS_REQUIRED, START_REQUIRED (last row), START_AFTER_END, END_NOT_AFTER_START; PERIOD_NOT_WHOLE
 *         (a negative or broken month); ROWS_NOT_CONTIGUOUS; PERCENT_REQUIRED, PERCENT_RANGE, PERCENT_FALLING,
 *         LAST_ROW_NOT_100.
 */
export function checkScheduleRows(rows: readonly ScheduleRow[]): Failures {
  if (rows.length === 0) return [fail('NO_ROWS', ['schedule'], 'a vesting schedule needs at least one row')];
  return rows.flatMap((row, i) => {
    const isLast = i === rows.length - 1;
    const failures = [
      periodFailure(row, isLast),
      contiguityFailure(row, rows[i - 1]),
      percentFailure(row, rows[i - 1], isLast),
    ];
    return failures.flatMap((failure) =>
      failure === undefined ? [] : [{ ...failure, path: ['schedule', i, ...failure.path] }],
    );
  });
}

function periodFailure({ start, end }: ScheduleRow, isLast: boolean): Failure | undefined {
  if (start === null && isLast) return rowFailure('START_REQUIRED', 'start');
  if (start === null || (end === null && !isLast))
    return rowFailure('PERIODS_REQUIRED', start === null ? 'start' : 'end');
  if (!isWholeMonth(start)) return fail('PERIOD_NOT_WHOLE', ['start'], 'periods must be whole months, 0 or more');
  if (end === null) return undefined;
  if (!isWholeMonth(end)) return fail('PERIOD_NOT_WHOLE', ['end'], 'periods must be whole months, 0 or more');
  if (start > end) return rowFailure('START_AFTER_END', 'start');
  return start === end ? rowFailure('END_NOT_AFTER_START', 'end') : undefined;
}

function rowFailure(code: keyof typeof scheduleRowTexts, field: string): Failure {
  return fail(code, [field], scheduleRowTexts[code]);
}

function contiguityFailure({ start }: ScheduleRow, previous: ScheduleRow | undefined): Failure | undefined {
  const previousEnd = previous?.end ?? null;
  if (start === null || previousEnd === null || start === previousEnd) return undefined;
  return fail(
    'ROWS_NOT_CONTIGUOUS',
    ['start'],
    `this period must start at month ${previousEnd}, where the previous one ends`,
  );
}

function percentFailure(
  { vested }: ScheduleRow,
  previous: ScheduleRow | undefined,
  isLast: boolean,
): Failure | undefined {
  if (vested === null) return fail('PERCENT_REQUIRED', ['vested'], 'enter a vested percentage');
  if (vested.lessThan(zero) || vested.greaterThan(hundred)) {
    return fail('PERCENT_RANGE', ['vested'], 'a vested percentage must be between 0 and 100');
  }
  if (previous?.vested?.greaterThan(vested)) {
    return fail('PERCENT_FALLING', ['vested'], 'a vested percentage can’t be lower than in the row before');
  }
  if (isLast && !vested.equals(hundred)) return fail('LAST_ROW_NOT_100', ['vested'], 'the last row must be 100%');
  return undefined;
}

function isWholeMonth(months: number): boolean {
  return Number.isSafeInteger(months) && months >= 0;
}
