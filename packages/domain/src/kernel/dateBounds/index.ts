/** The years of the first and the last date that can be entered. Rules count quarters to a date, so a later one would keep the server busy. */
export const dateYears = { first: 1900, last: 2199 } as const;

/** Returns why a date can't be entered, as a sentence without its subject; undefined if it can be. */
export function dateOutOfBounds(day: string): string | undefined {
  const year = Number(day.slice(0, 4));
  if (year < dateYears.first) return `is before ${dateYears.first}`;
  return year > dateYears.last ? `is after ${dateYears.last}` : undefined;
}
