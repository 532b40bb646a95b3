import { createHash } from 'node:crypto';
import { canonicalJson } from './auditKey.ts';
import { recordParts, recordTypes } from './recordTables.ts';

/** Any object that can run a query: a pool, a connection, a transaction. */
export interface Reader {
  query<R>(text: string, values: unknown[]): Promise<{ rows: R[] }>;
}

interface Column {
  readonly name: string;
  readonly type: string;
  /** Position in the primary key, which defines the order of rows. */
  readonly keyPosition: number | null;
}

/** The columns of all record tables at some version of the schema. A state refers to its layout by `id`. */
export interface Layout {
  readonly id: string;
  readonly tables: ReadonlyMap<string, readonly Column[]>;
}

const sealedTables = [...new Set(recordTypes.flatMap((type) => recordParts(type).map(({ table }) => table)))].sort();

/** Reads the layout of the current schema. Generated columns are left out. */
export async function readLayout(reader: Reader): Promise<Layout> {
  const { rows } = await reader.query<Column & { table: string }>(
    `SELECT c.relname AS "table", a.attname AS name, y.typname AS type,
       array_position(string_to_array(i.indkey::text, ' ')::int[], a.attnum::int) AS "keyPosition"
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     JOIN pg_type y ON y.oid = a.atttypid LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname = ANY ($1)
     ORDER BY c.relname COLLATE "C", a.attname COLLATE "C"`,
    [sealedTables],
  );
  const tables = new Map<string, Column[]>();
  for (const { table, ...column } of rows) {
    if (column.name === 'tenant_id') continue;
    tables.set(table, [...(tables.get(table) ?? []), column]);
  }
  return { id: idOf(namesOf({ tables })), tables };
}

export type ColumnNames = Readonly<Record<string, readonly string[]>>;
const namesOf = ({ tables }: Pick<Layout, 'tables'>): ColumnNames =>
  Object.fromEntries([...tables].map(([table, columns]) => [table, columns.map(({ name }) => name)]));
const idOf = (names: ColumnNames) => createHash('sha256').update(canonicalJson(names)).digest('hex').slice(0, 32);

/** Stores the layout of this schema version, so that today's states stay readable after columns change. */
export async function storeLayout(admin: Reader): Promise<void> {
  const layout = await readLayout(admin);
  await admin.query('INSERT INTO record_layout (id, columns) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING', [
    layout.id,
    JSON.stringify(namesOf(layout)),
  ]);
}

/** Returns the columns of each stored layout by id. Layouts whose content doesn't match their id are left out. */
export async function storedLayouts(reader: Reader): Promise<ReadonlyMap<string, ColumnNames>> {
  const { rows } = await reader.query<{ id: string; columns: ColumnNames }>(
    'SELECT id, columns FROM record_layout ORDER BY id',
    [],
  );
  return new Map(rows.filter(({ id, columns }) => idOf(columns) === id).map(({ id, columns }) => [id, columns]));
}
