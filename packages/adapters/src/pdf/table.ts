import { zip } from '@carrara/domain/kernel';
import type { Document, TextStyle } from './fonts.ts';
import { LEADING, wrapLines, setLines, SMALLEST } from './textBlock.ts';

export interface TableColumn {
  readonly title: string;
  /** Points. */
  readonly width: number;
  readonly align: 'left' | 'right' | 'center';
  /** True for a figure, date or code: it is broken only before the words after it, never inside. */
  readonly figure?: boolean;
  /** Title above this column and its neighbors with the same title. They stay together. */
  readonly group?: string | undefined;
}
export interface TableCell {
  readonly text: string;
  /** A second, lighter line. */
  readonly note?: string | undefined;
  readonly bold?: boolean;
  readonly indent?: number;
}
export type RowKind = 'body' | 'total';

/** Position of a table, and what to do at the end of a page. */
export interface TableFrame {
  readonly x: number;
  readonly size: number;
  readonly accent: string;
  /** Largest y that a row may reach. */
  readonly bottom: number;
  /** Starts a page and returns the y to continue at. */
  readonly nextPage: () => number;
}

/** Points: padding at the sides of a cell, above and below it, and one step of indentation. */
export const PAD_X = 4;
const PAD_Y = 3;
export const INDENT = 10;
const quiet = '#5b6b7c';

interface LaidLine {
  readonly text: string;
  readonly style: TextStyle;
}
interface LaidCell {
  readonly column: TableColumn;
  readonly inset: number;
  readonly width: number;
  readonly lines: readonly LaidLine[];
}
type PositionedCell = readonly [TableColumn, TableCell];
const linesHeight = (lines: readonly LaidLine[]): number =>
  lines.reduce((sum, { style }) => sum + style.size * LEADING, 0);
const heightOf = (laid: readonly LaidCell[]): number =>
  Math.max(...laid.map(({ lines }) => linesHeight(lines))) + 2 * PAD_Y;
/** Returns how many lines fit, at least one. */
function linesWithin(lines: readonly LaidLine[], room: number): number {
  const over = lines.findIndex((_, at) => linesHeight(lines.slice(0, at + 1)) > room);
  return over < 0 ? lines.length : Math.max(1, over);
}

/** Returns the group titles with their positions and widths. */
function groupsOf(columns: readonly TableColumn[]) {
  const groups: { readonly title: string; readonly x: number; width: number }[] = [];
  let x = 0;
  for (const [at, { group, width }] of columns.entries()) {
    const last = groups.at(-1);
    if (group !== undefined && last && columns[at - 1]?.group === group) last.width += width;
    else if (group !== undefined) groups.push({ title: group, x, width });
    x += width;
  }
  return groups;
}

/** Returns the width of the first cell. Labels of totals and headings extend over empty cells to their right. */
function widthOfFirst(row: readonly PositionedCell[], first: TableCell, kind: RowKind): number {
  const isLabel = kind === 'total' || first.bold;
  const next = isLabel ? row.findIndex(([, { text }], at) => at > 0 && text !== '') : 1;
  return row.slice(0, next < 0 ? row.length : next).reduce((sum, [{ width }]) => sum + width, 0);
}

/** Returns a function that breaks the texts of a row into the lines of its cells, at a font size. */
function cellMeasurer(doc: Document, columns: readonly TableColumn[], size: number) {
  return (cells: readonly TableCell[], weight: 'regular' | 'bold', kind: RowKind, isHeader = false) => {
    const row: readonly PositionedCell[] = zip(columns, cells);
    return row.map(([column, cell], at): LaidCell => {
      const { align, figure: isFigure = false } = column;
      const inset = PAD_X + (cell.indent ?? 0) * INDENT;
      const width = (at === 0 ? widthOfFirst(row, cell, kind) : column.width) - inset - PAD_X;
      const style: TextStyle = {
        size,
        weight: cell.bold ? 'bold' : weight,
        align,
        figure: isFigure && !isHeader,
        ...(isHeader ? { color: quiet } : {}),
      };
      const noteStyle: TextStyle = { size: Math.max(SMALLEST, size * 0.86), color: quiet, align };
      const lines = [
        ...wrapLines(doc, cell.text, width, style).map((text) => ({ text, style })),
        ...(cell.note ? wrapLines(doc, cell.note, width, noteStyle).map((text) => ({ text, style: noteStyle })) : []),
      ];
      return { column, inset, width, lines };
    });
  };
}

