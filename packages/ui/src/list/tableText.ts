import { amountSources, columnsByCurrency, rowByCurrency, rowCurrencies } from '@carrara/contract/core/currencyColumns';
import { displayedFigure, undeterminedPrefix } from '@carrara/contract/core/displayedFigure';
import type { Column } from '@carrara/contract/core/fields';
import { withoutFormula } from '@carrara/contract/core/formulaText';
import { type Kind, kinds, type Reference } from '@carrara/contract/core/kinds';
import { displayedDay } from '@carrara/contract/core/today';
import { dash } from '../value/formatDecimal.ts';
import { inputText } from '../value/readNumber.ts';
import { plainText } from '../value/plainText.ts';
import { currencyText, valueText } from '../value/valueText.ts';

type Row = Readonly<Record<string, unknown>>;

const isNumber = (kind: Kind, value: unknown) =>
  kinds[kind].align === 'right' && /^-?\d+(\.\d+)?$/.test(plainText(value));

/**
 * Returns rows as text for a spreadsheet: a line of titles, then a line for each row, separated by tabs. Numbers have no thousands separators. Dates
 * and decimals are as on the person's screens, so that they mean the same when pasted here. Amounts in several currencies have a column for each, and
 * other amounts have their currency next to them. Text that a spreadsheet would run as a formula gets an apostrophe.
 */
export function tableText(columns: readonly Column[], rows: readonly Row[]): string {
  const sources = amountSources(columns);
  const found = rows.flatMap((row) => rowCurrencies(row, sources));
  const split = withCurrency(columnsByCurrency(columns, found), rows);
  const line = (cells: readonly string[]) => cells.join('\t');
  const lines = rows
    .map((row) => rowByCurrency(row, sources))
    .map((row) => line(split.map((column) => cellText(column, row))));
  return [line(split.map(({ title }) => textCell(title))), ...lines].join('\r\n');
}

/** Adds the currency of the rows in front of their first amount, unless it is there or the amounts are split by currency. */
function withCurrency(columns: readonly Column[], rows: readonly Row[]): readonly Column[] {
  const at = columns.findIndex(({ kind, amountsIn }) => kind === 'money' && !amountsIn);
  const hasOwn = columns.some(({ field }) => field === 'currency');
  if (at < 0 || hasOwn || !rows.some(({ currency }) => currency)) return columns;
  return columns.toSpliced(at, 0, { field: 'currency', kind: 'code', title: 'Currency' });
}

function cellText(column: Column, row: Row): string {
  if (column.field === 'currency' && column.kind === 'code' && row['currency'])
    return textCell(currencyText(row['currency'] as string | Reference));
  const { kind, value, reason } = displayedFigure(column, row);
  if (reason !== undefined) return undeterminedPrefix;
  if (value === null || value === undefined || value === '') return '';
  if (isNumber(kind, value)) return inputText(plainText(value));
  if (kind === 'date') return displayedDay(plainText(value));
  const text = valueText(kind, value);
  return text === dash ? '' : textCell(text);
}

/** A tab or a line break would begin another cell. */
const textCell = (text: string): string => withoutFormula(text.replace(/[\t\r\n]+/g, ' '));
