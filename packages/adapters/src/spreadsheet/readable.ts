import type { StatedCoverage } from '@carrara/contract/core/coverage';
import type { Address, Amount, Kind, Reference, StatusValue } from '@carrara/contract/core/kinds';
import { displayedFigure, type DisplayedFigure } from '@carrara/contract/core/displayedFigure';
import { printNumber } from './printNumber.ts';

/** A column of a list: its field in the row, its kind and its heading. */
export interface PrintedColumn {
  readonly field: string;
  readonly kind: Kind;
  readonly title: string;
  readonly total?: 'sum' | 'count' | 'disbursed' | 'posted' | 'entries' | 'latest' | undefined;
  readonly hidden?: boolean | undefined;
  readonly nullIs?: string | undefined;
  readonly excludedReason?: string | undefined;
  readonly excludesParts?: true | undefined;
  readonly width?: number | undefined;
}
/** A row of a list as the contract returns it: camelCase fields, decimals as text. */
export type PrintedRow = Readonly<Record<string, unknown>>;

/** Totals of all matching rows, by field. Requested after the last row. */
export type PrintedTotals = readonly {
  readonly field: string;
  /** Null if not determined. */
  readonly total: string | null;
  readonly currency?: string | undefined;
  /** Rows that the total covers, if not all. */
  readonly coverage?: StatedCoverage | undefined;
}[];

/** Printable value of a cell: text, an exact number, a date or a point in time. */
export type PrintedCell =
  | { readonly is: 'nothing' }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'number'; readonly text: string }
  | { readonly is: 'date'; readonly text: string }
  | { readonly is: 'instant'; readonly text: string };

const nothing: PrintedCell = { is: 'nothing' };
const textCell = (text: string): PrintedCell => (text === '' ? nothing : { is: 'text', text });

const readReference = (value: unknown): string => {
  const { name, description, code } = value as Reference;
  return name || description || code || '';
};
const readAddress = (value: unknown): string => {
  const address = value as Address;
  const town = [address.city, address.stateRegion, address.postalCode].filter(Boolean).join(' ');
  const country = address.country ? readReference(address.country) : '';
  return [address.addressLine1, address.addressLine2, town, country].filter(Boolean).join(', ');
};

const readAmounts = (value: unknown): string =>
  (value as readonly Amount[])
    .map(({ currency, amount }) => [currency, printNumber('money', amount)].filter(Boolean).join(' '))
    .join(', ');

const asText = (value: unknown): PrintedCell => textCell(String(value));
const asNumber = (value: unknown): PrintedCell => ({ is: 'number', text: String(value) });

/** Readers by kind. A new kind doesn't compile until it has one. */
const readings: Record<Kind, (value: unknown) => PrintedCell> = {
  id: asText,
  text: asText,
  longText: asText,
  email: asText,
  code: asText,
  boolean: (value) => textCell(value === true ? 'Yes' : 'No'),
  count: asNumber,
  money: asNumber,
  // Lists have a column for each currency instead; elsewhere the amounts are written as text.
  amounts: (value) => textCell(readAmounts(value)),
  percent: asNumber,
  shares: asNumber,
  multiple: asNumber,
  rate: asNumber,
  return: asNumber,
  spanReturn: asNumber,
  partialReturn: asNumber,
  partialSpanReturn: asNumber,
  partialMultiple: asNumber,
  partialMoney: asNumber,
  rolledMoney: asNumber,
  years: asNumber,
  year: asNumber,
  date: (value) => ({ is: 'date', text: String(value) }),
  instant: (value) => ({ is: 'instant', text: String(value) }),
  status: (value) => textCell((value as StatusValue).description),
  reference: (value) => textCell(readReference(value)),
  referenceList: (value) => textCell((value as readonly unknown[]).map(readReference).join(', ')),
  address: (value) => textCell(readAddress(value)),
  picture: () => nothing,
};

/**
 * Returns the value of a cell and its kind. An undetermined figure is in words. In tables with figures of several
 * kinds, each row has its own in `figureKind`.
 */
export const cellIn = (column: PrintedColumn, row: PrintedRow): DisplayedFigure =>
  displayedFigure(
    column.kind === 'money' && row['figureKind'] !== undefined
      ? { ...column, kind: row['figureKind'] as Kind }
      : column,
    row,
  );

/** Converts a value by its kind: references and statuses to their texts, decimals to exact text. */
export function printedValue(kind: Kind, value: unknown): PrintedCell {
  return value === null || value === undefined || value === '' ? nothing : readings[kind](value);
}