/** Returns the group titles in lines, with the positions to draw them at. */
function groupTitles(doc: Document, columns: readonly TableColumn[], frame: TableFrame) {
  return groupsOf(columns).map(({ title, x, width }) => {
    const style: TextStyle = { size: frame.size, weight: 'bold', color: quiet };
    return {
      x: frame.x + x + PAD_X,
      width: width - 2 * PAD_X,
      lines: wrapLines(doc, title, width - 2 * PAD_X, style),
      style,
    };
  });
}

/** Returns the height of a table without groups on one page, before it is drawn. */
export function tableHeight(
  doc: Document,
  columns: readonly TableColumn[],
  size: number,
  {
    rows,
    total,
  }: { readonly rows: readonly (readonly TableCell[])[]; readonly total?: readonly TableCell[] | undefined },
): number {
  const measure = cellMeasurer(doc, columns, size);
  const titles = columns.map(({ title }) => ({ text: title }));
  const laid = [
    measure(titles, 'bold', 'body', true),
    ...rows.map((cells) => measure(cells, 'regular', 'body')),
    ...(total ? [measure(total, 'bold', 'total')] : []),
  ];
  return laid.reduce((sum, cells) => sum + heightOf(cells), 0);
}

/**
 * Starts a table that is drawn row by row, with its header repeated on every page. `add` and `end` return the y below.
 */
export function startTable(doc: Document, columns: readonly TableColumn[], frame: TableFrame, top: number) {
  const whole = columns.reduce((sum, column) => sum + column.width, 0);
  let y = top;

  const measure = cellMeasurer(doc, columns, frame.size);

  const rule = (color: string, thickness: number) =>
    doc
      .moveTo(frame.x, y)
      .lineTo(frame.x + whole, y)
      .lineWidth(thickness)
      .strokeColor(color)
      .stroke();

  const draw = (laid: readonly LaidCell[], isHeader = false) => {
    const height = heightOf(laid);
    let x = frame.x;
    for (const { column, lines, inset, width } of laid) {
      // Headings are aligned at the bottom, so that a short one lines up with the last line of a long one.
      let lineTop = isHeader ? y + height - PAD_Y - linesHeight(lines) : y + PAD_Y;
      for (const { text, style } of lines) lineTop = setLines(doc, [text], x + inset, lineTop, width, style);
      x += column.width;
    }
    y += height;
  };

  const titles = measure(
    columns.map(({ title }) => ({ text: title })),
    'bold',
    'body',
    true,
  );
  const groups = groupTitles(doc, columns, frame);
  const drawGroups = () => {
    const most = Math.max(...groups.map(({ lines }) => lines.length));
    const bottom = y + PAD_Y + most * frame.size * LEADING;
    for (const { x, width, lines, style } of groups) {
      setLines(doc, lines, x, bottom - lines.length * frame.size * LEADING, width, style);
      doc
        .moveTo(x, bottom + 1)
        .lineTo(x + width, bottom + 1)
        .lineWidth(0.5)
        .strokeColor(frame.accent)
        .stroke();
    }
    y = bottom;
  };
  const header = () => {
    if (groups.length > 0) drawGroups();
    draw(titles, true);
    rule(frame.accent, 1);
  };
  header();
  let isAtTop = false;
  const turnPage = () => {
    y = frame.nextPage();
    header();
    isAtTop = true;
  };

  return {
    add(cells: readonly TableCell[], kind: RowKind = 'body'): number {
      let laid: readonly LaidCell[] = measure(cells, kind === 'total' ? 'bold' : 'regular', kind);
      if (y + heightOf(laid) > frame.bottom && !isAtTop) turnPage();
      if (kind === 'total') rule(frame.accent, 1);
      // A row longer than a page continues on the next.
      while (y + heightOf(laid) > frame.bottom) {
        const room = frame.bottom - y - 2 * PAD_Y;
        draw(laid.map((cell) => ({ ...cell, lines: cell.lines.slice(0, linesWithin(cell.lines, room)) })));
        laid = laid.map((cell) => ({ ...cell, lines: cell.lines.slice(linesWithin(cell.lines, room)) }));
        turnPage();
      }
      draw(laid);
      isAtTop = false;
      if (kind === 'body') rule('#e3e8ee', 0.5);
      return y;
    },
    end: (): number => y,
  };
}
