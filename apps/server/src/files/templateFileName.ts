/**
 * Returns the file name of a PDF made from a template: the template's name and the time of creation in the firm's time
 * zone. Slashes and colons, which file names can't have, become hyphens and periods.
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
