const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day (ISO) at an instant in a firm's time zone; UTC where the firm has set none. */
export function dayIn(timeZone: unknown, now: Date): string {
  const zone = typeof timeZone === 'string' && timeZone !== '' ? timeZone : 'UTC';
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  formats.set(zone, format);
  return format.format(now);
}
