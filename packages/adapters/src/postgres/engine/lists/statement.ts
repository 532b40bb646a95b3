import { type RawBuilder, sql } from 'kysely';
import { baseCurrency } from '../texts/amounts.ts';
import { coverageSql, excludedPartSql, type ListColumn, type ListQueryDefinition, type Total } from './definition.ts';
import { listRows } from './listRows.ts';
import { type SearchTerms, searchTerms } from './search.ts';

/** A validated request for a page: the sort column exists. */
export interface PageQuery {
  readonly offset: number;
  readonly limit: number;
  readonly sort: ListColumn;
  readonly ascending: boolean;
  readonly search: string;
  readonly filters: Readonly<Record<string, unknown>>;
  /** The ids of the only rows to return, in lower case. */
  readonly rowIds?: readonly string[] | undefined;
  readonly totals: boolean;
}

/** If there are more hits than this, scanning the table is cheaper than looking each one up. */
const mostByIndex = 2000;
const sampleSize = 1000;
const maxPageSize = 2_147_483_647;
/**
 * Offsets up to this number are written into the statement. With an unknown limit, the database would plan for a tenth
 * of the table and sort it, even where an index provides the order.
 */
const nearPages = 1000;
const raw = (text: string) => sql.raw(text);

/** Matching rows, before sorting and paging. */
interface Hits {
  /** Builds the FROM clause with the joins of the conditions, and further ones. */
  readonly from: (more?: readonly string[]) => RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  readonly narrowed: boolean;
}

function joinsOf(definition: ListQueryDefinition, requestedFields: readonly string[]): RawBuilder<unknown> {
  const chosen = Object.entries(definition.base.joins ?? {}).filter(([name]) => requestedFields.includes(name));
  return raw(chosen.map(([, join]) => join).join('\n'));
}

function hitsOf(definition: ListQueryDefinition, query: PageQuery, search: RawBuilder<unknown> | undefined): Hits {
  const conditions = [raw(definition.base.where ?? 'true')];
  const joins = [...(search ? (definition.search?.joins ?? []) : [])];
  let narrowed = search !== undefined;
  for (const [name, value] of Object.entries(query.filters)) {
    const filter = definition.filters?.[name];
    const condition = filter?.where(value);
    if (!condition) continue;
    conditions.push(condition as RawBuilder<never>);
    joins.push(...(filter?.joins ?? []));
    narrowed = true;
  }
  if (search) conditions.push(search as RawBuilder<never>);
  if (query.rowIds) {
    // As text, because the ids of computed rows aren't always UUIDs.
    conditions.push(sql`lower(b.id::text) = ANY(${query.rowIds}::text[])` as RawBuilder<never>);
    narrowed = true;
  }
  return {
    from: (more = []) => sql`${raw(definition.base.table)} b ${joinsOf(definition, [...joins, ...more])}`,
    where: sql.join(conditions, raw(' AND ')),
    narrowed,
  };
}

/** Returns the ORDER BY expression. */
function sortedBy({ sort: { sort, value, sortWithin, nullsLast }, ascending }: PageQuery): string {
  const own = `${sort ?? value} ${ascending ? 'ASC' : nullsLast ? 'DESC NULLS LAST' : 'DESC'}`;
  return sortWithin === undefined ? own : `${sortWithin}, ${own}`;
}

/** Selects the ids of the page in order. The id is the last sort key, so that pages never overlap. */
function pageIds(
  { order = { before: [], after: [] } }: ListQueryDefinition,
  { from, where }: Hits,
  query: PageQuery,
  gate: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { sortJoin, joins = [] } = query.sort;
  const direction = raw(query.ascending ? 'ASC' : 'DESC');
  const ordered = sql`SELECT b.id, b.tenant_id FROM ${from(joins)} ${raw(sortJoin ?? '')} WHERE ${where} ${gate}
    ORDER BY ${raw([...order.before, ''].join(', '))}${raw(sortedBy(query))}, ${raw([...order.after, ''].join(', '))}b.id ${direction}`;
  const cut = sql`LIMIT ${query.limit} OFFSET ${query.offset}`;
  if (query.offset + query.limit > nearPages) return sql`${ordered} ${cut}`;
  return sql`SELECT * FROM (${ordered} LIMIT ${raw(String(nearPages))}) near_page ${cut}`;
}

