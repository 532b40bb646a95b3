import { type CalendarDate, calendarDate, type Failure, type Failures, fail } from '@carrara/domain/kernel';
import type { Source } from '@carrara/domain/performance/ledger';

export const dayOrNull = (text: string | null | undefined): CalendarDate | null =>
  text == null ? null : calendarDate(text);

/** Returns the earliest date. Null if there are none. */
export const earliest = (days: readonly CalendarDate[]): CalendarDate | null =>
  days.reduce<CalendarDate | null>((first, day) => (first === null || day < first ? day : first), null);

/** Returns the columns with the origin of a row. */
export const sourceColumns = (source: Source | null) => ({
  source_kind: source?.kind ?? null,
  source_id: source?.id ?? null,
  source_row: source?.row ?? null,
});

/** Places failures at a row of a list. */
export const at = (field: string, i: number, failures: Failures): Failures =>
  failures.map((one) => ({ ...one, path: [field, i, ...one.path] }));

/** Returns the failure for a reference to something that the vehicle doesn't have. */
export const notOfVehicle = (field: string, what: string): Failure =>
  fail('NOT_FOUND', [field], `The vehicle has no ${what}.`);
