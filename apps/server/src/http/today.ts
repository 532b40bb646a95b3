import { type CalendarDate, calendarDate } from '@carrara/domain/kernel';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day at an instant in a tenant's time zone; UTC where the tenant has set none. */
export function todayIn(timeZone: unknown, now: Date): CalendarDate {
  const zone = typeof timeZone === 'string' && timeZone !== '' ? timeZone : 'UTC';
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  formats.set(zone, format);
  return calendarDate(format.format(now));
}