/**
 * Builds one statement that returns the page, the number of all matching rows, and their totals.
 *
 * A search first samples a thousand rows. If the text is rare there, the ids of at most 2,001 hits are fetched, by
 * the index if there is one. The rest works on those. If it is common, or there are more hits, the table is read in
 * the list's order instead, which soon fills a page. Both branches are in the statement, and only one of them runs.
 */
export function listStatement(definition: ListQueryDefinition, query: PageQuery): RawBuilder<Record<string, unknown>> {
  const { search } = definition;
  const terms = search ? searchTerms(query.search) : undefined;
  if (!search || !terms) {
    const hits = hitsOf(definition, query, undefined);
    return assemble(
      definition,
      query,
      sql``,
      pageIds(definition, hits, query, sql``),
      countAndTotals(definition, query, hits),
    );
  }
  const text = textCondition(search.text, terms);
  const index = terms.indexable ? search.index : undefined;
  const table = sql`${raw(definition.base.table)} b ${joinsOf(definition, search.joins ?? [])} WHERE ${raw(definition.base.where ?? 'true')}`;
  const foundBy = (most: number) =>
    sql`SELECT ${raw(index ?? '')}('%' || lower(${terms.pattern}::text) || '%', ${most}::int) AS id`;
  const ids = !index
    ? sql`SELECT b.id FROM ${table} AND ${text}`
    : search.ownerId === undefined
      ? foundBy(mostByIndex + 1)
      : // No limit here: only few of the rows found may be visible.
        sql`SELECT b.id FROM ${table} AND ${raw(search.ownerId)} IN (${foundBy(maxPageSize)}) AND ${text}`;
  const found = sql`
    common AS MATERIALIZED (SELECT count(*) > ${sampleSize / 50} AS yes FROM (SELECT ${raw(search.text)} AS text FROM ${table} LIMIT ${sampleSize}) s
      WHERE ${textCondition('s.text', terms)}),
    few AS MATERIALIZED (SELECT id FROM (${ids}) ids WHERE NOT (SELECT yes FROM common) LIMIT ${mostByIndex + 1}),
    broad AS MATERIALIZED (SELECT (SELECT yes FROM common) OR (SELECT count(*) > ${mostByIndex} FROM few) AS yes),`;
  const few = hitsOf(
    definition,
    query,
    index && terms.exact ? sql`b.id IN (SELECT id FROM few) AND ${text}` : sql`b.id IN (SELECT id FROM few)`,
  );
  // Under row-level security, the planner knows nothing about the texts and would expect only a handful of matches. For
  // a CASE it expects every second row.
  const many = hitsOf(definition, query, sql`CASE WHEN ${text} THEN true ELSE false END`);
  const broad = raw('(SELECT yes FROM broad)');
  const either = (first: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
    sql`SELECT * FROM (${first}) few_rows WHERE NOT ${broad} UNION ALL SELECT * FROM (${other}) many_rows WHERE ${broad}`;
  const page = sql`(${pageIds(definition, few, query, sql`AND NOT ${broad}`)})
    UNION ALL (${pageIds(definition, many, query, sql`AND ${broad}`)})`;
  return assemble(
    definition,
    query,
    found,
    page,
    either(countAndTotals(definition, query, few), countAndTotals(definition, query, many)),
  );
}

/**
 * Builds a statement for some columns of all matching rows in the list's own order: one pass, with only the joins they
 * need.
 */
export function columnsStatement(
  definition: ListQueryDefinition,
  names: readonly string[],
  query: PageQuery,
): RawBuilder<Record<string, unknown>> {
  const { sortJoin, joins = [] } = query.sort;
  const selected = names.flatMap((name) => {
    const column = definition.columns[name];
    return column ? [{ name, column }] : [];
  });
  const { from, where } = hitsOf(definition, query, undefined);
  const { before, after } = definition.order ?? { before: [], after: [] };
  const direction = query.ascending ? 'ASC' : 'DESC';
  const all = from([...joins, ...selected.flatMap(({ column }) => column.joins ?? [])]);
  return sql`WITH ${listRows(definition.base, query.filters)} chosen AS (
      SELECT ${raw(selected.map(({ name, column }) => `${column.value} AS "${name}"`).join(', '))}
      FROM ${all} ${raw(sortJoin ?? '')} WHERE ${where}
      ORDER BY ${raw([...before, sortedBy(query), ...after, `b.id ${direction}`].join(', '))})
    SELECT * FROM chosen`;
}

/** Returns the record to count, if records are counted. As with totals, the batches of a file don't need that. */
const countedRecord = ({ record }: ListQueryDefinition, { totals }: PageQuery): string | undefined =>
  totals ? record : undefined;

function assemble(
  definition: ListQueryDefinition,
  query: PageQuery,
  before: RawBuilder<unknown>,
  ids: RawBuilder<unknown>,
  whole: RawBuilder<unknown>,
): RawBuilder<Record<string, unknown>> {
  const columns = Object.entries(definition.columns).map(([name, { value }]) => `${value} AS "${name}"`);
  const allJoins = joinsOf(definition, Object.keys(definition.base.joins ?? {}));
  return sql`WITH ${listRows(definition.base, query.filters)} ${before}
    page AS MATERIALIZED (SELECT row_number() OVER () AS n, ids.* FROM (${ids}) ids),
    -- Apart: drawn into the outer statement, its columns would be computed for each row of a temporary table, and that for each row of the page.
    found AS MATERIALIZED (SELECT page.n AS "#", b.id, ${raw(columns.join(', '))}
      FROM page JOIN ${raw(definition.base.table)} b ON b.tenant_id = page.tenant_id AND b.id = page.id ${allJoins}),
    whole AS MATERIALIZED (${whole})
    SELECT whole."#count", ${raw(countedRecord(definition, query) === undefined ? '' : 'whole."#records",')} CASE WHEN coalesce(found."#", 1) = 1 THEN whole."#totals" END AS "#totals", found.* FROM whole LEFT JOIN found ON true ORDER BY "#"`;
}

/** SQL for the sums of each currency with its code, or null. */
const byCurrency = raw(`coalesce(jsonb_agg(jsonb_build_object('sums', sums, 'currency',
  (SELECT r.code FROM reference_entry r WHERE r.id = subtotal.currency), 'isBase',
  EXISTS (SELECT FROM reference_entry r WHERE r.id = subtotal.currency AND r.code = ${baseCurrency}))), '[]')`);

/**
 * Builds a query with one row: the number of all matching rows, the number of their records if counted, and the totals.
 */
function countAndTotals(definition: ListQueryDefinition, query: PageQuery, hits: Hits): RawBuilder<unknown> {
  const whole = rowsAndTotals(definition, query, hits);
  const record = countedRecord(definition, query);
  if (record === undefined) return whole;
  return sql`SELECT (SELECT count(DISTINCT ${raw(record)}) FROM ${hits.from()} WHERE ${hits.where}) AS "#records", w.* FROM (${whole}) w`;
}

/** Builds a query for the number of all matching rows and their totals. Sums over the same rows share one pass. */
function rowsAndTotals(definition: ListQueryDefinition, query: PageQuery, hits: Hits): RawBuilder<unknown> {
  const passes = new Map<string, { readonly over: Total; readonly sums: RawBuilder<unknown>[] }>();
  for (const [name, { total }] of query.totals ? Object.entries(definition.columns) : []) {
    if (!total) continue;
    const rows = [total.from, total.where, total.key, total.currency].join('\n');
    const pass = passes.get(rows) ?? { over: total, sums: [] };
    const { undetermined, carriedFrom, partly, excluded = excludedPartSql({ id: total.key, name: 'NULL' }) } = total;
    const included = `${total.sum} IS NOT NULL`;
    // A file requests a single row to get the totals, and lists all rows that they exclude.
    const named = query.limit === 1 ? { most: Number.POSITIVE_INFINITY } : {};
    const carried = carriedFrom === undefined ? {} : { carriedFrom };
    // If parts can be undetermined, an empty sum is not zero.
    const sum = undetermined
      ? sql`'total', sum(${raw(total.sum)})::text, 'coverage', ${raw(
          total.coverage ??
            `CASE WHEN bool_or(${[undetermined, ...[carriedFrom, partly].flatMap((at) => (at === undefined ? [] : [`${at} IS NOT NULL`]))].join(' OR ')})
              THEN ${coverageSql({ included, undetermined, excluded, ...carried, ...(partly === undefined ? {} : { partly }), ...named })} END`,
        )}`
      : sql`'total', coalesce(sum(${raw(total.sum)}), 0.00)::text`;
    pass.sums.push(sql`${name}::text, jsonb_build_object(${sum})`);
    passes.set(rows, pass);
  }
  const [only, ...others] = passes.values();
  const { from, where, narrowed } = hits;
  const totals = [...passes.values()].map(({ over, sums }) => {
    const ofHits = narrowed ? sql`AND ${raw(over.key)} IN (SELECT b.id FROM ${from()} WHERE ${where})` : sql``;
    return sql`(SELECT ${byCurrency} FROM (
      SELECT ${raw(over.currency ?? 'NULL::uuid')} AS currency, jsonb_build_object(${sql.join(sums)}) AS sums
      FROM ${raw(over.from)} WHERE ${raw(over.where ?? 'true')} ${ofHits} GROUP BY 1) subtotal)`;
  });
  const whole = sql`SELECT (SELECT count(*) FROM ${from()} WHERE ${where}) AS "#count",
    ${totals.length > 0 ? sql.join(totals, raw(' || ')) : raw('NULL::jsonb')} AS "#totals"`;
  const { sameRowAs: extra, sameRowIf: extraIf, currency } = only?.over ?? {};
  // If all rows match, a join just for the sums costs more than reading the figures from their own table. Figures in
  // the rows themselves cost nothing.
  if (!only || !extra || !(narrowed || extra === 'b') || others.length > 0) return whole;
  const atOnce = sql`SELECT coalesce(sum(n), 0)::bigint AS "#count", ${byCurrency} AS "#totals" FROM (
      SELECT count(*) AS n, ${raw(extraIf?.currency ?? currency ?? 'NULL::uuid')} AS currency, jsonb_build_object(${sql.join(only.sums)}) AS sums
      FROM ${from([extra])} WHERE ${where} GROUP BY 2) subtotal`;
  if (!extraIf) return atOnce;
  const when = raw(extraIf.when);
  return sql`SELECT * FROM (${atOnce}) at_once WHERE ${when} UNION ALL SELECT * FROM (${whole}) one_by_one WHERE NOT (${when})`;
}

function textCondition(text: string, { pattern, exact }: SearchTerms): RawBuilder<unknown> {
  const contains = sql`${raw(text)} LIKE '%' || lower(${pattern}::text) || '%'`;
  // The searched texts are lines of a single text.
  return exact
    ? sql`${contains} AND E'\\n' || ${raw(text)} || E'\\n' LIKE E'%\\n' || lower(${pattern}::text) || E'\\n%'`
    : contains;
}
