/**
 * The name of a PDF that a template makes: the template's, then when it was made, on the clock of the firm. Slashes and colons, which no file name
 * may have, are a hyphen and a full stop.
 */
export function templateFileName(template: string, now: Date, timeZone: unknown): string {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: typeof timeZone === 'string' ? timeZone : 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    hour12: true,
  });
  const at = Object.fromEntries(clock.formatToParts(now).map(({ type, value }) => [type, value]));
  return `${template} ${at['month']}-${at['day']}-${at['year']} ${at['hour']}.${at['minute']}.${at['second']} ${at['dayPeriod']}.pdf`;
}
