import type pg from 'pg';
import type { Layout } from './layout.ts';
import type { RecordPart } from '../../tables/tableManifest.ts';
import { recordParts, type RecordType, rootTables } from './recordTables.ts';

/** A digest of many rows, with the sums that show where a difference is. */
export interface ManyRows {
  readonly count: number;
  readonly digest: string;
  /** For each group: the values it is grouped by, the sums, and a digest of its rows. */
  readonly sums?: readonly (readonly (string | null)[])[];
}
/** Values of the rows as text, in the column order of the layout. */
export type FewRows = readonly (readonly (string | null)[])[];

/** All stored rows of a record by table. A deleted record has only the layout. */
export interface RecordState {
  readonly layout: string;
  readonly [table: string]: FewRows | ManyRows | string;
}

/** JSON texts longer than this are stored as a digest. */
const longestText = 1000;

/**
 * Hashes that passwords are checked against. The audit log stores only a digest, because a digest of a salted hash
 * gives nothing away.
 */
const secrets: ReadonlySet<string> = new Set(['password_hash', 'code_hash']);

function value({ name, type }: { readonly name: string; readonly type: string }): string {
  const at = `t.${name}`;
  if (type === 'timestamptz') return `(${at} AT TIME ZONE 'UTC')::text`;
  if (type === 'bytea') return `encode(sha256(${at}), 'hex')`;
  if (secrets.has(name)) return `encode(sha256(convert_to(${at}, 'UTF8')), 'hex')`;
  if (type === 'jsonb')
    return `CASE WHEN length(${at}::text) <= ${longestText} THEN ${at}::text ELSE encode(sha256(convert_to(${at}::text, 'UTF8')), 'hex') END`;
  return `${at}::text`;
}

/** Columns that identify somebody. A difference is reported, but not its values. */
export const unlistedColumns: ReadonlySet<string> = new Set([...secrets, 'secret', 'token_hash']);

/** Returns a condition for the rows of a part that belong to the firm `$1`. */
export const tenantCondition = ({ table, shared }: Pick<RecordPart, 'table' | 'shared'>, alias: string): string =>
  shared
    ? `$1 IN (${alias}.tenant_id, ${alias}.target_id)`
    : `${alias}.${table === 'tenant' ? 'id' : 'tenant_id'} = $1`;

function rowsOf(part: RecordPart): string {
  const { table, key, through, where, ofHome } = part;
  if (ofHome)
    return `FROM ${table} t WHERE t.${key} = r.id AND EXISTS (SELECT FROM person h WHERE h.id = r.id AND h.home_tenant_id = $1)`;
  const own = through
    ? `t.${key} IN (SELECT o.id FROM ${through.table} o WHERE o.tenant_id = $1 AND o.${through.key} = r.id)`
    : `t.${key} = r.id`;
  return `FROM ${table} t WHERE ${tenantCondition(part, 't')} AND ${own}${where ? ` AND ${where}` : ''}`;
}

function partSql(part: RecordPart, { tables }: Layout): string {
  const columns = tables.get(part.table);
  if (!columns) throw new Error(`there is no table ${part.table}`);
  const order = columns
    .filter(({ keyPosition }) => keyPosition !== null)
    .sort((column, other) => (column.keyPosition ?? 0) - (other.keyPosition ?? 0))
    .map(keySql)
    .join(', ');
  if (!part.many) {
    // Excluded columns stay as null, so that values keep the order of the layout.
    const values = columns.map((column) => (part.without?.includes(column.name) ? 'NULL' : value(column)));
    return `(SELECT coalesce(jsonb_agg(jsonb_build_array(${values.join(', ')}) ORDER BY ${order || '1'}), '[]') ${rowsOf(part)})`;
  }
  const row = `ROW(${columns.map((column) => (value(column) === `t.${column.name}::text` ? `t.${column.name}` : value(column))).join(', ')})::text`;
  if (!part.sums) return `(SELECT jsonb_build_object(${countAndDigest(row, order)}) ${rowsOf(part)})`;
  // Both digests need the text of every row, so it is written once.
  return `(WITH t AS MATERIALIZED (SELECT t.*, ${row} AS row_text ${rowsOf(part)})
    SELECT jsonb_build_object(${countAndDigest('t.row_text', order)}, 'sums', ${sumsSql(part.sums, order)}) FROM t)`;
}

