import type { Kind } from '@carrara/contract/core/kinds';
import { type RawBuilder, sql } from 'kysely';
import { readSql, referenceSort, referenceSql } from '../records/columns.ts';

/** A column of a list: SQL over the base table and the joins it names. */
export interface ListColumn {
  /** The value as it is answered. */
  readonly value: string;
  /** What it is sorted by, when that is not the value. */
  readonly sort?: string;
  /** What the rows are grouped by when they are sorted by this column, such as the currency of an amount. */
  readonly sortWithin?: string;
  /** A join that only the sort needs; it keeps one row for one row. */
  readonly sortJoin?: string;
  /** Rows without a value come last in both directions. Absent for names and dates, whose order an index has, with nulls at its end. */
  readonly nullsLast?: boolean;
  readonly joins?: readonly string[];
  readonly total?: Total;
}

/** A sum over all rows that match. */
export interface Total {
  readonly sum: string;
  /** When a row's part of the sum is not determined. The sum is then over the others, and its coverage names the row. */
  readonly undetermined?: string;
  /** The row as coverage names it where it is left out: SQL of `leftOutSql`. */
  readonly leftOut?: string;
  /** The day that the row's figures are carried forward from, null where they are not: coverage names such rows too. */
  readonly carriedFrom?: string;
  /** SQL of the coverage, where rows are sums of parts themselves; made of the rows otherwise. */
  readonly coverage?: string;
  /** Where the figures lie; it and `where` hold rows of this list's records only. */
  readonly from: string;
  readonly where?: string;
  /**
   * The id of the currency of each row of `from`: amounts of unlike currencies are never added up, each currency has a total of its own.
   * Absent where a total is no money, or cannot be of several.
   */
  readonly currency?: string;
  /** The column of `from` that holds the id of the list's row. */
  readonly key: string;
  /**
   * The join of the list that brings the same figure to each of its rows, where there is one, or `b` where the row itself has it: what
   * matches is then counted and added up at once.
   */
  readonly beside?: string;
  /** It does so under this condition only, which names no row; `currency` is the id of the currency of all rows then. */
  readonly besideIf?: { readonly when: string; readonly currency: string };
}

