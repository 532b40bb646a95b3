export const dateFormats = ['MM/DD/YYYY', 'DD/MM/YYYY', 'DD.MM.YYYY', 'YYYY-MM-DD', 'D MMM YYYY'] as const;
export type DateFormat = (typeof dateFormats)[number];

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const monthName = (month: string): string => months[Number(month) - 1] ?? '';

/** Formats an ISO date, or the date of an ISO instant, for a person. Works with text only, so that no time zone can move a date. */
export function formatDay(iso: string, format: DateFormat): string {
  const [year, month, day] = [iso.slice(0, 4), iso.slice(5, 7), iso.slice(8, 10)];
  if (format === 'D MMM YYYY') return `${String(Number(day))} ${monthName(month).slice(0, 3)} ${year}`;
  return format.replace('YYYY', year).replace('MM', month).replace('DD', day);
}

/** Formats an ISO date so that everybody reads the same day: `September 5, 2026`. */
export const longDay = (iso: string): string =>
  `${monthName(iso.slice(5, 7))} ${String(Number(iso.slice(8, 10)))}, ${iso.slice(0, 4)}`;

const isoDate = /^(\d{4})-(\d{2})-(\d{2})/;
const numeric = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/;
const dayFirst = /^(\d{1,2})[ .-]*([a-z]{3,9})\.?[ ,-]*(\d{4})$/i;
const monthFirst = /^([a-z]{3,9})\.? *(\d{1,2}),? +(\d{4})$/i;

const monthNumber = (name: string): string => {
  const found = months.findIndex(
    (month) => month.slice(0, Math.max(3, name.length)).toLowerCase() === name.toLowerCase(),
  );
  return String(found + 1);
};

/** Returns year, month and day of a typed date. A day and a month in digits are in the order of the format. */
function partsOf(text: string, format: DateFormat): readonly (string | undefined)[] | undefined {
  const iso = isoDate.exec(text);
  if (iso) return iso.slice(1);
  const [, day, month = '', year] = dayFirst.exec(text) ?? [];
  if (day) return [year, monthNumber(month), day];
  const [, name = '', dayAfter, yearAfter] = monthFirst.exec(text) ?? [];
  if (dayAfter) return [yearAfter, monthNumber(name), dayAfter];
  const [, first, second, last] = numeric.exec(text) ?? [];
  if (!first || format === 'YYYY-MM-DD' || format === 'D MMM YYYY') return undefined;
  return format === 'MM/DD/YYYY' ? [last, first, second] : [last, second, first];
}

/**
 * Parses a typed or pasted date as ISO text.
 *
 * Rule: an ISO date and a month by name are read in every format. Otherwise, day and month are in the order of the person's format; two formats have
 * no order of digits, and refuse them rather than guess.
 *
 * Fails:  null if the text isn't a date of the calendar in this format.
 */
export function parseDay(typed: string, format: DateFormat): string | null {
  const parts = partsOf(typed.trim(), format);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0] = parts.map(Number);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  if (length === undefined || day < 1 || day > length) return null;
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
