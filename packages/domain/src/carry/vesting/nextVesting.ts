import { addMonths, type CalendarDate, zero } from '../../kernel/index.ts';
import { vestingSchedule } from './schedule.ts';
import { vestingStart } from './vestingDates.ts';
import { countedParts, type VestingPosition } from './vestedShare.ts';

/**
 * Returns the dates after a day on which the vested percentage of an allocation rises, earliest first. There are none without a schedule or a start date.
 *
 *     date = start of a tranche + months of a row whose percentage is higher than that of the row before
 *
 * Source: docs/calculations/vesting.md.
 */
export function vestingDatesAfter(position: VestingPosition, on: CalendarDate): readonly CalendarDate[] {
  const schedule = vestingSchedule(position.schedule ?? []);
  if (schedule.isErr()) return [];
  const { starts, vested } = schedule.value;
  const months = starts.filter((_, at) => vested[at]?.greaterThan(vested[at - 1] ?? zero));
  const dates = countedParts(position, on).flatMap((part) =>
    vestingStart(part).match(
      (start) => months.map((month) => addMonths(start, month)),
      () => [],
    ),
  );
  return [...new Set(dates)].filter((date) => date > on).toSorted();
}
