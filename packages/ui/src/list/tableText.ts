import { displayedFigure, undeterminedPrefix } from '@carrara/contract/core/displayedFigure';
import type { Column } from '@carrara/contract/core/fields';
import { withoutFormula } from '@carrara/contract/core/formulaText';
import { type Amount, type Kind, kinds } from '@carrara/contract/core/kinds';
import { displayedDay } from '@carrara/contract/core/today';
import { dash } from '../value/formatDecimal.ts';
import { plainText } from '../value/plainText.ts';
import { valueText } from '../value/valueText.ts';

type Row = Readonly<Record<string, unknown>>;

const isNumber = (kind: Kind, value: unknown) =>
  kinds[kind].align === 'right' && /^-?\d+(\.\d+)?$/.test(plainText(value));

/**
 * Returns rows as text for a spreadsheet: a line of titles, then a line for each row, separated by tabs. Numbers have no separators, so that the
 * spreadsheet reads them as numbers, and dates are as in files. Text that a spreadsheet would run as a formula gets an apostrophe.
 */
export function tableText(columns: readonly Column[], rows: readonly Row[]): string {
  const line = (cells: readonly string[]) => cells.join('\t');
  const titles = line(columns.map(({ title }) => textCell(title)));
  return [titles, ...rows.map((row) => line(columns.map((column) => cellText(column, row))))].join('\r\n');
}

function cellText(column: Column, row: Row): string {
  const { kind, value, reason } = displayedFigure(column, row);
  if (reason !== undefined) return undeterminedPrefix;
  const amounts = column.amountsIn === undefined ? undefined : (row[column.amountsIn] as readonly Amount[] | null);
  if (value === null && amounts?.length) return textCell(valueText('amounts', amounts));
  if (value === null || value === undefined || value === '') return '';
  if (isNumber(kind, value)) return plainText(value);
  if (kind === 'date') return displayedDay(plainText(value));
  const text = valueText(kind, value);
  return text === dash ? '' : textCell(text);
}

/** A tab or a line break would begin another cell. */
const textCell = (text: string): string => withoutFormula(text.replace(/[\t\r\n]+/g, ' '));
