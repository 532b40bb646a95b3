import {
  addMonths,
  type CalendarDate,
  calendarDate,
  fail,
  type Failures,
  monthOf,
  shownDate,
  yearOf,
} from '@carrara/domain/kernel';

/** The last day of the calendar quarter in which a day lies. */
export function quarterEnd(day: CalendarDate): CalendarDate {
  return calendarDate(`${day.slice(0, 5)}${LAST_DAYS[Math.ceil(monthOf(day) / 3) - 1]!}`);
}

const LAST_DAYS = ['03-31', '06-30', '09-30', '12-31'] as const;

/** Whether what happened on a day is shown by a later quarter than its own. */
export const isLate = (day: CalendarDate, booked: CalendarDate): boolean => booked > quarterEnd(day);

/**
 * A quarter stands, to be locked or certified, from its last day on, by the firm's calendar: until then what is entered is of it, and not late.
 *
 * Fails: QUARTER_NOT_ENDED.
 */
export const notEnded = (end: CalendarDate, today: CalendarDate, done: 'locked' | 'certified'): Failures =>
  end <= today
    ? []
    : [
        fail(
          'QUARTER_NOT_ENDED',
          ['endDate'],
          `The quarter to ${shownDate(end)} has not ended: it can be ${done} from its last day on.`,
        ),
      ];

export const isQuarterEnd = (day: CalendarDate): boolean => quarterEnd(day) === day;

/** The quarter end so many quarters later, or before. */
export const quartersLater = (end: CalendarDate, quarters: number): CalendarDate =>
  quarterEnd(addMonths(end, quarters * 3));

/** Quarters from one end to another. */
export const quartersBetween = (from: CalendarDate, to: CalendarDate): number =>
  (yearOf(to) - yearOf(from)) * 4 + (monthOf(to) - monthOf(from)) / 3;

/** Every quarter end from that of one day to that of another. */
export function quarterEnds(from: CalendarDate, to: CalendarDate): readonly CalendarDate[] {
  const [first, last] = [quarterEnd(from), quarterEnd(to)];
  return Array.from({ length: Math.max(0, quartersBetween(first, last) + 1) }, (_, i) => quartersLater(first, i));
}
