import { addDays, addMonths, calendarDate, type CalendarDate, dayNumber, monthNumber } from '../../kernel/index.ts';

/** How often a subscription creates its file: on a day of the week or month, or some days after the end of a quarter. */
export const scheduleKinds = ['WEEKLY', 'MONTHLY', 'QUARTERLY'] as const;
export type ScheduleKind = (typeof scheduleKinds)[number];

export interface Schedule {
  readonly kind: ScheduleKind;
  /**
   * The day of the week, 1 being Monday, or the day of the month, or its last one if the month is shorter. For
   * quarters, it is the number of days after their end.
   */
  readonly day: number;
}

/** The days that each kind of schedule accepts. */
export const scheduleDays: Readonly<Record<ScheduleKind, { readonly least: number; readonly most: number }>> = {
  WEEKLY: { least: 1, most: 7 },
  MONTHLY: { least: 1, most: 31 },
  QUARTERLY: { least: 0, most: 60 },
};

const daysOfWeek = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
/** Returns the name of a day of the week, 1 being Monday. */
export const weekdayName = (day: number): string => daysOfWeek[day - 1] ?? '';

const firstOfMonth = (date: CalendarDate): CalendarDate => calendarDate(`${date.slice(0, 8)}01`);
const onDayOfMonth = (first: CalendarDate, day: number): CalendarDate => {
  const last = addDays(addMonths(first, 1), -1);
  const inMonth = addDays(first, day - 1);
  return inMonth < last ? inMonth : last;
};

/** Returns the last day of the latest quarter that had ended by a date. The day itself counts. */
export function endedQuarter(date: CalendarDate): CalendarDate {
  const ofQuarter = (monthNumber(date) - 1) % 3;
  const first = addMonths(firstOfMonth(date), -ofQuarter);
  const end = addDays(addMonths(first, 3), -1);
  return end <= date ? end : addDays(first, -1);
}

/**
 * Returns the latest day of a schedule on or before a date.
 *
 * A weekly schedule falls on its weekday, and a monthly one on its day or the last of a shorter month. A quarterly
 * one falls the given number of days after the end of each calendar quarter.
 */
export function lastScheduled({ kind, day }: Schedule, date: CalendarDate): CalendarDate {
  // 1970-01-01, day 0, was a Thursday.
  if (kind === 'WEEKLY') return addDays(date, -((((dayNumber(date) + 3 - (day - 1)) % 7) + 7) % 7));
  if (kind === 'QUARTERLY') return addDays(endedQuarter(addDays(date, -day)), day);
  const first = firstOfMonth(date);
  const ofMonth = onDayOfMonth(first, day);
  return ofMonth <= date ? ofMonth : onDayOfMonth(addMonths(first, -1), day);
}

/** Returns the first day of a schedule after a date. */
export function nextScheduled(schedule: Schedule, date: CalendarDate): CalendarDate {
  const { kind, day } = schedule;
  if (kind === 'WEEKLY') return addDays(lastScheduled(schedule, date), 7);
  // The quarter after the latest one that had ended begins the day after its end.
  if (kind === 'QUARTERLY') return addDays(addMonths(addDays(endedQuarter(addDays(date, -day)), 1), 3), day - 1);
  const first = firstOfMonth(date);
  const ofMonth = onDayOfMonth(first, day);
  return ofMonth > date ? ofMonth : onDayOfMonth(addMonths(first, 1), day);
}

/** Returns the day of a schedule that is due and wasn't handled yet. Of several missed days, only the latest counts. */
export function dueDay(
  schedule: Schedule,
  handledThrough: CalendarDate,
  today: CalendarDate,
): CalendarDate | undefined {
  const last = lastScheduled(schedule, today);
  return last > handledThrough ? last : undefined;
}

/** Returns a schedule in words. */
export function scheduleText({ kind, day }: Schedule): string {
  if (kind === 'WEEKLY') return `Every ${weekdayName(day)}`;
  if (kind === 'MONTHLY')
    return day >= 29 ? `Day ${String(day)} or the last of every month` : `Day ${String(day)} of every month`;
  if (day === 0) return 'At every quarter end';
  return day === 1 ? '1 day after every quarter end' : `${String(day)} days after every quarter end`;
}

/** How a subscription treats the dates of a report: as chosen, as the day of the file, or as the last quarter end before it. */
export const dateRules = ['FIXED', 'RUN_DAY', 'QUARTER_END'] as const;
export type DateRule = (typeof dateRules)[number];

/** Returns the date that a report uses for a file of a day. */
export function reportDate(rule: DateRule, chosen: string, day: CalendarDate): string {
  if (rule === 'FIXED') return chosen;
  return rule === 'RUN_DAY' ? day : endedQuarter(day);
}
