import type { Readable } from 'node:stream';
import { countedNoun, coverageLines, namesInFile } from '@carrara/contract/core/coverage';
import { totalTitle } from '@carrara/contract/core/fields';
import { undeterminedPrefix } from '@carrara/contract/core/displayedFigure';
import type { PrintedList } from '../spreadsheet/listWorkbook.ts';
import { reportLines } from '../spreadsheet/reportLines.ts';
import { runningTotals, totalRows } from '../spreadsheet/runningTotals.ts';
import { createCellNotes } from './cellNotes.ts';
import { createDocument, drawInto, finishPages } from './document.ts';
import { loadFonts } from './fontFiles.ts';
import { letterheadColor, drawLetterhead, type Letterhead } from './letterhead.ts';
import { drawPageHead } from './pageHead.ts';
import { print } from './print.ts';
import { recordCells, drawNotes, drawRows, omittedNote, planColumns, type TableRow } from './recordTable.ts';
import { setText } from './textBlock.ts';

export interface PrintedBy {
  /** Firm that owns the document. */
  readonly tenantName: string;
  /** Person who downloaded it, for the footer: the first name, or the full name on documents about pay. */
  readonly reader?: string | undefined;
  readonly today: string;
  readonly color?: string | undefined;
}
/** Issuer of a statement. The statement has the issuer's letterhead, and its footer names no reader. */
export interface DocumentIssuer {
  readonly head: Letterhead;
  readonly today: string;
}
/** Returns the part of the footer before the page numbers. */
export const readerLine = ({ reader }: PrintedBy): string => (reader === undefined ? '' : `${reader} \u00b7 `);

const MARGIN = 36;
/**
 * Prints any list as a PDF in landscape: title and issuer on each page, repeated headings, totals last, then the
 * reasons for missing figures.
 */
export function listPdf(list: PrintedList, by: PrintedBy | DocumentIssuer): Readable {
  const head = 'head' in by ? by.head : undefined;
  const issuer = 'head' in by ? by.head.tenantName : by.tenantName;
  const doc = createDocument({ title: list.title, today: by.today, landscape: true, margin: MARGIN });
  // A page can't be scrolled, so only the columns visible by default are printed.
  const printed = list.columns.filter(({ hidden }) => !hidden);
  const parameters = (list.report?.parameters ?? [])
    .map(({ title, kind, text }) => `${title}: ${print(kind, text)}`)
    .join(' \u00b7 ');
  const notes = createCellNotes();
  const printing: PrintedRows = { count: 0, coverage: [] };
  return drawInto(doc, async () => {
    await loadFonts(
      JSON.stringify([
        list.title,
        head ? [head.tenantName, head.address] : by,
        parameters,
        printed.map(({ title }) => title),
        undeterminedPrefix,
      ]),
    );
    const pageHead = { title: list.title, issuer, lines: parameters === '' ? [] : [parameters] };
    const nextPage = () => {
      doc.addPage();
      return drawPageHead(doc, MARGIN, pageHead);
    };
    const firstPage = () => {
      if (head === undefined) return nextPage();
      doc.addPage();
      return drawPageHead(doc, MARGIN, { ...pageHead, issuer: '' }, drawLetterhead(doc, head, MARGIN) - 4);
    };
    const top = firstPage();
    const accent = letterheadColor('head' in by ? by.head : by);
    const frame = { x: MARGIN, accent, bottom: doc.page.height - MARGIN - 6, nextPage };
    const table = await drawRows(doc, planColumns(printed), printRows(list, printed, notes, printing), frame, top);
    const { count, coverage } = printing;
    const style = { size: 9, color: '#5b6b7c' } as const;
    const end =
      count === 0
        ? setText(doc, 'There are no records to display', MARGIN + 4, table.y + 8, doc.page.width - 2 * MARGIN, style)
        : table.y;
    await loadFonts(JSON.stringify([coverage, list.notes]));
    drawNotes(doc, [...coverage, ...(list.notes ?? []), ...notes.lines(), ...omittedNote(table.omitted)], frame, end);
    const foot = `${issuer} \u00b7 ${list.title} \u00b7 ${print('date', by.today)}`;
    finishPages(doc, MARGIN, foot, 'head' in by ? '' : readerLine(by));
  });
}

/** Counts the printed rows, and collects notes on rows that totals leave out. */
interface PrintedRows {
  count: number;
  readonly coverage: string[];
}

async function* printRows(
  list: PrintedList,
  printed: PrintedList['columns'],
  notes: ReturnType<typeof createCellNotes>,
  printing: PrintedRows,
): AsyncGenerator<TableRow> {
  const totalCell = (kind: Parameters<typeof print>[0], value: string | null | undefined) =>
    value === undefined ? '' : value === null ? notes.mark(undefined) : print(kind, value);
  const sums = runningTotals(printed);
  for await (const line of reportLines(list.rows, list.columns, list.report)) {
    if ('note' in line) {
      printing.coverage.push(line.note);
      continue;
    }
    if ('sum' in line) {
      const { label, values } = line.sum;
      const cells = printed.map(({ field, kind }, at) => ({
        text: at === 0 ? label : totalCell(kind, values.get(field)),
      }));
      yield { cells, kind: 'total' };
      continue;
    }
    printing.count += 1;
    sums.add(line.row);
    yield { cells: recordCells(printed, line.row, notes), kind: 'body' };
  }
  if (printing.count === 0 || list.report || !printed.some(({ total }) => total)) return;
  for (const { label, values } of totalRows(sums.totals(), list.totals, totalTitle(printed))) {
    const cells = printed.map(({ field, kind, total }, at) => ({
      text: total ? totalCell(total === 'count' ? 'count' : kind, values.get(field)) : at === 0 ? label : '',
    }));
    yield { cells, kind: 'total' };
  }
  printing.coverage.push(...coverageLines(list.totals ?? [], printed, countedNoun(list), namesInFile));
}
