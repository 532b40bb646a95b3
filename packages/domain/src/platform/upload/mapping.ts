import { type Failure, type Failures, fail } from '../../kernel/index.ts';
import type { ImportFields } from './importField.ts';

/** TYPE: an amount is positive in the direction that its type names. CASH: received amounts are positive, paid ones negative. */
export const signConventions = {
  TYPE: 'By entry type: calls and distributions are both positive',
  CASH: 'By cash flow: amounts received are positive, amounts paid are negative',
} as const;
export type SignConvention = keyof typeof signConventions;

/** The multiplier of amounts. */
export const amountUnits = { '1': 'Units', '1000': 'Thousands', '1000000': 'Millions' } as const;
export type AmountUnit = keyof typeof amountUnits;

/** The unit of rates. */
export const rateUnits = {
  PERCENT: 'Percent: 13.4 is 13.4%',
  FRACTION: 'Fractions: 0.134 is 13.4%',
} as const;
export type RateUnit = keyof typeof rateUnits;

/** The order of a date's parts. A date with the year first is read in any of them. */
export const dateOrders = {
  MDY: 'month/day/year',
  DMY: 'day/month/year',
  YMD: 'year, month, day',
  SERIAL: 'Excel serial numbers',
} as const;
export type DateOrder = keyof typeof dateOrders;

export const decimalSigns = { '.': '1,234.56', ',': '1.234,56' } as const;
export type DecimalSign = keyof typeof decimalSigns;

/** Describes how to read an external file as one of ours. */
export interface Mapping {
  /** The field that each heading contains. Headings that aren't listed are ignored. */
  readonly columns: readonly { readonly heading: string; readonly field: string }[];
  /** Values that apply to every row, for fields without a column. */
  readonly fixed: readonly { readonly field: string; readonly value: string }[];
  /** The file's own words for our codes. */
  readonly codes: readonly { readonly field: string; readonly own: string; readonly code: string }[];
  readonly sign: SignConvention;
  readonly unit: AmountUnit;
  /** For columns with rates or percentages. */
  readonly rate: RateUnit;
  readonly dateOrder: DateOrder;
  readonly decimalSign: DecimalSign;
  /** For a workbook with several sheets; null for the first one. */
  readonly sheet: string | null;
  /** The row number of the headings, starting at 1. */
  readonly firstRow: number;
}

/** Returns the built-in mapping, whose headings are our titles. */
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

/** Normalizes headings for comparison: ignores case and extra spaces. */
export const sameText = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * Checks a mapping independently of any file.
 *
 * Fails: FIELD_NOT_OF_TYPE (a field that this kind of file does not have), REPEATED (two headings for one field, one heading for two,
 *         a fixed value in addition to a heading, a repeated value), REQUIRED (a required field has neither heading nor fixed value).
 */
export function mappingFailures(mapping: Mapping, fields: ImportFields): Failures {
  const failures: Failure[] = [];
  const titleOf = (field: string) => fields[field]?.title ?? field;
  const headings = new Map<string, string>();
  const columns = new Map<string, string>();
  for (const [i, { heading, field }] of mapping.columns.entries()) {
    const path = ['mapping', 'columns', i];
    if (!Object.hasOwn(fields, field))
      failures.push(fail('FIELD_NOT_OF_TYPE', [...path, 'field'], `Files of this kind have no column '${field}'.`));
    const other = columns.get(field);
    if (other !== undefined) {
      const text = `'${other}' and '${heading}' are both read as ${titleOf(field)}. Keep only one of them.`;
      failures.push(fail('REPEATED', [...path, 'field'], text));
    }
    const twin = headings.get(sameText(heading));
    if (twin !== undefined) {
      const text = `'${heading}' is already read as ${titleOf(twin)}.`;
      failures.push(fail('REPEATED', [...path, 'heading'], text));
    }
    columns.set(field, heading);
    headings.set(sameText(heading), field);
  }
  for (const [i, { field }] of mapping.fixed.entries()) {
    const path = ['mapping', 'fixed', i, 'field'];
    if (!Object.hasOwn(fields, field))
      failures.push(fail('FIELD_NOT_OF_TYPE', path, `Files of this kind have no column '${field}'.`));
    if (columns.has(field)) {
      const text = `${titleOf(field)} has a fixed value and is also read under '${columns.get(field) ?? ''}'. Keep only one of them.`;
      failures.push(fail('REPEATED', path, text));
    }
    columns.set(field, titleOf(field));
  }
  const valuesFound = new Set<string>();
  for (const [i, { field, own }] of mapping.codes.entries()) {
    const key = `${field} ${sameText(own)}`;
    if (!Object.hasOwn(fields, field))
      failures.push(
        fail('FIELD_NOT_OF_TYPE', ['mapping', 'codes', i, 'field'], `Files of this kind have no column '${field}'.`),
      );
    if (valuesFound.has(key)) {
      const text = `'${own}' is named twice for ${titleOf(field)}.`;
      failures.push(fail('REPEATED', ['mapping', 'codes', i, 'own'], text));
    }
    valuesFound.add(key);
  }
  for (const [field, { title, required }] of Object.entries(fields)) {
    if (required && !columns.has(field))
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
