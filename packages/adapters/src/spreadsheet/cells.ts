import { type Kind, kinds, notDetermined } from '@carrara/contract/core/kinds';
import { decimal, numberText, required } from '@carrara/domain/kernel';
import type { Alignment, Borders, Cell, Fill, Font, Row, Style } from 'exceljs';
import { type PrintedCell, printedValue } from './readable.ts';

/**
 * Excel keeps 15 significant digits. A longer figure would lose its last digits as a number, so it is written as text.
 */
const EXCEL_DIGITS = 15;
/** Longest text that a cell can hold. */
const EXCEL_TEXT = 32_767;

// Characters that XML can't represent or nobody can see: control characters other than tab and line ends, and lone
// surrogates.
const UNWRITABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;
const ESCAPE_LIKE = /_x([0-9A-Fa-f]{4})_/g;

/**
 * Returns text as a cell can hold it. It is written as a plain string, so a spreadsheet never takes it for a formula.
 * `_x0041_` is Excel's own escape for a character, so it is escaped to stay as it is.
 */
export function cellText(text: string): string {
  return text.replace(UNWRITABLE, '').slice(0, EXCEL_TEXT).replace(ESCAPE_LIKE, '_x005F_x$1_');
}

/** Converts an exact decimal to the number that Excel stores, or to text if Excel can't hold all its digits. */
export function cellNumber(text: string): number | string {
  const value = decimal(text);
  return value.precision() > EXCEL_DIGITS ? numberText(value) : Number(text);
}

const day = (text: string): Date => {
  const [year = 0, month = 1, date = 1] = text.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date));
};

const write: { [K in PrintedCell['is']]: (text: string) => string | number | Date } = {
  nothing: () => '',
  text: cellText,
  number: cellNumber,
  date: day,
  instant: (text) => new Date(text),
};

/** Returns the value of a cell. Null leaves it empty. */
export function cellValue(kind: Kind, value: unknown): string | number | Date | null {
  const reading = printedValue(kind, value);
  return reading.is === 'nothing' ? null : write[reading.is](reading.text);
}

const horizontal = (kind: Kind): Partial<Alignment> => ({ horizontal: kinds[kind].align, vertical: 'top' });
const formatOf = (kind: Kind): string | undefined =>
  'excelFormat' in kinds[kind] ? (kinds[kind] as { excelFormat: string }).excelFormat : undefined;

const ink: Partial<Font> = { name: 'Calibri', size: 11 };
const headerFill: Fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFE8EDF3' } };
const line: Partial<Borders> = { bottom: { style: 'thin', color: { argb: 'FF8FA1B3' } } };
const totalLine: Partial<Borders> = { top: { style: 'thin', color: { argb: 'FF1F2A37' } } };

const style = (kind: Kind, extra: Partial<Style> = {}): Partial<Style> => {
  const numFmt = formatOf(kind);
  return { ...(numFmt ? { numFmt } : {}), alignment: horizontal(kind), font: ink, ...extra };
};
const table = (styleFor: (kind: Kind) => Partial<Style>): Record<Kind, Partial<Style>> =>
  Object.fromEntries((Object.keys(kinds) as Kind[]).map((kind) => [kind, styleFor(kind)])) as Record<
    Kind,
    Partial<Style>
  >;

/** One shared style object per kind: creating a style per cell would double the time of a large export. */
export const bodyStyles = table((kind) => style(kind));
export const headerStyles = table((kind) =>
  style('text', {
    font: { ...ink, bold: true },
    fill: headerFill,
    border: line,
    alignment: { ...horizontal(kind), wrapText: true, vertical: 'middle' },
  }),
);
export const totalStyles = table((kind) => style(kind, { font: { ...ink, bold: true }, border: totalLine }));
export const titleStyle: Partial<Style> = { font: { ...ink, bold: true, size: 15 } };
export const noteStyle: Partial<Style> = { font: { ...ink, color: { argb: 'FF5B6B7C' } } };

const DEEPEST_INDENT = 15;
/** Indentation styles: members are indented by their depth. */
const indented = Array.from({ length: DEEPEST_INDENT + 1 }, (_, indent) =>
  style('text', { alignment: { ...horizontal('text'), indent } }),
);
export const indentStyle = (depth: number): Partial<Style> =>
  required(indented[Math.min(depth, DEEPEST_INDENT)], 'a style of an indentation');

export function putCell(cell: Cell, kind: Kind, value: unknown, textStyle: Partial<Style> = bodyStyles[kind]): void {
  const content = cellValue(kind, value);
  if (content !== null) cell.value = content;
  cell.style = textStyle;
}

const widths: Record<Kind, number> = {
  id: 38,
  text: 30,
  longText: 48,
  email: 30,
  code: 14,
  boolean: 10,
  count: 12,
  money: 20,
  amounts: 24,
  percent: 14,
  shares: 18,
  multiple: 12,
  rate: 12,
  return: 12,
  spanReturn: 18,
  partialReturn: 18,
  partialSpanReturn: 26,
  partialMultiple: 18,
  partialMoney: 32,
  rolledMoney: 32,
  years: 12,
  year: 8,
  date: 13,
  instant: 18,
  status: 16,
  reference: 26,
  referenceList: 32,
  address: 44,
  picture: 10,
};
/** Returns the width of a column: as wide as its kind needs, and wide enough for its heading on two lines. */
export const columnWidth = (kind: Kind, title: string): number =>
  Math.max(widths[kind], Math.ceil(title.length / 2) + 3);

/** Writes an amount, or words if it is not determined, because a blank cell reads as zero. */
export const putAmount = (cell: Cell, value: string | null, textStyle: Partial<Style> = bodyStyles.money): void =>
  putCell(cell, value === null ? 'text' : 'money', value ?? notDetermined, textStyle);

/**
 * Writes a formula with the product's figure as its cached value, visible without recalculating. An undetermined figure
 * is written in words.
 */
export function putFormula(sheetRow: Row, column: number, formula: string, value: string | null): void {
  if (value === null) {
    sheetRow.getCell(column).value = notDetermined;
    return;
  }
  const result = cellNumber(value);
  sheetRow.getCell(column).value = typeof result === 'number' ? { formula, result } : result;
}
