import { decimal, numberText } from '@carrara/domain/kernel';

/** A cell as an import reads it: dates as YYYY-MM-DD, numbers as the exact decimals that Excel displays. */
export interface CellContent {
  readonly address: string;
  /** Column number, from 1. */
  readonly column: number;
  readonly type: 'text' | 'number' | 'date' | 'boolean' | 'error';
  readonly text: string;
  /** True if the number is formatted as a percentage: 0.2 is 20%. */
  readonly isPercent?: true;
}

/**
 * Returns the decimal that Excel displays for a stored number. Excel stores a double and displays 15 digits, so
 * 105805780.59999999 is 105805780.6. Undefined if it is not a number.
 */
export function displayedNumber(stored: string): string | undefined {
  const value = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(value)) return undefined;
  return numberText(decimal(value.toPrecision(15)));
}

const ADDRESS = /^([A-Z]{1,3})(\d{1,7})$/;

/** Parses an address such as AB12 into column and row, from 1. */
export function parseAddress(address: string): { readonly column: number; readonly row: number } | undefined {
  const [, letters, row] = ADDRESS.exec(address) ?? [];
  if (letters === undefined) return undefined;
  const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { column, row: Number(row) };
}
