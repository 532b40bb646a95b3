import { type Failure, type Failures, fail } from '../../kernel/index.ts';
import type { ImportFields } from './importField.ts';

/** TYPE: an amount is positive in the direction that its type names. CASH: what comes in is positive, what goes out negative. */
export const signConventions = {
  TYPE: 'By entry type: calls and distributions are both positive',
  CASH: 'By cash flow: amounts received are positive, amounts paid are negative',
} as const;
export type SignConvention = keyof typeof signConventions;

/** What an amount of 1 stands for. */
export const amountUnits = { '1': 'Units', '1000': 'Thousands', '1000000': 'Millions' } as const;
export type AmountUnit = keyof typeof amountUnits;

/** What a rate of 1 stands for. */
export const rateUnits = {
  PERCENT: 'Percent: 13.4 is 13.4 %',
  FRACTION: 'Fractions: 0.134 is 13.4 %',
} as const;
export type RateUnit = keyof typeof rateUnits;

/** The order of a date's parts. A year in front of month and day is read in any of them. */
export const dateOrders = {
  MDY: 'month/day/year',
  DMY: 'day/month/year',
  YMD: 'year, month, day',
  SERIAL: 'serial numbers of Excel',
} as const;
export type DateOrder = keyof typeof dateOrders;

export const decimalSigns = { '.': '1,234.56', ',': '1.234,56' } as const;
export type DecimalSign = keyof typeof decimalSigns;

/** How somebody else's file is read as one of ours. */
export interface Mapping {
  /** Which heading holds which of our columns; a heading that is not named is not read. */
  readonly columns: readonly { readonly heading: string; readonly field: string }[];
  /** What stands in every row of the file without a column for it. */
  readonly fixed: readonly { readonly field: string; readonly value: string }[];
  /** The words of the file in place of ours. */
  readonly codes: readonly { readonly field: string; readonly own: string; readonly code: string }[];
  readonly sign: SignConvention;
  readonly unit: AmountUnit;
  /** Of columns that hold a rate or a part of a whole. */
  readonly rate: RateUnit;
  readonly dateOrder: DateOrder;
  readonly decimalSign: DecimalSign;
  /** Of a workbook with several sheets; the first one when null. */
  readonly sheet: string | null;
  /** The row of the headings, from 1. */
  readonly firstRow: number;
}

/** The mapping that the product comes with: the headings are our titles. */
export const standardMapping = (fields: ImportFields): Mapping => ({
  columns: Object.entries(fields).map(([field, { title }]) => ({ heading: title, field })),
  fixed: [],
  codes: [],
  sign: 'TYPE',
  unit: '1',
  rate: 'PERCENT',
  dateOrder: 'MDY',
  decimalSign: '.',
  sheet: null,
  firstRow: 1,
});

/** How headings are compared: without regard to case and to spaces around and between words. */
export const sameWords = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * What is wrong with a mapping by itself, whatever the file.
 *
 * Fails:  FIELD_NOT_OF_TYPE (a column that files of this kind do not have), GIVEN_TWICE (two headings for one column, one heading for two, a fixed value
 *         beside a heading, a word twice), REQUIRED (a column that each row needs has neither heading nor fixed value).
 */
export function mappingFailures(mapping: Mapping, fields: ImportFields): Failures {
  const failures: Failure[] = [];
  const titleOf = (field: string) => fields[field]?.title ?? field;
  const headings = new Map<string, string>();
  const given = new Map<string, string>();
  for (const [i, { heading, field }] of mapping.columns.entries()) {
    const path = ['mapping', 'columns', i];
    if (!Object.hasOwn(fields, field))
      failures.push(fail('FIELD_NOT_OF_TYPE', [...path, 'field'], `Files of this kind have no column '${field}'.`));
    const other = given.get(field);
    if (other !== undefined) {
      const text = `'${other}' and '${heading}' are both read as ${titleOf(field)}. One heading can be.`;
      failures.push(fail('GIVEN_TWICE', [...path, 'field'], text));
    }
    const twin = headings.get(sameWords(heading));
    if (twin !== undefined) {
      const text = `'${heading}' is read as ${titleOf(twin)} already.`;
      failures.push(fail('GIVEN_TWICE', [...path, 'heading'], text));
    }
    given.set(field, heading);
    headings.set(sameWords(heading), field);
  }
  for (const [i, { field }] of mapping.fixed.entries()) {
    const path = ['mapping', 'fixed', i, 'field'];
    if (!Object.hasOwn(fields, field))
      failures.push(fail('FIELD_NOT_OF_TYPE', path, `Files of this kind have no column '${field}'.`));
    if (given.has(field)) {
      const text = `${titleOf(field)} has a fixed value and is read under '${given.get(field) ?? ''}' as well. Keep one of them.`;
      failures.push(fail('GIVEN_TWICE', path, text));
    }
    given.set(field, titleOf(field));
  }
  const words = new Set<string>();
  for (const [i, { field, own }] of mapping.codes.entries()) {
    const word = `${field} ${sameWords(own)}`;
    if (!Object.hasOwn(fields, field))
      failures.push(
        fail('FIELD_NOT_OF_TYPE', ['mapping', 'codes', i, 'field'], `Files of this kind have no column '${field}'.`),
      );
    if (words.has(word)) {
      const text = `'${own}' is named twice for ${titleOf(field)}.`;
      failures.push(fail('GIVEN_TWICE', ['mapping', 'codes', i, 'own'], text));
    }
    words.add(word);
  }
  for (const [field, { title, required }] of Object.entries(fields)) {
    if (required && !given.has(field))
      failures.push(
        fail(
          'REQUIRED',
          ['mapping', 'columns'],
          `Every row needs a value for ${title}. Choose its heading or enter a fixed value.`,
        ),
      );
  }
  return failures;
}
