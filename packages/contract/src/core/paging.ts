import { z } from 'zod';
import type { Column } from './fields.ts';
import { coverage } from './schema.ts';
import { innerName } from './wireNames.ts';

export const emptyListText = 'There are no records to display';
export const noMatchText = 'There are no records that match your search criteria.';

/** What is said of a parameter that should be true or false. */
export const notBoolean = 'is neither true nor false';
const formats = ['excel', 'application/pdf', 'csv'] as const;
function wholeNumber(most: number) {
  const text = `is not a whole number from 1 to ${most}`;
  return z.coerce.number(text).int(text).min(1, text).max(most, text);
}

/** The request of every paged list; names on the wire StartPage (from 1), PageSize, SortColumn, SortAsc, SearchQuery. */
export const pageRequest = (
  defaults: { pageSize: number; sortColumn: string; sortAsc: boolean },
  sortable: readonly string[],
) =>
  z.strictObject({
    startPage: wholeNumber(1_000_000).default(1),
    pageSize: wholeNumber(1000).default(defaults.pageSize),
    // In the wire's spelling (VintageName) or the inner one.
    sortColumn: z
      .string()
      .overwrite(innerName)
      .refine((name) => sortable.includes(name), 'is not a column that can be sorted')
      .default(defaults.sortColumn),
    sortAsc: z.stringbool(notBoolean).default(defaults.sortAsc),
    searchQuery: z.string().max(200, 'is longer than 200 characters').default(''),
    format: z.enum(formats, `isn’t one of ${formats.join(', ')}`).optional(),
  });

/** The sum of a column over all rows that match. Amounts of unlike currencies are never added up: each currency has a total of its own. */
const total = z.object({
  field: z.string(),
  /** The sum of the parts that are determined; null where none is. */
  total: z.string().nullable(),
  currency: z.string().optional(),
  /** Where a part is not determined: what the sum is over. */
  coverage: coverage().optional(),
});
export type Total = Readonly<z.output<typeof total>>;

/** The answer of every paged list. */
export const pageOf = <R extends z.ZodType>(row: R) =>
  z.object({
    pageData: z.array(row),
    /** The rows that match, by which pages are counted. */
    totalItemCount: z.int(),
    /** The records that the rows are of, where one may have several rows: an investor has one for each currency. */
    recordCount: z.int().optional(),
    currentPage: z.int(),
    pageSize: z.int(),
    /** The column as a request names it: `VintageName`. */
    sort: z.string(),
    sortAsc: z.boolean(),
    searchQuery: z.string(),
    /** For the columns that ask for one. */
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

/** What a list is, as data: its screen, its Excel and PDF export and its query are derived from it. */
export interface ListDefinition {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly defaultSort: { readonly field: string; readonly ascending: boolean };
  readonly pageSize: number;
  /** What the coverage of a total counts, in the plural; the title when absent. */
  readonly counted?: string | undefined;
  /** In a file a row stands once for each of its parts in this field, with their columns beside its own. */
  readonly parts?: { readonly of: string; readonly columns: readonly Column[] } | undefined;
}
