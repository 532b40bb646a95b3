import { z } from 'zod';
import type { Column } from './fields.ts';
import { exportFormatNames } from './fileTypes.ts';
import { coverage } from './schema.ts';
import { innerName } from './wireNames.ts';

/** The message for an invalid boolean parameter. */
export const notBoolean = 'must be true or false';
/** A whole number from 1, as a parameter. */
export function wholeNumber(most: number) {
  const text = `must be a whole number from 1 to ${most}`;
  // Number() also reads 1e3, 0x10 and blanks.
  const digits = (value: unknown) => (typeof value === 'string' && !/^[0-9]+$/.test(value) ? Number.NaN : value);
  return z.preprocess(digits, z.coerce.number(text).int(text).min(1, text).max(most, text));
}

/** The query of every paged list. Wire names: StartPage (from 1), PageSize, SortColumn, SortAsc, SearchQuery. */
export const pageRequest = (
  defaults: { pageSize: number; sortColumn: string; sortAsc: boolean },
  sortable: readonly string[],
) =>
  z.strictObject({
    startPage: wholeNumber(1_000_000).default(1),
    pageSize: wholeNumber(1000).default(defaults.pageSize),
    // Accepts the wire name (VintageName) and the internal one.
    sortColumn: z
      .string()
      .overwrite(innerName)
      .refine((name) => sortable.includes(name), 'isn’t a sortable column')
      .default(defaults.sortColumn),
    sortAsc: z.stringbool(notBoolean).default(defaults.sortAsc),
    searchQuery: z.string().max(200, 'is longer than 200 characters').default(''),
    format: z.enum(exportFormatNames, `isn’t one of ${exportFormatNames.join(', ')}`).optional(),
    /** The ids of the rows in a file, separated by periods, which an address doesn't encode. Without it, the file has all matching rows. */
    rowIds: z.string().max(20_000).optional(),
  });

/** The sum of a column over all matching rows. Different currencies are never added up: each has its own total. */
const total = z.object({
  field: z.string(),
  /** The sum of the determined parts; null if there are none. */
  total: z.string().nullable(),
  currency: z.string().optional(),
  /** The parts that the sum includes, if some aren't determined. */
  coverage: coverage().optional(),
});
export type Total = Readonly<z.output<typeof total>>;

/** The response of every paged list. */
export const pageSchema = <R extends z.ZodType>(row: R) =>
  z.object({
    pageData: z.array(row),
    /** The number of matching rows, which determines the number of pages. */
    totalItemCount: z.int(),
    /** The number of records if one may have several rows: an investor has one for each currency. */
    recordCount: z.int().optional(),
    currentPage: z.int(),
    pageSize: z.int(),
    /** The column under its wire name: `VintageName`. */
    sort: z.string(),
    sortAsc: z.boolean(),
    searchQuery: z.string(),
    /** For columns with a total. */
    totals: z.array(total).optional(),
  });

export interface Page<R> {
  readonly pageData: readonly R[];
  readonly totalItemCount: number;
  readonly recordCount?: number | undefined;
  readonly currentPage: number;
  readonly pageSize: number;
  readonly sort: string;
  readonly sortAsc: boolean;
  readonly searchQuery: string;
  readonly totals?: readonly Total[] | undefined;
}

/** A list, as data. Its screen, its Excel and PDF export and its query are derived from it. */
export interface ListDefinition {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly defaultSort: { readonly field: string; readonly ascending: boolean };
  readonly pageSize: number;
  /** The plural noun for the coverage of a total. Defaults to the title. */
  readonly counted?: string | undefined;
  /** In a file, a row is repeated for each of its parts in this field, with the parts' columns next to its own. */
  readonly parts?: { readonly field: string; readonly columns: readonly Column[] } | undefined;
}
