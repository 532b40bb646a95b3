import type { Kind, notDetermined } from './kinds.ts';
import type { Permission } from './permissions.ts';

/** A field of a record, as data. Validation, form, grid, list column and Excel column are derived from it. */
export interface Field {
  readonly kind: Kind;
  readonly title: string;
  readonly required?: boolean;
  /** The maximum length in characters. Default by kind: text 200, code 50, longText 4000. */
  readonly max?: number;
  /** For a count, the minimum and maximum. A percentage can have a maximum too. */
  readonly least?: number;
  readonly most?: number;
  /** For references: the record (`fund`, `employee` …) or the reference-data type (`reference:currency`) they refer to. */
  readonly target?: string;
  /** For status fields with a fixed list of options. */
  readonly options?: readonly { readonly code: string; readonly description: string }[];
  /** Returned by the server, never accepted in a save. */
  readonly readOnly?: boolean;
  /** True if a number may be negative. Defaults to false. */
  readonly negative?: boolean;
  readonly help?: string;
  /** The titled group of the form and the profile that contains it. */
  readonly group?: string;
  /** Needed to read and change it, in addition to the record's permission. The field is null for everyone else. */
  readonly permission?: Permission;
}

export type Fields = Readonly<Record<string, Field>>;

/** Preserves the literal types, so that record types can be inferred from the table. */
export function defineFields<const F extends Fields>(fields: F): F {
  return fields;
}

const totalTitles: Readonly<Record<string, string>> = {
  disbursed: 'Total disbursed',
  posted: 'Total posted',
  entries: 'Sum of entries',
  latest: 'Total of latest estimates',
};

/** Returns the label of a list's totals, which names the rows they add up. Undefined if they add up all rows. */
export const totalTitle = (columns: readonly { readonly total?: string | undefined }[]): string | undefined =>
  columns.flatMap(({ total }) => totalTitles[total ?? ''] ?? [])[0];

/** A column of a list, its Excel export and its PDF. */
export interface Column {
  readonly field: string;
  readonly kind: Kind;
  readonly title: string;
  readonly sortable?: boolean;
  /**
   * Displayed as a pinned total of all matching rows rather than of the page. For runs in several states, it is the
   * sum of disbursed or posted amounts. For a ledger, it is the sum of its entries, which may differ from a balance;
   * for estimates, the sum of the latest.
   */
  readonly total?: 'sum' | 'count' | 'disbursed' | 'posted' | 'entries' | 'latest';
  /** Hidden until selected in the column chooser. */
  readonly hidden?: boolean;
  /** The field with the amount of each currency (`amounts`). A cell displays each with its code; in files, the column is split by currency. */
  readonly amountsIn?: string;
  /** The text for a missing value, if a dash isn't enough. The same on screens and in files. */
  readonly nullIs?: typeof notDetermined;
  readonly width?: number;
  /** Needed to read, sort by and export it, in addition to the list's permission. */
  readonly permission?: Permission;
  /**
   * The main column of the table. It is never hidden and stays visible at the right. By default, it is the last amount.
   * If several columns are marked, it is the last one, or the first one if all are percentages. The other marked
   * columns are hidden last. A card on a phone shows all marked columns.
   */
  readonly isKey?: boolean;
}
