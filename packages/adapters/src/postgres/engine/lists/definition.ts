import type { Kind } from '@carrara/contract/core/kinds';
import { type RawBuilder, sql } from 'kysely';
import { readSql, referenceSort, referenceSql } from '../records/columns.ts';
import { currencyCode, currencySort } from '../texts/amounts.ts';

/** A column of a list: SQL over the base table and its joins. */
export interface ListColumn {
  /** SQL of the value. */
  readonly value: string;
  /** SQL to sort by. Defaults to the value. */
  readonly sort?: string;
  /** SQL to group rows by when sorting by this column, such as the currency of an amount. */
  readonly sortWithin?: string;
  /** A join needed only for sorting. It must keep the number of rows. */
  readonly sortJoin?: string;
  /**
   * True if rows without a value come last in both directions. Absent for names and dates, whose index defines the
   * order, with nulls at its end.
   */
  readonly nullsLast?: boolean;
  readonly joins?: readonly string[];
  readonly total?: Total;
}

/** A sum over all matching rows. */
export interface Total {
  readonly sum: string;
  /**
   * Condition under which a row's part of the sum is not determined. The sum then excludes it, and its coverage lists
   * the row.
   */
  readonly undetermined?: string;
  /** SQL of the row in the coverage (`excludedPartSql`) if it is excluded. */
  readonly excluded?: string;
  /** SQL of the date that the row's figures are carried forward from, or null. Coverage lists such rows too. */
  readonly carriedFrom?: string;
  /** SQL of the parts that the row's own figures leave out, as a JSON array of `excludedPartSql`, or null. */
  readonly partly?: string;
  /** SQL of the coverage, if rows are themselves sums. Otherwise derived from the rows. */
  readonly coverage?: string;
  /** Source of the figures. Together with `where`, it must contain only rows of this list's records. */
  readonly from: string;
  readonly where?: string;
  /**
   * SQL of the currency id of each row in `from`. Amounts in different currencies are never added up, so each currency
   * has its own total. Absent if a total isn't money, or can't have several currencies.
   */
  readonly currency?: string;
  /** Column of `from` with the id of the list's row. */
  readonly key: string;
  /**
   * Join of the list that supplies the same figure per row, or `b` if the row itself has it. Matching rows are then
   * counted and added up in one pass.
   */
  readonly sameRowAs?: string;
  /**
   * Condition, independent of any row, under which `sameRowAs` applies. `currency` is then the currency id of all rows.
   */
  readonly sameRowIf?: { readonly when: string; readonly currency: string };
}

/**
 * Returns SQL for an excluded row in a coverage: its id, its name, the reason as a sentence, and the last date with
 * figures.
 */
export const excludedPartSql = ({
  id,
  name,
  reason = `''`,
  lastDate = 'NULL::date',
}: {
  readonly id: string;
  readonly name: string;
  readonly reason?: string;
  readonly lastDate?: string;
}): string =>
  `jsonb_build_object('id', ${id}, 'name', coalesce(${name}, ''), 'reason', coalesce(${reason}, ''), 'lastDate', ${lastDate})`;

/** Maximum number of rows listed in the coverage of a page. Further rows are only counted. */
const mostOnPage = 20;
/** Maximum for content that is both displayed and exported: reports, and firms with their coverage. */
export const maxReportedItems = 100;
function named(part: string, when: string, most: number): string {
  const all = `coalesce(jsonb_agg(DISTINCT ${part}) FILTER (WHERE ${when}), '[]')`;
  return Number.isFinite(most) ? `jsonb_path_query_array(${all}, '$[0 to ${String(most - 1)}]')` : all;
}

/**
 * Returns SQL for the coverage of a sum over a group of rows. It has the number included and the total number, the
 * rows excluded, and those carried forward.
 */
export const coverageSql = ({
  included,
  undetermined,
  excluded,
  carriedFrom = 'NULL::date',
  part,
  partly,
  most = mostOnPage,
}: {
  readonly included: string;
  readonly undetermined: string;
  readonly excluded: string;
  readonly carriedFrom?: string;
  /** SQL of the thing that is counted, if it can have several rows. It is included if all of its rows are. */
  readonly part?: string;
  /** SQL of what a row leaves out (`Total.partly`). */
  readonly partly?: string;
  readonly most?: number;
}): string => {
  const count = (when: string) =>
    part === undefined ? `count(*) FILTER (WHERE ${when})` : `count(DISTINCT ${part}) FILTER (WHERE ${when})`;
  const all = count(`(${included}) OR (${undetermined})`);
  return `jsonb_build_object(
    'included', ${part === undefined ? count(included) : `${all} - ${count(undetermined)}`}, 'total', ${all},
    'excluded', ${named(excluded, undetermined, most)},
${partly === undefined ? '' : `'partly', (SELECT coalesce(jsonb_agg(DISTINCT e), '[]') FROM jsonb_path_query(jsonb_agg(${partly}) FILTER (WHERE ${partly} IS NOT NULL), '$[*][*]') e),`}
    'carried', ${named(`(${excluded}) - 'reason' || jsonb_build_object('lastDate', ${carriedFrom})`, `(${included}) AND ${carriedFrom} IS NOT NULL`, most)})`;
};