/** Returns SQL for a key column in byte order, which is the same in every database. That of a UUID and of its text are the same. */
const keySql = ({ name, type }: { readonly name: string; readonly type: string }): string =>
  type === 'uuid' ? `t.${name}` : `t.${name}::text COLLATE "C"`;

const countAndDigest = (row: string, order: string): string =>
  `'count', count(*), 'digest', encode(sha256(convert_to(coalesce(string_agg(${row}, E'\\n' ORDER BY ${order}), ''), 'UTF8')), 'hex')`;

function sumsSql({ by, columns, where, sets }: NonNullable<RecordPart['sums']>, order: string): string {
  const filter = where ? ` FILTER (WHERE ${where})` : '';
  const sums = columns.map((column) => `sum(t.${column})${filter}::text AS ${column}`).join(', ');
  // Sixteen characters tell groups apart. The digest over all rows is whole.
  const digest = `left(encode(sha256(convert_to(string_agg(t.row_text, E'\\n' ORDER BY ${order}), 'UTF8')), 'hex'), 16)`;
  const each = (as: (column: string) => string, names = by) => names.map(as).join(', ');
  const grouping = sets
    ? `GROUPING SETS (${sets.map((names) => `(${each((name) => `t.${name}`, names)})`).join(', ')})`
    : each((name) => `t.${name}`);
  return `(SELECT coalesce(jsonb_agg(jsonb_build_array(${each((name) => `s.${name}::text`)}, ${each((name) => `s.${name}`, columns)}, s.digest)
      ORDER BY ${each((name) => `s.${name}::text COLLATE "C"`)}), '[]')
    FROM (SELECT ${each((name) => `t.${name}`)}, ${sums}, ${digest} AS digest FROM t GROUP BY ${grouping}) s)`;
}

/** Returns SQL for the `state` of each record `r.id`, null if there is none. */
export function stateSql(type: RecordType, layout: Layout, parts: readonly RecordPart[] = recordParts(type)): string {
  // An older layout lacks tables that were added later.
  const present = parts.filter(({ table }) => layout.tables.has(table));
  const states = present.map((part) => `'${part.table}', ${partSql(part, layout)}`).join(', ');
  const exists = rootTables(type)
    .filter(({ table }) => layout.tables.has(table))
    .map((root) => `EXISTS (SELECT ${rowsOf(root)})`);
  return `CASE WHEN ${exists.join(' OR ')} THEN jsonb_build_object('layout', '${layout.id}', ${states}) END`;
}

/** Returns SQL for the `id` of every record of a type, and the `table` that contains it. */
export const recordIdsSql = (type: RecordType): string =>
  rootTables(type)
    .map((root) => {
      const { table, key, where } = root;
      return `SELECT t.${key} AS id, '${table}' AS "table" FROM ${table} t WHERE ${tenantCondition(root, 't')}${where ? ` AND ${where}` : ''}`;
    })
    .join(' UNION ALL ');

/** Returns the current states of some records of a type. */
export async function readStates(
  client: pg.ClientBase,
  layout: Layout,
  tenantId: string,
  type: RecordType,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RecordState>> {
  // Prepared once per connection: planning takes longer than reading the few records of a typical change.
  const { rows } = await client.query<{ id: string; state: RecordState | null }>({
    name: `${type} ${layout.id.slice(0, 16)}`,
    text: `SELECT r.id, ${stateSql(type, layout)} AS state FROM unnest($2::uuid[]) AS r(id)`,
    values: [tenantId, ids],
  });
  return new Map(rows.flatMap(({ id, state }) => (state ? [[id, state]] : [])));
}
