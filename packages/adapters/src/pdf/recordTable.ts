import { figureCovers } from '@carrara/contract/core/coverage';
import { carriedMark } from '@carrara/contract/core/displayedFigure';
import { kinds, type Kind, notDetermined, unitSuffix } from '@carrara/contract/core/kinds';
import { nameColumnCount } from '@carrara/contract/core/nameColumnCount';
import { cellIn, type PrintedColumn, type PrintedRow } from '../spreadsheet/readable.ts';
import type { CellNotes } from './cellNotes.ts';
import { yieldToOthers } from './document.ts';
import { loadFonts } from './fontFiles.ts';
import type { Document } from './fonts.ts';
import { print } from './print.ts';
import { type RowKind, startTable, type TableCell, type TableFrame } from './table.ts';
import { fitsColumns, measureColumns, pickElements, type PlannedColumn } from './tableColumns.ts';
import { LEADING, wrapLines, setLines } from './textBlock.ts';

/** True for values that must not be broken across lines: figures, dates and codes. */
const isWhole = (kind: Kind): boolean =>
  kinds[kind].align === 'right' || kind === 'date' || kind === 'instant' || kind === 'code' || kind === 'year';

export const planColumns = (columns: readonly PrintedColumn[]): PlannedColumn[] =>
  columns.map(({ kind, title }) => ({ title, align: kinds[kind].align, figure: isWhole(kind) }));

/** Returns the cells of a row. An undetermined figure refers to its reason. The mark of a row is below its name, the coverage of a figure below the figure. */
export function recordCells(columns: readonly PrintedColumn[], row: PrintedRow, notes: CellNotes): TableCell[] {
  const named = nameColumnCount(columns) - 1;
  const mark = carriedMark(row);
  return columns.map((column, at) => {
    const { kind, value, reason } = cellIn(column, row);
    if (reason !== undefined || value === notDetermined) return { text: notes.mark(reason) };
    const text = value === undefined ? '' : print(kind, value);
    if (mark !== undefined && at === named) return { text, note: mark };
    // The words of a unit are a second line, so that the digits of a column align.
    const unit = unitSuffix(kind);
    const covers = figureCovers(column.field, row);
    if (covers !== undefined) return { text, note: covers };
    return unit !== '' && text.includes(unit) ? { text: text.replace(unit, ''), note: unit.trim() } : { text };
  });
}

export interface TableRow {
  readonly cells: readonly TableCell[];
  readonly kind: RowKind;
}
type Frame = Omit<TableFrame, 'size'>;

/** Rows sampled for the column widths. If a later row has a wider figure, a new page with wider columns begins. */
const SAMPLE = 400;
const ROWS_BETWEEN_PAUSES = 100;
/** Points: the gap between two tables of the same rows, and the minimum height for the second. */
const GAP = 16;
const NEXT_TABLE = 80;

/**
 * Draws rows as they arrive, in columns that fit their content. Columns that don't fit follow in a second table, next
 * to the first column. They are left out if there are more rows than the sample. Returns the y below and the titles of
 * columns left out.
 */
export async function drawRows(
  doc: Document,
  columns: readonly PlannedColumn[],
  rows: AsyncIterable<TableRow> | Iterable<TableRow>,
  frame: Frame,
  top: number,
): Promise<{ readonly y: number; readonly omitted: readonly string[] }> {
  const width = doc.page.width - 2 * frame.x;
  const needs = measureColumns(doc, columns);
  const omitted = new Set<string>();
  let waiting: TableRow[] = [];
  let begun: ReturnType<typeof begin> | undefined;
  const begin = (y: number) => {
    const layout = needs.layout(width);
    for (const title of layout.omitted) omitted.add(title);
    return { layout, table: startTable(doc, layout.columns, { ...frame, size: layout.size }, y) };
  };
  const draw = ({ cells, kind }: TableRow) => {
    if (begun !== undefined && !fitsColumns(doc, begun.layout, cells, kind)) {
      needs.include(cells, kind);
      begun = begin(frame.nextPage());
    }
    begun ??= begin(top);
    begun.table.add(pickElements(cells, begun.layout.positions), kind);
  };
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (count % ROWS_BETWEEN_PAUSES === 0) await yieldToOthers();
    await loadFonts(JSON.stringify(row.cells));
    if (begun !== undefined) {
      draw(row);
      continue;
    }
    waiting.push(row);
    needs.include(row.cells, row.kind);
    if (waiting.length < SAMPLE) continue;
    waiting.forEach(draw);
    waiting = [];
  }
  const isWhole = begun === undefined;
  waiting.forEach(draw);
  begun ??= begin(top);
  const { positions } = begun.layout;
  const missing = columns.flatMap((_, at) => (positions.includes(at) ? [] : [at]));
  const y = begun.table.end();
  if (!isWhole || missing.length === 0 || positions.length < 2) return { y, omitted: [...omitted] };
  const next = [0, ...missing];
  const rest = waiting
    .map(({ cells, kind }): TableRow => ({ cells: pickElements(cells, next), kind }))
    // A sum has only its label there if none of these columns is summed.
    .filter(({ cells, kind }) => kind !== 'total' || cells.slice(1).some(({ text }) => text !== ''));
  return drawRows(
    doc,
    pickElements(columns, next),
    rest,
    frame,
    y + NEXT_TABLE > frame.bottom ? frame.nextPage() : y + GAP,
  );
}

const noteStyle = { size: 7.5, color: '#5b6b7c' } as const;

/** Draws notes below a table, each on a new line. Returns the y below. */
export function drawNotes(
  doc: Document,
  notes: readonly string[],
  { x, bottom, nextPage }: Frame,
  top: number,
): number {
  const width = doc.page.width - 2 * x;
  let y = notes.length > 0 ? top + 8 : top;
  for (const line of notes.flatMap((note) => wrapLines(doc, note, width, noteStyle))) {
    if (y + noteStyle.size * LEADING > bottom) y = nextPage();
    y = setLines(doc, [line], x, y, width, noteStyle);
  }
  return y;
}

/** Returns a note that names the columns left out and says where to find them. */
export const omittedNote = (titles: readonly string[]): string[] =>
  titles.length > 0
    ? [
        `${titles.length === 1 ? 'This column doesn’t' : 'These columns don’t'} fit on the page: ${titles.join(', ')}. The Excel file has all columns.`,
      ]
    : [];
