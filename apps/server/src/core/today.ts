import { dayIn } from '@carrara/contract/core/today';
import { type CalendarDate, calendarDate } from '@carrara/domain/kernel';

/** Returns the date at a point in time in a tenant's time zone, or in UTC if the tenant has none. */
export const todayIn = (timeZone: unknown, now: Date): CalendarDate => calendarDate(dayIn(timeZone, now));
