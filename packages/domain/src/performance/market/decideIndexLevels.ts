import { type CalendarDate, type Decimal, decimal, fail, type Failures, displayedDate } from '../../kernel/index.ts';
import { indexFailures } from '../../kernel/measures/index.ts';

/** Explains why an index can't have a level on a date yet. */
export const futureLevelText = (day: CalendarDate): string =>
  `${displayedDate(day)} is in the future. Choose today or earlier.`;

/**
 * Decides whether levels of an index can be saved. A null level removes the existing level of its date.
 *
 * Fails: those of `indexFailures` and DATE_TOO_LATE, each at its level.
 */
export function decideIndexLevels(
  levels: readonly { readonly date: CalendarDate; readonly level: Decimal | null }[],
  today: CalendarDate,
): Failures {
  const unit = decimal(1);
  const failures = [...indexFailures(levels.map(({ date, level }) => ({ date, value: level ?? unit })))].map(
    ({ path: [, at = 0, field = ''], ...failure }) => ({
      ...failure,
      path: ['levels', at, field === 'value' ? 'level' : field],
    }),
  );
  const ahead = levels.flatMap(({ date, level }, at) =>
    date > today && level !== null ? [fail('DATE_TOO_LATE', ['levels', at, 'date'], futureLevelText(date))] : [],
  );
  return [...failures, ...ahead];
}
