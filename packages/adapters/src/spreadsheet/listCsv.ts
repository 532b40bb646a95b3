import { carriedMark, type DisplayedFigure, undeterminedPrefix } from '@carrara/contract/core/displayedFigure';
import { withoutFormula } from '@carrara/contract/core/formulaText';
import { unitSuffix } from '@carrara/contract/core/kinds';
import { Readable } from 'node:stream';
import type { PrintedList } from './listWorkbook.ts';
import { cellIn, type PrintedCell, printedValue } from './readable.ts';

const NEEDS_QUOTES = /[",\r\n;]|^\s|\s$/;

/**
 * Formats one field of a CSV file. Text that a spreadsheet would run as a formula gets an apostrophe, wherever such a
 * part begins. Numbers stay as they are, so a negative amount remains a number.
 */
export function csvField(value: PrintedCell): string {
  if (value.is === 'nothing') return '';
  if (value.is !== 'text') return value.text;
  const safe = withoutFormula(value.text);
  return NEEDS_QUOTES.test(safe) || safe !== value.text ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Streams any list as CSV (RFC 4180, UTF-8 with a byte order mark so that Excel reads letters correctly). An undetermined figure is `n.d.`. In
 * lists of figures, a last column `Notes` has reasons, marks such as `not p.a.`, and the dates of values carried forward. If a report has a
 * basis, each row names it in a column, because a CSV file has no head.
 */
export function listCsv({ columns, rows, report }: PrintedList): Readable {
  const bases = (report?.parameters ?? []).filter(({ name }) => name === 'basis');
  const line = (fields: readonly string[]) => `${fields.join(',')}\r\n`;
  async function* lines() {
    let hasNotes: boolean | undefined;
    const header = () => {
      const titles = [...[...columns, ...bases].map(({ title }) => title), ...(hasNotes ? ['Notes'] : [])];
      return `\ufeff${line(titles.map((title) => csvField(printedValue('text', title))))}`;
    };
    for await (const row of rows) {
      if (hasNotes === undefined) {
        hasNotes = Array.isArray(row['notDetermined']);
        yield header();
      }
      const cells = columns.map((column) => ({ title: column.title, ...cellIn(column, row) }));
      const fields = [
        ...cells.map(({ kind, value, reason }) =>
          csvField(printedValue(kind, reason === undefined ? value : undeterminedPrefix)),
        ),
        ...bases.map(({ text }) => csvField(printedValue('text', text))),
      ];
      const carried = carriedMark(row);
      const notes = [...(carried ? [`${carried}.`] : []), notesOf(cells)].filter(Boolean).join(' ');
      yield line(hasNotes ? [...fields, csvField(printedValue('text', notes))] : fields);
    }
    if (hasNotes === undefined) yield header();
  }
  return Readable.from(lines(), { objectMode: false });
}

/** Lists each reason and each mark such as 'not p.a.' once, after the titles of the figures it is about. */
function notesOf(cells: readonly (DisplayedFigure & { readonly title: string })[]): string {
  const titles = new Map<string, string[]>();
  for (const { title, reason, kind } of cells) {
    const note = reason ?? unitSuffix(kind).trim();
    if (note !== '') titles.set(note, [...(titles.get(note) ?? []), title]);
  }
  return [...titles].map(([note, labels]) => `${labels.join(', ')}: ${note.replace(/\.?$/, '.')}`).join(' ');
}