/** A row that a sum leaves out, as coverage names it: SQL of its id, its name, a sentence that says why and the last day that it has figures for. */
export const leftOutSql = ({
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

/** More rows than this are counted in the coverage of a page and not named. */
const mostOnPage = 20;
/** The same of what is shown and put into files alike: reports, and firms with what they cover. */
export const mostInReport = 100;
function named(part: string, when: string, most: number): string {
  const all = `coalesce(jsonb_agg(DISTINCT ${part}) FILTER (WHERE ${when}), '[]')`;
  return Number.isFinite(most) ? `jsonb_path_query_array(${all}, '$[0 to ${String(most - 1)}]')` : all;
}

/** Coverage of a sum over a group of rows: how many it includes, of how many, those that it leaves out and those that are carried forward. */
export const coverageSql = ({
  included,
  undetermined,
  leftOut,
  carriedFrom = 'NULL::date',
  part,
  most = mostOnPage,
}: {
  readonly included: string;
  readonly undetermined: string;
  readonly leftOut: string;
  readonly carriedFrom?: string;
  /** What is counted, where a part may be several rows: one is included where all of its rows are. */
  readonly part?: string;
  readonly most?: number;
}): string => {
  const count = (when: string) =>
    part === undefined ? `count(*) FILTER (WHERE ${when})` : `count(DISTINCT ${part}) FILTER (WHERE ${when})`;
  const all = count(`(${included}) OR (${undetermined})`);
  return `jsonb_build_object(
    'included', ${part === undefined ? count(included) : `${all} - ${count(undetermined)}`}, 'of', ${all},
    'leftOut', ${named(leftOut, undetermined, most)},
    'carried', ${named(`(${leftOut}) - 'reason' || jsonb_build_object('lastDate', ${carriedFrom})`, `(${included}) AND ${carriedFrom} IS NOT NULL`, most)})`;
};

/** A column for each field of a row; the SQL of a list that lacks one does not compile. */
export type ColumnsOf<R> = Readonly<Record<string, ListColumn>> & {
  readonly [F in Exclude<keyof R, 'id'>]-?: ListColumn;
};

/**
 * A list as one SQL statement, as data. SQL in a definition is the programmer's; values from outside become parameters.
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
    /** Called `b` in all SQL of the definition; it has tenant_id and id. */
    readonly table: string;
    /**
     * A statement that stands for the table, by its name: for rows that are made of others, and depend on what is asked. `:name` in it is the
     * parameter of that name in the request's filters, null where there is none.
     */
    readonly rows?: string;
    readonly where?: string;
    /** By name, each keeping one row for one row of the base, and naming only `b` and joins before it. */
    readonly joins?: Readonly<Record<string, string>>;
  };
  readonly columns: ColumnsOf<R>;
  /** What a search looks through; `index` is the function that finds the ids by an index where the text is one of a parent table. */
  readonly search?: {
    readonly text: string;
    readonly index?: 'matching_containers' | 'matching_participants';
    /** The column that holds whose text it is, where that is not the row's own; the text is a part of what the index has. */
    readonly of?: string;
    readonly joins?: readonly string[];
  };
  /** Conditions by name; one that answers undefined does not apply. */
  readonly filters?: Readonly<Record<string, Filter>>;
  readonly defaultSort: { readonly field: string; readonly ascending: boolean };
  /** The id of the record that a row is of, where a record may have several rows: its page then counts the records too. */
  readonly record?: string;
  /** What the rows are ordered by before and after what they are sorted by: the groups that they stand in, and an order of their own. */
  readonly order?: { readonly before: readonly string[]; readonly after: readonly string[] };
}

export interface Filter {
  readonly where: (value: unknown) => RawBuilder<unknown> | undefined;
  readonly joins?: readonly string[];
}

const caseless: ReadonlySet<Kind> = new Set(['text', 'longText', 'email', 'code']);
const indexed: ReadonlySet<Kind> = new Set([...caseless, 'id', 'date', 'instant']);

/** A column of a kind: decimals leave as text, texts are sorted without regard to case. */
export function column(kind: Kind, at: string, joins: readonly string[] = []): ListColumn {
  const sort = caseless.has(kind) ? `lower(${at})` : at;
  return { value: readSql(kind, at), sort, nullsLast: !indexed.has(kind), joins };
}

/** A reference, answered as `{id, code, name}` or `{id, code, description}` and sorted by the text that people read. */
export function referenceColumn(idColumn: string, of: string, joins: readonly string[] = []): ListColumn {
  return { value: referenceSql(idColumn, of), ...referenceSort(idColumn, of), nullsLast: true, joins };
}

/** A filter for equality with a column. */
export function equals(at: string, joins: readonly string[] = []): Filter {
  return {
    where: (value) =>
      value === undefined || value === null || value === '' ? undefined : sql`${sql.raw(at)} = ${value}`,
    joins,
  };
}

const isBlank = (value: unknown) => value === undefined || value === null || value === '';

/** A filter of any condition; `?` stands for the value, which becomes a parameter. It does not apply to a blank value. */
export function condition(text: string, joins: readonly string[] = []): Filter {
  const pieces = text.split('?').map((piece) => sql.raw(piece));
  return { where: (value) => (isBlank(value) ? undefined : sql.join(pieces, sql`${value}`)), joins };
}

/** A filter for an entry of reference data, by its id or by its code, whatever the case. */
export function entry(at: string, type: string, joins: readonly string[] = []): Filter {
  const own = `SELECT r.id FROM reference_entry r WHERE r.tenant_id = b.tenant_id AND r.type = '${type}'`;
  return condition(`${at} IN (${own} AND (r.id::text = ? OR lower(r.code) = lower(?)))`, joins);
}
