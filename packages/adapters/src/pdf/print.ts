import type { Kind } from '@carrara/contract/core/kinds';
import { printNumber } from '../spreadsheet/printNumber.ts';
import { type PrintedCell, printedValue } from '../spreadsheet/readable.ts';

/** Formats a date as MM/dd/yyyy, as everywhere in the product. */
export const printDate = (date: string): string => `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;

const months = 'January February March April May June July August September October November December'.split(' ');
/** Formats a date as in letters: November 28, 2026. */
export const printLongDate = (date: string): string =>
  `${months[Number(date.slice(5, 7)) - 1] ?? ''} ${Number(date.slice(8, 10))}, ${date.slice(0, 4)}`;

const prints: { [K in PrintedCell['is']]: (text: string, kind: Kind) => string } = {
  nothing: () => '\u2013',
  text: (text) => text,
  number: (text, kind) => printNumber(kind, text),
  date: printDate,
  instant: (text) => `${printDate(text)} ${text.slice(11, 16)}`,
};

/** Formats any value of a list for print. A missing value is a dash. */
export function print(kind: Kind, value: unknown): string {
  const reading = printedValue(kind, value);
  return prints[reading.is](reading.is === 'nothing' ? '' : reading.text, kind);
}
