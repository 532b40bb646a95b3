import { readSql, shapes } from './columns.ts';
import {
  type Child,
  type Parent,
  type RecordDefinition,
  type StoredField,
  snakeCase,
  storedFields,
} from './definition.ts';
import { personName } from '../texts/personName.ts';

/** Returns the alias of the table with a record's head (version, times), `t` in every statement. */
const aliasOf = (definition: RecordDefinition, parent: Parent | undefined): string =>
  parent ? `p${definition.parents?.indexOf(parent)}` : 't';

const person = (column: string) => personName(`t.${column}`);

function childSql(name: string, child: Child): string {
  const values = Object.entries(child.fields).map(
    ([field, { kind, target: type }]) => `'${field}', ${readSql(kind, `x.${snakeCase(field)}`, type)}`,
  );
  if (child.ownerField) values.unshift(`'${child.ownerField}', x.${child.owner}`);
  const order = child.ordered ? 'x.position, x.id' : 'x.id';
  return `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', x.id, ${values.join(', ')}) ORDER BY ${order}), '[]')
    FROM ${child.table} x WHERE x.tenant_id = t.tenant_id AND x.${child.owner} = t.id) AS "${name}"`;
}

function listSql(name: string, definition: RecordDefinition): string {
  const list = definition.lists?.[name];
  if (!list) throw new Error(`${definition.objectType} has no list ${name}`);
  return `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'code', r.code, 'description', r.description) ORDER BY x.position), '[]')
    FROM ${list.table} x JOIN reference_entry r ON r.tenant_id = x.tenant_id AND r.id = x.${list.target}
    WHERE x.tenant_id = t.tenant_id AND x.${list.owner} = t.id) AS "${name}"`;
}

/**
 * Returns SELECT … FROM … for a whole record with its children. Append a condition on `t` (or `p0`, `p1`). Pictures are
 * large and are read with a single record only.
 */
export function selectSql(definition: RecordDefinition, { pictures }: { pictures: boolean }): string {
  const requestedFields = storedFields(definition).filter((field) => pictures || field.kind !== 'picture');
  const fields = requestedFields.map(
    (field) => `${readSql(field.kind, at(definition, field), field.target)} AS "${field.name}"`,
  );
  const lists = Object.keys(definition.lists ?? {}).map((name) => listSql(name, definition));
  const children = Object.entries(definition.children ?? {}).map(([name, child]) => childSql(name, child));
  const joins = (definition.parents ?? []).map(
    (parent, index) => `JOIN ${parent.table} p${index} ON p${index}.tenant_id = t.tenant_id AND p${index}.id = t.id`,
  );
  return `SELECT t.id, t.row_version AS "rowVersion", t.created_at AS "createdDate", ${person('created_by')} AS "createdBy",
      t.updated_at AS "updatedDate", ${person('updated_by')} AS "updatedBy", ${[...fields, ...lists, ...children].join(', ')}
    FROM ${definition.table} t ${joins.join(' ')}`;
}

const at = (definition: RecordDefinition, field: StoredField) =>
  `${aliasOf(definition, field.parent)}.${snakeCase(field.name)}`;

/** Returns SQL for a record within a larger statement, without pictures. A status is its code. */
export const recordSql = (definition: RecordDefinition): string => selectSql(definition, { pictures: false });

/** Values by column, per table. */
export type Assignments = ReadonlyMap<Parent | undefined, ReadonlyMap<string, unknown>>;

/** Turns a record's values into columns. Absent fields are left unchanged. */
export function assignments(definition: RecordDefinition, values: Readonly<Record<string, unknown>>): Assignments {
  const tables = new Map<Parent | undefined, Map<string, unknown>>([[undefined, new Map()]]);
  for (const parent of definition.parents ?? []) tables.set(parent, new Map());
  for (const field of storedFields(definition)) {
    if (!(field.name in values) || values[field.name] === undefined) continue;
    const { columns, write } = shapes[field.kind];
    const written = write(values[field.name]);
    const parents = definition.parents?.filter((parent) => parent.fields.includes(field.name)) ?? [];
    for (const table of field.parent ? parents : [undefined]) {
      columns(snakeCase(field.name)).forEach((column, index) => tables.get(table)?.set(column, written[index]));
    }
  }
  return tables;
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}
interface Head {
  readonly tenantId: string;
  readonly id: string;
  readonly now: string;
  readonly personId: string | null;
}

/** Builds one statement that inserts the rows of records and of their parents. */
export function insertStatement(
  definition: RecordDefinition,
  { tenantId, now, personId }: Omit<Head, 'id'>,
  records: readonly { readonly id: string; readonly tables: Assignments }[],
): Statement {
  const values: unknown[] = [tenantId, now, personId];
  const ids = records.map(({ id }) => `$${values.push(id)}`);
  const insert = (table: string, parent: Parent | undefined) => {
    const rows = records.map(({ tables }) => tables.get(parent) ?? new Map<string, unknown>());
    const names = [...new Set(rows.flatMap((columns) => [...columns.keys()]))];
    const kind = parent && `$${values.push(parent.kind)}`;
    const lines = rows.map((columns, at) => {
      const own = names.map((name) => (columns.has(name) ? `$${values.push(columns.get(name))}` : 'DEFAULT'));
      return `(${['$1', ids[at], '$2', '$2', '$3', '$3', ...(kind ? [kind] : []), ...own].join(', ')})`;
    });
    const all = ['tenant_id', 'id', 'created_at', 'updated_at', 'created_by', 'updated_by', ...(kind ? ['kind'] : [])];
    return `INSERT INTO ${table} (${[...all, ...names].join(', ')}) VALUES ${lines.join(', ')}`;
  };
  const parents = (definition.parents ?? []).map((parent, index) => `w${index} AS (${insert(parent.table, parent)})`);
  const own = insert(definition.table, undefined);
  return { text: parents.length > 0 ? `WITH ${parents.join(', ')} ${own}` : own, values };
}

/**
 * Builds one statement that updates the record and its parents if the row version matches. It returns a row if it did.
 */
export function updateStatement(
  definition: RecordDefinition,
  head: Head,
  rowVersion: number,
  tables: Assignments,
): Statement {
  const values: unknown[] = [head.tenantId, head.id, head.now, head.personId];
  const sets = (columns: ReadonlyMap<string, unknown>) =>
    [...columns].map(([name, value]) => `${name} = $${values.push(value)}, `).join('');
  const stamp = 'row_version = t.row_version + 1, updated_at = $3, updated_by = $4';
  const version = `$${values.push(rowVersion)}`;
  const own = `changed AS (UPDATE ${definition.table} t SET ${sets(tables.get(undefined) ?? new Map())}${stamp}
    WHERE t.tenant_id = $1 AND t.id = $2 AND t.row_version = ${version} RETURNING t.tenant_id, t.id)`;
  const parents = (definition.parents ?? []).map(
    (parent, index) => `w${index} AS (UPDATE ${parent.table} t SET ${sets(tables.get(parent) ?? new Map())}${stamp}
    FROM changed WHERE t.tenant_id = changed.tenant_id AND t.id = changed.id)`,
  );
  return { text: `WITH ${[own, ...parents].join(', ')} SELECT id FROM changed`, values };
}
