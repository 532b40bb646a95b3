import type { Field, Fields } from '@carrara/contract/core/fields';
import { type Address, type Kind, kinds, maxCount, type Reference, years } from '@carrara/contract/core/kinds';
import { dateMistake, parseDateText } from '../value/formatDate.ts';
import { isRefusal } from '@carrara/domain/kernel/typedNumber';
import { formatDecimal } from '../value/formatDecimal.ts';
import { numberIn, readNumber } from '../value/readNumber.ts';
import { yearIn } from '../value/yearIn.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Why a value can't be saved, as the message below its field; undefined if it can. The server checks again. */
export function fieldError(field: Field, value: unknown): string | undefined {
  if (isBlank(value) || isNoNumber(field, value))
    return field.required && field.kind !== 'boolean' ? `${field.title} is required` : undefined;
  const wrong = rules[field.kind](value, field);
  return wrong ? `${field.title} ${wrong}` : undefined;
}

/** The number that a field contains; undefined if it is blank or refused. */
export const numberOf = (field: Field, value: unknown): string | undefined =>
  typeof value === 'string' && fieldError(field, value) === undefined ? numberIn(field, value) : undefined;

/** Problems in the rows of a form, by the path of the cell, such as `details.0.rate`. */
export function rowMistakes(path: string, fields: Fields, rows: readonly Values[]): Record<string, string | undefined> {
  return Object.fromEntries(
    rows.flatMap((row, at) =>
      Object.entries(fields).map(([name, field]) => [`${path}.${String(at)}.${name}`, fieldError(field, row[name])]),
    ),
  );
}

type Rule = (value: unknown, field: Field) => string | undefined;

const anything: Rule = () => undefined;

const length =
  (standard: number): Rule =>
  (value, { max = standard }) =>
    String(value).length > max ? `is longer than ${max} characters` : undefined;

const number: Rule = (value, field) => {
  const parsed = readNumber(field, String(value));
  return isRefusal(parsed) ? parsed.refused : undefined;
};

const count: Rule = (value, field) => {
  const wrong = number(value, field);
  if (wrong !== undefined) return wrong;
  const read = Number(readNumber(field, String(value)));
  const { least, most = maxCount } = field;
  if (read > most) return `is more than ${formatDecimal(String(most), 0)}`;
  return least !== undefined && read < least ? `is less than ${formatDecimal(String(least), 0)}` : undefined;
};

const percent: Rule = (value, field) => {
  const wrong = number(value, field);
  if (wrong !== undefined || field.most === undefined) return wrong;
  return Number(readNumber(field, String(value))) > field.most ? `is more than ${String(field.most)}` : undefined;
};

const rules: Record<Kind, Rule> = {
  id: anything,
  text: length(200),
  longText: length(4000),
  code: length(50),
  email: (value, field) =>
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(String(value)) ? length(200)(value, field) : 'is not an e-mail address',
  boolean: anything,
  count,
  money: number,
  amounts: anything,
  percent,
  shares: number,
  multiple: number,
  rate: number,
  return: number,
  spanReturn: number,
  partialReturn: number,
  partialSpanReturn: number,
  partialMultiple: number,
  partialMoney: number,
  rolledMoney: number,
  years: number,
  year: (value) =>
    yearIn(String(value)) === undefined ? `is not a year from ${years.first} to ${years.last}` : undefined,
  date: (value) => dateMistake(String(value)),
  instant: anything,
  status: anything,
  reference: anything,
  referenceList: anything,
  address: anything,
  picture: anything,
};

/** The values to send: typed numbers and dates in the format of the API, blanks as null, without read-only fields. */
export function valuesToSave(fields: Fields, values: Values): Record<string, unknown> {
  const writable = Object.entries(fields).filter(([, field]) => !field.readOnly);
  return Object.fromEntries(writable.map(([name, field]) => [name, savedValue(field, values[name])]));
}

function savedValue(field: Field, value: unknown): unknown {
  if (field.kind === 'boolean') return value === true;
  if (isBlank(value)) return field.kind === 'referenceList' ? [] : null;
  if (field.kind === 'date') return parseDateText(String(value)) ?? value;
  if (field.kind === 'year') return yearIn(String(value)) ?? value;
  if (field.kind === 'address') return storedAddress(value as Address);
  if (typeof value === 'string' && 'inputDecimals' in kinds[field.kind]) {
    const parsed = readNumber({ kind: field.kind, negative: true }, value);
    // A count is a whole number below a billion, the only kind that the API sends as a number.
    return isRefusal(parsed) ? value : field.kind === 'count' ? Number(parsed) : parsed;
  }
  return typeof value === 'string' && field.kind !== 'picture' ? value.trim() : value;
}

function storedAddress(address: Address): Address | null {
  const { addressLine1, city, postalCode, country } = address;
  return addressLine1?.trim() && city?.trim() && postalCode?.trim() && country ? address : null;
}

/** True for a dash, which means 'no value' in a number field. */
const isNoNumber = (field: Field, value: unknown): boolean =>
  'inputDecimals' in kinds[field.kind] && readNumber(field, String(value)) === null;

function isBlank(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && 'id' in value && /^[0-]+$/.test((value as Reference).id);
}
