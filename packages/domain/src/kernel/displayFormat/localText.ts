import { type DateFormat, formatDay } from './dateFormat.ts';
import { formatPlain, type NumberFormat } from './numberFormat.ts';

const day = /(?<![\d/])(0[1-9]|1[0-2])\/(0[1-9]|[12]\d|3[01])\/(\d{4})(?![\d/])/g;
/** Numbers with thousands or decimals that stand alone: not in a version, an address or a file name. */
const number = /(?<![\w.,/:#]|\w-)(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+)(?![\d/:A-Za-wyz]|[.,]\w)/g;

/**
 * Formats the dates and numbers in a text of the server for a person. The server writes them as `09/30/2026` and `1,234.56`. Apply it once to a text:
 * a second time could swap day and month back.
 */
export function localText(
  text: string,
  { dateFormat, numberFormat }: { readonly dateFormat: DateFormat; readonly numberFormat: NumberFormat },
): string {
  const numbered =
    numberFormat === '1,234.56'
      ? text
      : text.replace(number, (found) => formatPlain(found.replaceAll(',', ''), numberFormat));
  return numbered.replace(day, (_, month: string, date: string, year: string) =>
    formatDay(`${year}-${month}-${date}`, dateFormat),
  );
}
