import {
  addMonths,
  type CalendarDate,
  calendarDate,
  fail,
  type Failures,
  monthNumber,
  required,
  displayedDate,
  calendarYear,
} from '@carrara/domain/kernel';

/** Returns the last day of the calendar quarter of a date. */
export function quarterEnd(day: CalendarDate): CalendarDate {
  const lastDay = required(LAST_DAYS[Math.ceil(monthNumber(day) / 3) - 1], 'the last day of a quarter');
  return calendarDate(`${day.slice(0, 5)}${lastDay}`);
}

const LAST_DAYS = ['03-31', '06-30', '09-30', '12-31'] as const;

/** Returns true if an event is shown in a later quarter than its own. */
export const isLate = (day: CalendarDate, booked: CalendarDate): boolean => booked > quarterEnd(day);

/**
 * Checks that a quarter has ended by the firm's local date, so that it can be locked or certified. Entries until then belong to the quarter and
 * aren't late.
 *
 * Fails: QUARTER_NOT_ENDED.
 */
export const quarterNotEnded = (end: CalendarDate, today: CalendarDate, done: 'locked' | 'certified'): Failures =>
  end <= today
    ? []
    : [
        fail(
          'QUARTER_NOT_ENDED',
          ['endDate'],
          `The quarter ending ${displayedDate(end)} has not ended. It can be ${done} on or after its last day.`,
        ),
      ];

export const isQuarterEnd = (day: CalendarDate): boolean => quarterEnd(day) === day;

/** Returns the quarter end a number of quarters later, or earlier if negative. */
export const quartersLater = (end: CalendarDate, quarters: number): CalendarDate =>
  quarterEnd(addMonths(end, quarters * 3));

/** Returns the number of quarters between two quarter ends. */
const quartersBetween = (from: CalendarDate, to: CalendarDate): number =>
  (calendarYear(to) - calendarYear(from)) * 4 + (monthNumber(to) - monthNumber(from)) / 3;

/** Returns every quarter end from that of one date to that of another. */
export function quarterEnds(from: CalendarDate, to: CalendarDate): readonly CalendarDate[] {
  const [first, last] = [quarterEnd(from), quarterEnd(to)];
  return Array.from({ length: Math.max(0, quartersBetween(first, last) + 1) }, (_, i) => quartersLater(first, i));
}

/** Returns the earliest date. Null if there are none. */
export const earliestDate = (days: readonly CalendarDate[]): CalendarDate | null =>
  days.reduce<CalendarDate | null>((first, day) => (first === null || day < first ? day : first), null);
