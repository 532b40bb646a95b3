import { type DateFormat, defaultFormats, formatDay } from '@carrara/domain/kernel/displayFormat';

const formats = new Map<string, Intl.DateTimeFormat>();
/** Returns the firm's time zone; UTC if it has set none. */
export const toTimeZone = (timeZone: unknown): string =>
  typeof timeZone === 'string' && timeZone !== '' ? timeZone : 'UTC';

/** Returns a time on the firm's clock (ISO, without a zone): `2026-12-31T18:30:00`. Uses UTC if the firm has set no time zone. */
export function clockIn(timeZone: unknown, at: Date): string {
  const zone = toTimeZone(timeZone);
  // The Swedish format of date and time equals ISO.
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(zone, format);
  return format.format(at).replace(' ', 'T');
}

/** Returns the local date (ISO) of a time in a firm's time zone; UTC if it has set none. */
export const dayIn = (timeZone: unknown, now: Date): string => clockIn(timeZone, now).slice(0, 10);

let dateFormat: DateFormat = defaultFormats.dateFormat;

/** Sets the format of `displayedDay`. Only a browser may, since it has one person. Servers and files have the default. */
export function showDaysIn(format: DateFormat): void {
  dateFormat = format;
}

/**
 * Formats a date as MM/dd/yyyy or, in a browser, in the person's format. For tables in the browser's initial bundle, which doesn't include the
 * kernel's date functions.
 */
export const displayedDay = (date: string): string => formatDay(date, dateFormat);

/** Formats a UTC instant on the firm's clock with the zone's name: `09/30/2026 14:05 EDT`. */
export function displayedInstant(iso: string, timeZone: unknown): string {
  const at = new Date(iso);
  const clock = clockIn(timeZone, at);
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: toTimeZone(timeZone),
    timeZoneName: 'short',
  }).formatToParts(at);
  return `${displayedDay(clock)} ${clock.slice(11, 16)} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''}`.trim();
}
