import { type CalendarDate, calendarDate, type Failure, type Failures, fail } from '@carrara/domain/kernel';

export const dayOrNull = (text: string | null | undefined): CalendarDate | null =>
  text == null ? null : calendarDate(text);

export const earliest = (days: readonly CalendarDate[]): CalendarDate =>
  days.reduce((first, day) => (day < first ? day : first));

/** What is wrong with one row of a list. */
export const at = (field: string, i: number, failures: Failures): Failures =>
  failures.map((one) => ({ ...one, path: [field, i, ...one.path] }));

/** What is named has to be the vehicle's own. */
export const notOfVehicle = (field: string, what: string): Failure =>
  fail('NOT_FOUND', [field], `The vehicle has no ${what}.`);
