import { undetermined } from '@carrara/contract/core/shownFigure';
import { shownDay } from '@carrara/contract/core/today';
import { Readable } from 'node:stream';
import type { PrintedList } from './listWorkbook.ts';
import { cellIn, type Printed, type PrintedRow, printed } from './readable.ts';

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

/**
 * Any list as CSV (RFC 4180, UTF-8 with a byte order mark so that Excel reads the letters right), written while the rows arrive. A figure that is not
 * determined is `n.d.` in its column; the reasons stand once in a last column, `Notes`, where the rows have any, with the day of values that are carried
 * forward. Where a report has a basis, each row names it in a column of its own: a CSV file has no head.
 */
export function listCsv({ columns, rows, report }: PrintedList): Readable {
  const bases = (report?.asked ?? []).filter(({ name }) => name === 'basis');
  const line = (fields: readonly string[]) => `${fields.join(',')}\r\n`;
  async function* lines() {
    let hasNotes: boolean | undefined;
    const header = () => {
      const titles = [...[...columns, ...bases].map(({ title }) => title), ...(hasNotes ? ['Notes'] : [])];
      return `\ufeff${line(titles.map((title) => csvField(printed('text', title))))}`;
    };
    for await (const row of rows) {
      if (hasNotes === undefined) {
        hasNotes = Array.isArray(row['notDetermined']);
        yield header();
      }
      const cells = columns.map((column) => ({ title: column.title, ...cellIn(column, row) }));
      const fields = [
        ...cells.map(({ kind, value, reason }) => csvField(printed(kind, reason === undefined ? value : undetermined))),
        ...bases.map(({ text }) => csvField(printed('text', text))),
      ];
      const notes = [carriedNote(row), notesOf(cells)].filter(Boolean).join(' ');
      yield line(hasNotes ? [...fields, csvField(printed('text', notes))] : fields);
    }
    if (hasNotes === undefined) yield header();
  }
  return Readable.from(lines(), { objectMode: false });
}

const carriedNote = ({ carriedFrom }: PrintedRow): string =>
  typeof carriedFrom === 'string' ? `Values of ${shownDay(carriedFrom)}, carried forward.` : '';

/** Each reason once, behind the titles of the figures that it is about. */
function notesOf(cells: readonly { readonly title: string; readonly reason?: string | undefined }[]): string {
  const titles = new Map<string, string[]>();
  for (const { title, reason } of cells)
    if (reason !== undefined) titles.set(reason, [...(titles.get(reason) ?? []), title]);
  return [...titles].map(([reason, of]) => `${of.join(', ')}: ${reason}`).join(' ');
}