/** A column for each field of a row. A list that lacks one doesn't compile. */
export type ColumnsOf<R> = Readonly<Record<string, ListColumn>> & {
  readonly [F in Exclude<keyof R, 'id'>]-?: ListColumn;
};

/**
 * Definition of a list that becomes a single SQL statement. SQL in it comes from the programmer; values from outside
 * become parameters.
 *
 *     export const fundList = defineListQuery<FundRow>({
 *       base: { table: 'container', where: `b.kind = 'fund'`, joins: { f: 'JOIN fund f ON f.tenant_id = b.tenant_id AND f.id = b.id' } },
 *       columns: { code: column('code', 'b.code'), fundFamily: referenceColumn('f.fund_family_id', 'reference:fund-family', ['f']) },
 *       search: { text: 'b.search_text', index: 'matching_containers' },
 *       defaultSort: { field: 'code', ascending: true },
 *     });
 */
export interface ListQueryDefinition<R = unknown> {
  readonly base: {
    /** Table or view, with the alias `b` in all SQL of the definition. It has tenant_id and id. */
    readonly table: string;
    /**
     * Statement that replaces the table under its name, for computed rows that depend on the request. `:name` is the
     * request's filter of that name, or null.
     */
    readonly rows?: string;
    readonly where?: string;
    /** Joins by name. Each keeps the number of rows and refers only to `b` and earlier joins. */
    readonly joins?: Readonly<Record<string, string>>;
  };
  readonly columns: ColumnsOf<R>;
  /**
   * Text that the search covers. If it belongs to a parent table, `index` is the function that finds the ids by an
   * index.
   */
  readonly search?: {
    readonly text: string;
    readonly index?: 'matching_containers' | 'matching_participants';
    /** Column with the id of the text's owner, if it isn't the row. The text is then part of what the index covers. */
    readonly ownerId?: string;
    readonly joins?: readonly string[];
  };
  /** Conditions by name. A condition that returns undefined doesn't apply. */
  readonly filters?: Readonly<Record<string, Filter>>;
  readonly defaultSort: { readonly field: string; readonly ascending: boolean };
  /** SQL of the id of a row's record, if a record can have several rows. Pages then count the records as well. */
  readonly record?: string;
  /** Sort keys before and after the requested one: the groups of the rows, and an order of their own. */
  readonly order?: { readonly before: readonly string[]; readonly after: readonly string[] };
}

export interface Filter {
  readonly where: (value: unknown) => RawBuilder<unknown> | undefined;
  readonly joins?: readonly string[];
}

const caseless: ReadonlySet<Kind> = new Set(['text', 'longText', 'email', 'code']);
const indexed: ReadonlySet<Kind> = new Set([...caseless, 'id', 'date', 'instant']);

/** Creates a column of a kind. Decimals are returned as text, and texts are sorted ignoring case. */
export function column(kind: Kind, at: string, joins: readonly string[] = []): ListColumn {
  const sort = caseless.has(kind) ? `lower(${at})` : at;
  return { value: readSql(kind, at), sort, nullsLast: !indexed.has(kind), joins };
}

/** Creates a column for the name of a row with totals by currency. Names are sorted within each currency, the base currency first. */
export const nameWithinCurrency = (at: string, currencyId: string, joins: readonly string[] = []): ListColumn => ({
  ...column('text', at, joins),
  sortWithin: currencySort(currencyCode(currencyId)),
});

/**
 * Creates a reference column, returned as `{id, code, name}` or `{id, code, description}` and sorted by its displayed
 * text.
 */
export function referenceColumn(idColumn: string, type: string, joins: readonly string[] = []): ListColumn {
  return { value: referenceSql(idColumn, type), ...referenceSort(idColumn, type), nullsLast: true, joins };
}

/** Creates a filter for equality with a column. */
export function equals(at: string, joins: readonly string[] = []): Filter {
  return {
    where: (value) =>
      value === undefined || value === null || value === '' ? undefined : sql`${sql.raw(at)} = ${value}`,
    joins,
  };
}

const isBlank = (value: unknown) => value === undefined || value === null || value === '';

/**
 * Creates a filter with any condition. `?` stands for the value, which becomes a parameter. Blank values don't filter.
 */
export function condition(text: string, joins: readonly string[] = []): Filter {
  const pieces = text.split('?').map((piece) => sql.raw(piece));
  return { where: (value) => (isBlank(value) ? undefined : sql.join(pieces, sql`${value}`)), joins };
}

/** Creates a filter for a reference entry, by its id or by its code, ignoring case. */
export function entry(at: string, type: string, joins: readonly string[] = []): Filter {
  const own = `SELECT r.id FROM reference_entry r WHERE r.tenant_id = b.tenant_id AND r.type = '${type}'`;
  return condition(`${at} IN (${own} AND (r.id::text = ? OR lower(r.code) = lower(?)))`, joins);
}
