import { cellIn } from '@carrara/adapters/spreadsheet/readable';
import { print } from '@carrara/adapters/pdf/print';
import { coverageLines } from '@carrara/contract/core/coverage';
import { type Column, totalTitle } from '@carrara/contract/core/fields';
import { kinds, notDetermined } from '@carrara/contract/core/kinds';
import type { Total } from '@carrara/contract/core/paging';
import { cleanText } from '../run/cleanText.ts';
import type { Row } from './allRows.ts';

/** A printed table, and the columns that had no room. */
export interface PrintedTable {
  readonly lines: readonly string[];
  readonly omitted: readonly string[];
}

const WIDE =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
const INVISIBLE = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** The number of terminal columns that a text takes. */
export const textWidth = (text: string): number =>
  /^[\x20-\x7e]*$/.test(text)
    ? text.length
    : Array.from(text).reduce((sum, letter) => sum + (INVISIBLE.test(letter) ? 0 : WIDE.test(letter) ? 2 : 1), 0);

const least = 12;
const gap = '  ';

function cut(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let result = '';
  for (const letter of text) {
    if (textWidth(result + letter) > width - 1) break;
    result += letter;
  }
  return `${result.trimEnd()}…`;
}

/**
 * Rows as a table. On a narrow terminal, text is cut, but never a figure. Columns that still don't fit are left out, from the right, and named.
 * `width` is undefined if there is no limit.
 */
export function buildTable(
  columns: readonly Column[],
  rows: readonly Row[],
  totals: readonly Total[],
  {
    width,
    bold,
    counted,
  }: {
    readonly width: number | undefined;
    readonly bold: (text: string) => string;
    /** The plural noun for the items that coverage counts. */
    readonly counted: string;
  },
): PrintedTable {
  const cells = (row: Row) =>
    columns.map((column) => {
      const { kind, value } = cellIn(column, row);
      return cleanText(print(kind, value));
    });
  const body = rows.map(cells);
  const feet = totalRows(columns, totals);
  const head = columns.map(({ title }) => cleanText(title));
  const natural = columns.map((_column, at) =>
    Math.max(...[head, ...body, ...feet].map((line) => textWidth(line[at] ?? ''))),
  );
  const { widths, count } = fitted(columns, natural, width);
  const line = (texts: readonly string[]) =>
    texts
      .slice(0, count)
      .map((text, at) => {
        const room = widths[at] ?? 0;
        const start = cut(text, room);
        const blank = ' '.repeat(Math.max(0, room - textWidth(start)));
        return kinds[columns[at]?.kind ?? 'text'].align === 'right' ? blank + start : start + blank;
      })
      .join(gap)
      .trimEnd();
  return {
    lines: [
      bold(line(head)),
      ...body.map(line),
      ...feet.map((texts) => bold(line(texts))),
      ...coverageLines(totals, columns, counted).map(cleanText),
    ],
    omitted: columns.slice(count).map(({ field }) => field),
  };
}

/** A line of sums for each currency. */
function totalRows(columns: readonly Column[], totals: readonly Total[]): readonly (readonly string[])[] {
  const currencies = [...new Set(totals.map(({ currency }) => currency ?? ''))];
  const label = totalTitle(columns) ?? 'Total';
  return currencies.map((currency) =>
    columns.map(({ field, kind }, at) => {
      const found = totals.find((total) => total.field === field && (total.currency ?? '') === currency);
      if (found) return found.total === null ? notDetermined : print(kind, found.total);
      return at === 0 ? [label, currency].filter(Boolean).join(' ') : '';
    }),
  );
}

function fitted(columns: readonly Column[], natural: readonly number[], width: number | undefined) {
  const widths = [...natural];
  let visibleCount = columns.length;
  if (width === undefined) return { widths, count: visibleCount };
  const usedWidth = () =>
    widths.slice(0, visibleCount).reduce((sum, columnWidth) => sum + columnWidth + gap.length, -gap.length);
  while (usedWidth() > width) {
    const texts = widths
      .slice(0, visibleCount)
      .map((columnWidth, at) => (kinds[columns[at]?.kind ?? 'text'].align === 'left' ? columnWidth : 0));
    const widest = texts.indexOf(Math.max(...texts));
    const over = usedWidth() - width;
    const room = (texts[widest] ?? 0) - least;
    if (room > 0) widths[widest] = (widths[widest] ?? 0) - Math.min(room, over);
    else if (visibleCount > 1) visibleCount -= 1;
    else break;
  }
  return { widths, count: visibleCount };
}
