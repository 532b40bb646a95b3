import { type Kind, kinds, type Reference, years } from '@carrara/contract/core/kinds';
import { type DecimalRefusal, isRefusal } from '@carrara/domain/kernel/typedNumber';
import { dateMistake, formatDate, parseDateText } from '../value/formatDate.ts';
import { plainDecimal } from '../value/formatDecimal.ts';
import { plainText } from '../value/plainText.ts';
import { inputText, inputValue, readNumber } from '../value/readNumber.ts';
import { referenceText } from '../value/valueText.ts';
import { yearIn } from '../value/yearIn.ts';
import type { GridColumn } from './gridTypes.ts';

export type CellReading = { readonly value: unknown } | DecimalRefusal;

interface GridCellKind {
  /** The text that the cell's editor starts with. */
  readonly edit: (value: unknown) => string;
  /** Reads typed or pasted text as a value; undefined for kinds that a grid does not edit. */
  readonly read?: (typed: string, column: GridColumn) => CellReading;
}

const asText = plainText;

const text = (length: number): GridCellKind => ({
  edit: asText,
  read: (typed, { max = length }) =>
    typed.length > max
      ? { refused: `is longer than ${max} characters` }
      : { value: typed.trim() === '' ? null : typed.trim() },
});

const readDecimal = (typed: string, column: GridColumn): CellReading => {
  const parsed = readNumber(column, inputValue(typed));
  return isRefusal(parsed) ? parsed : { value: parsed };
};

const decimal: GridCellKind = { edit: (value) => inputText(plainDecimal(asText(value))), read: readDecimal };

const choice: GridCellKind = {
  edit: (value) => (value ? referenceText(value as Reference) : ''),
  read: (typed, { options = [] }) => {
    const searchText = typed.trim().toLowerCase();
    if (searchText === '') return { value: null };
    const names = (option: Reference) => [option.id, option.code, option.name, option.description];
    const found = options.find((option) => names(option).some((name) => name?.toLowerCase() === searchText));
    return found ? { value: found } : { refused: 'is not one of the choices' };
  },
};

const displayedOnly: GridCellKind = { edit: asText };

const booleans: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  '1': true,
  x: true,
  no: false,
  false: false,
  '0': false,
  '': false,
};

const cells: Record<Kind, GridCellKind> = {
  id: displayedOnly,
  text: text(200),
  longText: text(4000),
  email: text(200),
  code: text(50),
  boolean: {
    edit: (value) => (value === true ? 'Yes' : 'No'),
    read: (typed) => {
      const value = booleans[typed.trim().toLowerCase()];
      return value === undefined ? { refused: 'must be yes or no' } : { value };
    },
  },
  count: {
    edit: decimal.edit,
    read: (typed, column) => {
      const reading = readDecimal(typed, column);
      // A whole number below a billion, the only kind that the API sends as a number.
      return 'value' in reading && reading.value !== null ? { value: Number(reading.value) } : reading;
    },
  },
  money: decimal,
  amounts: displayedOnly,
  percent: decimal,
  shares: decimal,
  multiple: decimal,
  rate: decimal,
  return: decimal,
  spanReturn: decimal,
  partialReturn: decimal,
  partialSpanReturn: decimal,
  partialMultiple: decimal,
  partialMoney: decimal,
  rolledMoney: decimal,
  years: decimal,
  year: {
    edit: asText,
    read: (typed) => {
      if (typed.trim() === '') return { value: null };
      const year = yearIn(typed);
      return year === undefined ? { refused: `is not a year from ${years.first} to ${years.last}` } : { value: year };
    },
  },
  date: {
    edit: (value) => (value ? formatDate(asText(value)) : ''),
    read: (typed) => {
      if (typed.trim() === '') return { value: null };
      const refused = dateMistake(typed);
      return refused === undefined ? { value: parseDateText(typed) } : { refused };
    },
  },
  instant: displayedOnly,
  status: choice,
  reference: choice,
  referenceList: displayedOnly,
  address: displayedOnly,
  picture: displayedOnly,
};

export const editText = (kind: Kind, value: unknown): string => cells[kind].edit(value);

export function readCell(column: GridColumn, typed: string): CellReading {
  return cells[column.kind].read?.(typed, column) ?? { refused: 'can’t be changed here' };
}

const isNumber = (kind: Kind): boolean => 'inputDecimals' in kinds[kind];

/** Typed text that couldn't be read, as it is stored. Numbers have the signs of the API, so that every rule reads the same. */
export const unreadText = (kind: Kind, typed: string): string => (isNumber(kind) ? inputValue(typed) : typed);

/** The same text as it was typed. */
export const unreadInput = (kind: Kind, stored: string): string => (isNumber(kind) ? inputText(stored) : stored);

export const isKindEditable = (kind: Kind): boolean => cells[kind].read !== undefined;

/** Figures are right-aligned, as in Excel and in all other tables of the product. */
export const cellAlignment = (kind: Kind): 'left' | 'right' | 'center' => kinds[kind].align;
