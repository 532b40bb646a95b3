const formats = new Map<string, Intl.DateTimeFormat>();
/** The time zone that a firm has set; UTC where it has set none. */
export const zoneOf = (timeZone: unknown): string =>
  typeof timeZone === 'string' && timeZone !== '' ? timeZone : 'UTC';

/** An instant on the clock of a firm (ISO, without a zone): `2026-12-31T18:30:00`; on that of UTC where the firm has set no zone. */
export function clockIn(timeZone: unknown, at: Date): string {
  const zone = zoneOf(timeZone);
  // The Swedish spelling of a date and a time is that of ISO.
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(zone, format);
  return format.format(at).replace(' ', 'T');
}

/** The calendar day (ISO) at an instant in a firm's time zone; UTC where the firm has set none. */
export const dayIn = (timeZone: unknown, now: Date): string => clockIn(timeZone, now).slice(0, 10);

/** MM/dd/yyyy, as everywhere in the product; for tables that the browser has at its start, without the kernel's arithmetic. */
export const shownDay = (date: string): string => `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;
