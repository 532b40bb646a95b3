import { Readable } from 'node:stream';
import type { PrintedList } from './listWorkbook.ts';
import { cellIn, type Printed, printed } from './readable.ts';

/** A spreadsheet that opens a CSV file takes text that begins with one of these for a formula; where it divides at `;`, tabs or lines, also a later part of a text. */
const FORMULA_LIKE = /(?<=^|[;\t\r\n])(?=\s*[=+\-@\t\r＝＋－＠])/g;
const NEEDS_QUOTES = /[",\r\n;]|^\s|\s$/;

/**
 * One field of a CSV file. Text that a spreadsheet would run as a formula gets an apostrophe before it, wherever such a part begins; numbers are written as they are, so a
 * negative amount stays a number.
 */
export function csvField(value: Printed): string {
  if (value.is === 'nothing') return '';
  if (value.is !== 'text') return value.text;
  const safe = value.text.replace(FORMULA_LIKE, "'");
  return NEEDS_QUOTES.test(safe) || safe !== value.text ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Any list as CSV (RFC 4180, UTF-8 with a byte order mark so that Excel reads the letters right), written while the rows arrive. */
export function listCsv({ columns, rows }: PrintedList): Readable {
  const line = (fields: readonly string[]) => `${fields.join(',')}\r\n`;
  async function* lines() {
    yield `\ufeff${line(columns.map((column) => csvField(printed('text', column.title))))}`;
    for await (const row of rows) {
      yield line(
        columns.map((column) => {
          const { kind, value } = cellIn(column, row);
          return csvField(printed(kind, value));
        }),
      );
    }
  }
  return Readable.from(lines(), { objectMode: false });
}
