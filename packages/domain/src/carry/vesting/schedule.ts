import {
  type Decimal,
  defineFormula,
  err,
  type Failures,
  ok,
  type Recorder,
  required,
  type Result,
  zero,
} from '../../kernel/index.ts';
import { checkScheduleRows, type ScheduleRow } from './scheduleRows.ts';

/** A checked schedule: the starting months and the percentage vested from each. */
export interface VestingSchedule {
  readonly starts: readonly number[];
  readonly vested: readonly Decimal[];
}

const vestedFormula = defineFormula({
  id: 'vesting.percent',
  text: 'vested = the percentage of the row with start <= months < end; the last row is open-ended; 0 before the first row',
  inputs: { months: 'months', 'row start': 'months', 'row end': 'months' },
  result: 'percent',
  source: 'docs/calculations/vesting.md',
});

/**
 * Converts the rows of a schedule to a checked one.
 *
 * Fails:  as `checkScheduleRows`.
 */
export function vestingSchedule(rows: readonly ScheduleRow[]): Result<VestingSchedule, Failures> {
  const failures = checkScheduleRows(rows);
  if (failures.length > 0) return err(failures);
  return ok({
    starts: rows.map(({ start }) => required(start, 'the start of a checked row')),
    vested: rows.map(({ vested }) => required(vested, 'the percentage of a checked row')),
  });
}

/**
 * Returns the vested percentage after a number of whole months.
 *
 *     vested of the row with start <= months < end; the last row has no end; 0 before the first row
 *
 * Units:  months from `monthsBetween`, percent 0 to 100.
 * Source: docs/calculations/vesting.md.
 *
 * The explanation is recorded at the recorder's root, because each result uses a different name for this figure.
 */
export function vestedPercent(schedule: VestingSchedule, months: number, explain?: Recorder): Decimal {
  const row = rowAt(schedule.starts, months);
  const vested = schedule.vested[row] ?? zero;
  explain?.record(
    [],
    vestedFormula,
    { months, 'row start': schedule.starts[row] ?? null, 'row end': schedule.starts[row + 1] ?? null },
    vested,
  );
  return vested;
}

/** Returns the position of the last start that has been reached; -1 before the first. */
function rowAt(starts: readonly number[], months: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (required(starts[middle], 'the start of a row') <= months) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
