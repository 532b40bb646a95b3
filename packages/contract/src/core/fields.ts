import type { Kind, notDetermined } from './kinds.ts';
import type { Permission } from './permissions.ts';

/**
 * One field of a record, as data: validation, form, grid, list column, Excel column, import column and PDF line are derived from it.
 */
export interface Field {
  readonly kind: Kind;
  readonly title: string;
  readonly required?: boolean;
  /** Longest text, in characters. Default by kind: text 200, code 50, longText 4000. */
  readonly max?: number;
  /** Of a count: the least and the most that it is. A percentage can have a most too. */
  readonly least?: number;
  readonly most?: number;
  /** For references: the record (`fund`, `employee` …) or the reference-data type (`reference:currency`) pointed at. */
  readonly of?: string;
  /** For status fields that are chosen from a fixed list. */
  readonly options?: readonly { readonly code: string; readonly description: string }[];
  /** Answered by the server, never accepted in a save. */
  readonly readOnly?: boolean;
  /** Whether a number may be negative; default no. */
  readonly negative?: boolean;
  readonly help?: string;
  /** The labelled group of the form and of the profile that it stands in. */
  readonly group?: string;
  /** Needed to read and to change it, beside the permission of the record: null for everybody else. */
  readonly permission?: Permission;
}

export type Fields = Readonly<Record<string, Field>>;

/** Keeps the literal types, so that record types can be inferred from the table. */
export function defineFields<const F extends Fields>(fields: F): F {
  return fields;
}

const totalTitles: Readonly<Record<string, string>> = {
  disbursed: 'Total disbursed',
  posted: 'Total posted',
  entries: 'Sum of entries',
  latest: 'Total of latest estimates',
};

/** The label of a list's totals, which states the rows that they add up. Undefined if they add up all of them. */
export const totalTitle = (columns: readonly { readonly total?: string | undefined }[]): string | undefined =>
  columns.flatMap(({ total }) => totalTitles[total ?? ''] ?? [])[0];

/** A column of a list, its Excel export and its PDF. */
export interface Column {
  readonly field: string;
  readonly kind: Kind;
  readonly title: string;
  readonly sortable?: boolean;
  /** Shown as a pinned total of all rows that match, not of the page; of runs in several states the sum of what is disbursed, or posted, of a ledger that of its entries, which need not be a balance, of estimates that of the latest. */
  readonly total?: 'sum' | 'count' | 'disbursed' | 'posted' | 'entries' | 'latest';
  /** Hidden until chosen in the column chooser. */
  readonly hidden?: boolean;
  /** The field with the amount of each currency (`amounts`): a cell shows each with its code, and in files the column becomes one for each currency. */
  readonly amountsIn?: string;
  /** What no value means, where it is more than a dash says; the same on the screen and in files. */
  readonly nullIs?: typeof notDetermined;
  readonly width?: number;
  /** Needed to read, to sort by and to export it, beside the permission of the list. */
  readonly permission?: Permission;
  /** The table exists for this column: it is never hidden and stays in sight at the right. By default its last amount. */
  readonly isKey?: boolean;
}
