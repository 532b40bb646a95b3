import { zip, required } from '@carrara/domain/kernel';
import { type Document, textWidth } from './fonts.ts';
import { INDENT, PAD_X, type RowKind, type TableCell, type TableColumn } from './table.ts';
import { SMALLEST } from './textBlock.ts';

/** A column without a width yet. */
export type PlannedColumn = Omit<TableColumn, 'width'>;

export interface TableLayout {
  /** Text size in points. */
  readonly size: number;
  readonly columns: readonly TableColumn[];
  /** Indexes of the planned columns that these columns are. */
  readonly positions: readonly number[];
  /** Titles of columns that don't fit the page. */
  readonly omitted: readonly string[];
}

const SIZES = [8, 7.5, SMALLEST] as const;
/**
 * Widths in multiples of the text size. Words in sentences may be broken beyond the first. Sentences get no more than
 * the second, and wrap to about two lines before the text shrinks.
 */
const LONGEST_WORD = 12;
const LONGEST_LINE = 26;
const EASY_LINE = 13;
/** Tolerance, so that rounded widths never break a word. */
const SLACK = 0.5;

/** A column with the width that it needs, in multiples of the text size. */
interface Measured {
  readonly column: PlannedColumn;
  /** Index of the planned column. */
  readonly index: number;
  readonly figure: boolean;
  /** Width at which no unbreakable word is broken. */
  least: number;
  /** Width at which everything fits on one line. */
  most: number;
}

/** Measures the cells of a table row by row, then lays out its columns within a width. */
export function measureColumns(doc: Document, planned: readonly PlannedColumn[]) {
  const width = (text: string, weight: 'regular' | 'bold', figure: boolean) =>
    textWidth(doc, text, { size: 1, weight, figure });
  const longest = (text: string, weight: 'regular' | 'bold', figure: boolean) =>
    Math.max(0, ...text.split(/\s+/).map((word) => width(word, weight, figure)));
  const measured = planned.map((column, index): Measured => {
    const least = longest(column.title, 'bold', false);
    return { column, index, figure: column.figure ?? false, least, most: least };
  });
  const include = (cells: readonly TableCell[], kind: RowKind) => {
    for (const [need, { text, note = '', bold, indent = 0 }] of zip(measured, cells)) {
      const { figure, index } = need;
      const weight = bold || kind === 'total' ? 'bold' : 'regular';
      const whole = [text, note].map((each) => width(each, weight, figure));
      const longestTexts = [text, note].map((each) => longest(each, weight, figure));
      const inset = (indent * INDENT) / SMALLEST;
      const cap = figure ? Infinity : LONGEST_WORD;
      // Labels of totals extend over the empty cells to their right.
      const isLabel = kind === 'total' && index === 0 && !figure;
      if (!isLabel) need.most = Math.max(need.most, Math.min(Math.max(...whole), LONGEST_LINE) + inset);
      need.least = Math.max(need.least, Math.min(Math.max(...longestTexts), cap) + inset);
      need.most = Math.max(need.most, need.least);
    }
  };

  /**
   * Returns the columns that fit. Descriptions are dropped before figures, the last before the first, and the first
   * column stays.
   */
  const fitting = (available: number): readonly Measured[] => {
    const remaining = [...measured];
    const leastOf = () => remaining.reduce((sum, { least }) => sum + least * SMALLEST + 2 * PAD_X + SLACK, 0);
    while (remaining.length > 1 && leastOf() > available) {
      const description = remaining.findLastIndex(({ figure, index }) => index > 0 && !figure);
      const [dropped] = remaining.splice(description > 0 ? description : remaining.length - 1, 1);
      const group = dropped?.column.group;
      while (group !== undefined && remaining.at(-1)?.column.group === group) remaining.pop();
    }
    return remaining;
  };

  return {
    include,
    layout(available: number): TableLayout {
      const visible = fitting(available);
      const room = available - visible.length * (2 * PAD_X + SLACK);
      const sum = (width: (need: Measured) => number) => visible.reduce((all, need) => all + width(need), 0);
      const easy = sum(({ least, most, figure }) => (figure ? least : Math.max(least, Math.min(most, EASY_LINE))));
      const size =
        SIZES.find((each) => easy * each <= room) ?? SIZES.find((each) => sum(({ least }) => least) * each <= room);
      const used = size ?? SMALLEST;
      const least = sum((need) => need.least) * used;
      const requested = sum(({ least: own, most }) => most - own) * used;
      const spare = Math.max(0, room - least);
      // Distributes the remaining width evenly, so that a narrow table has no wide gap.
      const share = requested > spare ? spare / requested : 1;
      const rest = Math.max(0, spare - requested) / Math.max(1, visible.length);
      const columns = visible.map(
        ({ column, least: own, most }): TableColumn => ({
          ...column,
          width: own * used + (most - own) * used * share + rest + 2 * PAD_X + SLACK,
        }),
      );
      return {
        size: used,
        columns,
        positions: visible.map(({ index }) => index),
        omitted: planned.filter((column) => !visible.some((item) => item.column === column)).map(({ title }) => title),
      };
    },
  };
}

/** Returns the elements at the given indexes. */
export const pickElements = <T>(elements: readonly T[], indexes: readonly number[]): T[] =>
  indexes.map((index) => required(elements[index], 'an element of a row'));

/** True if a later row fits the columns: none of its figures is wider than its column. */
export const fitsColumns = (
  doc: Document,
  { columns, positions, size }: TableLayout,
  cells: readonly TableCell[],
  kind: RowKind,
): boolean =>
  zip(columns, pickElements(cells, positions)).every(([{ figure, width }, { text }]) => {
    if (!figure) return true;
    const weight = kind === 'total' ? 'bold' : 'regular';
    return text.split(/\s+/).every((word) => textWidth(doc, word, { size, weight, figure }) <= width - 2 * PAD_X);
  });
