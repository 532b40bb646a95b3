import { type Kind, kinds } from '@carrara/contract/core/kinds';
import { decimal } from '@carrara/domain/kernel';
import { type Printed, printed } from '../spreadsheet/readable.ts';

const thousands = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** A figure for people: thousands apart, as many decimals as its kind shows, negatives in parentheses, its sign of unit after it. */
export function printNumber(kind: Kind, text: string): string {
  const { decimals = 0, suffix = '' } = kinds[kind] as { decimals?: number; suffix?: string };
  const value = decimal(text);
  const [whole = '0', fraction] = value.toFixed(decimals).replace('-', '').split('.');
  const shown = `${thousands(whole)}${fraction ? `.${fraction}` : ''}${suffix}`;
  const isZero = /^[0.,]*$/.test(shown.slice(0, shown.length - suffix.length));
  return value.isNegative() && !isZero ? `(${shown})` : shown;
}

/** MM/dd/yyyy, as everywhere in the product. */
export const printDate = (date: string): string => `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;

const prints: { [K in Printed['is']]: (text: string, kind: Kind) => string } = {
  nothing: () => '\u2013',
  text: (text) => text,
  number: (text, kind) => printNumber(kind, text),
  date: printDate,
  instant: (text) => `${printDate(text)} ${text.slice(11, 16)}`,
};

/** Any value of a list as it is printed; a dash for no value. */
export function print(kind: Kind, value: unknown): string {
  const reading = printed(kind, value);
  return prints[reading.is](reading.is === 'nothing' ? '' : reading.text, kind);
}
