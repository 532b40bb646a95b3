import type { Document, TextLook } from './fonts.ts';
import { fitted, LEADING, linesOf, setLines } from './textBlock.ts';

export interface TableColumn {
  readonly title: string;
  /** In points. */
  readonly width: number;
  readonly align: 'left' | 'right' | 'center';
  /** A figure shrinks to fit; other text breaks. */
  readonly figure?: boolean;
}
export interface TableCell {
  readonly text: string;
  /** A second, quieter line. */
  readonly note?: string | undefined;
  readonly bold?: boolean;
  readonly indent?: number;
}
export type RowKind = 'body' | 'total';

/** Where a table stands and what happens at the foot of a page. */
export interface TableFrame {
  readonly x: number;
  readonly size: number;
  readonly accent: string;
  /** The lowest y that a row may reach. */
  readonly bottom: number;
  /** Starts a page and answers the y to go on at. */
  readonly nextPage: () => number;
}

const PAD_X = 4;
const PAD_Y = 3;
const quiet = '#5b6b7c';

/** A table drawn row by row, its header repeated on every page. `add` and `end` answer the y below what was drawn. */
export function startTable(doc: Document, columns: readonly TableColumn[], frame: TableFrame, top: number) {
  const whole = columns.reduce((sum, column) => sum + column.width, 0);
  let y = top;

  const measure = (cells: readonly TableCell[], weight: 'regular' | 'bold', isHeader = false) =>
    cells.map((cell, at) => {
      const column = columns[at]!;
      const inset = PAD_X + (cell.indent ?? 0) * 10;
      const width = column.width - inset - PAD_X;
      const figure = (column.figure ?? false) && !isHeader;
      const look: TextLook = { size: frame.size, weight: cell.bold ? 'bold' : weight, align: column.align, figure };
      const lines = figure ? [cell.text] : linesOf(doc, cell.text, width, look);
      const noteLook: TextLook = { size: frame.size * 0.86, colour: quiet, align: column.align };
      const notes = cell.note ? linesOf(doc, cell.note, width, noteLook) : [];
      const height = (lines.length * look.size + notes.length * noteLook.size) * LEADING;
      return {
        inset,
        width,
        look: figure ? fitted(doc, cell.text, width, look) : look,
        lines,
        noteLook,
        notes,
        height,
      };
    });

  const rule = (colour: string, thickness: number) =>
    doc
      .moveTo(frame.x, y)
      .lineTo(frame.x + whole, y)
      .lineWidth(thickness)
      .strokeColor(colour)
      .stroke();

  const draw = (laid: ReturnType<typeof measure>, height: number, colour?: string) => {
    let x = frame.x;
    for (const [at, cell] of laid.entries()) {
      const look = colour ? { ...cell.look, colour } : cell.look;
      // A figure that was shrunk to fit still stands on the line of its row.
      const top = y + PAD_Y + Math.max(0, frame.size - look.size);
      const below = setLines(doc, cell.lines, x + cell.inset, top, cell.width, look);
      setLines(doc, cell.notes, x + cell.inset, below, cell.width, cell.noteLook);
      x += columns[at]!.width;
    }
    y += height;
  };

  const heightOf = (laid: ReturnType<typeof measure>) => Math.max(...laid.map((cell) => cell.height)) + 2 * PAD_Y;

  const header = () => {
    const laid = measure(
      columns.map(({ title }) => ({ text: title })),
      'bold',
      true,
    );
    draw(laid, heightOf(laid), quiet);
    rule(frame.accent, 1);
  };
  header();

  return {
    add(cells: readonly TableCell[], kind: RowKind = 'body'): number {
      const laid = measure(cells, kind === 'total' ? 'bold' : 'regular');
      const height = heightOf(laid);
      if (y + height > frame.bottom) {
        y = frame.nextPage();
        header();
      }
      if (kind === 'total') rule(frame.accent, 1);
      draw(laid, height);
      if (kind === 'body') rule('#e3e8ee', 0.5);
      return y;
    },
    end: (): number => y,
  };
}
