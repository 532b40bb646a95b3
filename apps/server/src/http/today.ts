import { dayIn } from '@carrara/contract/core/today';
import { type CalendarDate, calendarDate } from '@carrara/domain/kernel';

/** The calendar day at an instant in a tenant's time zone; UTC where the tenant has set none. */
export const todayIn = (timeZone: unknown, now: Date): CalendarDate => calendarDate(dayIn(timeZone, now));
