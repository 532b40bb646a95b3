import type { Kind } from '@carrara/contract/core/kinds';
import { findRecordType } from '@carrara/contract/core/recordType';

/** Storage of a value of some kind: its columns, how it is read, and how it is written. */
interface Shape {
  readonly columns: (column: string) => readonly string[];
  /** SQL for the value in the contract's form. `at` is the qualified column name without suffix. */
  readonly read: (at: string, targetType: string | undefined) => string;
  readonly write: (value: unknown) => readonly unknown[];
}

const emptyId = '00000000-0000-0000-0000-000000000000';
const addressParts = ['line1', 'line2', 'city', 'state_region', 'postal_code', 'country_id'] as const;

/** The all-zero UUID and the empty text mean "none". */
const idOf = (value: unknown): unknown => {
  const id = value !== null && typeof value === 'object' && 'id' in value ? value.id : value;
  return id === undefined || id === '' || id === emptyId ? null : id;
};
const blankToNull = (value: unknown): unknown => (value === undefined || value === '' ? null : value);
const tenantOf = (at: string) => `${at.slice(0, at.indexOf('.'))}.tenant_id`;

const plain: Shape = { columns: (column) => [column], read: (at) => at, write: (value) => [blankToNull(value)] };

/** Returns SQL for a reference: `{id, code, name}`, or `{id, code, description}` for reference data. */
export function referenceSql(idColumn: string, targetType: string | undefined): string {
  const [table, values] = target(targetType);
  return `(SELECT jsonb_build_object('id', r.id, ${values}) FROM ${table} r WHERE r.tenant_id = ${tenantOf(idColumn)} AND r.id = ${idColumn})`;
}

/** Returns the sort text of a reference and the join that provides it, so that it isn't looked up row by row. */
export function referenceSort(
  idColumn: string,
  targetType: string | undefined,
): { readonly sort: string; readonly sortJoin: string } {
  const [table, , text] = target(targetType);
  return {
    sort: `lower(reference.${text})`,
    sortJoin: `LEFT JOIN ${table} reference ON reference.tenant_id = ${tenantOf(idColumn)} AND reference.id = ${idColumn}`,
  };
}

type Target = readonly [table: string, values: string, text: string];
const entries: Target = ['reference_entry', `'code', r.code, 'description', r.description`, 'description'];
/** Records with a parent have a code. The parents themselves can be referred to as well. */
const coded = (table: string): Target => [table, `'code', r.code, 'name', r.name`, 'name'];
const named = (table: string): Target => [table, `'name', r.name`, 'name'];

/**
 * Returns the table of a reference type. Fails: throws if there is no such record type, before a wrong table is read.
 */
function target(name = '(none given)'): Target {
  if (name.startsWith('reference:')) return entries;
  if (name === 'container' || name === 'participant') return coded(name);
  // A fund or coinvestment.
  if (name === 'vehicle') return coded('container');
  const type = findRecordType(name);
  if (!type) throw new TypeError(`There is no reference type ${name}.`);
  return type.parent ? coded(type.parent) : named(type.table);
}

const reference: Shape = {
  columns: (column) => [`${column}_id`],
  read: (at, targetType) => referenceSql(`${at}_id`, targetType),
  write: (value) => [idOf(value)],
};

const address: Shape = {
  columns: (column) => addressParts.map((part) => `${column}_${part}`),
  read: (at) =>
    `CASE WHEN num_nonnulls(${addressParts.map((part) => `${at}_${part}`).join(', ')}) > 0 THEN jsonb_build_object(
      'addressLine1', ${at}_line1, 'addressLine2', ${at}_line2, 'city', ${at}_city, 'stateRegion', ${at}_state_region,
      'postalCode', ${at}_postal_code, 'country', ${referenceSql(`${at}_country_id`, 'reference:country')}) END`,
  write: (value) => {
    const parts = (value ?? {}) as Record<string, unknown>;
    const texts = ['addressLine1', 'addressLine2', 'city', 'stateRegion', 'postalCode'].map((name) =>
      blankToNull(parts[name]),
    );
    return [...texts, idOf(parts['country'])];
  },
};

const picture: Shape = {
  columns: () => [],
  read: (at) =>
    `(SELECT 'data:' || i.mime_type || ';base64,' || translate(encode(i.content, 'base64'), E'\\n', '')
      FROM image i WHERE i.tenant_id = ${tenantOf(at)} AND i.id = ${at}_image_id)`,
  write: () => [],
};

/** Storage by kind. A new kind doesn't compile until it has an entry. */
export const shapes: Readonly<Record<Kind, Shape>> = {
  id: { ...plain, write: (value) => [idOf(value)] },
  text: plain,
  longText: plain,
  email: plain,
  code: plain,
  boolean: { ...plain, write: (value) => [value ?? false] },
  count: plain,
  money: plain,
  amounts: { columns: () => [], read: (at) => at, write: () => [] },
  percent: plain,
  shares: plain,
  multiple: plain,
  rate: plain,
  return: plain,
  spanReturn: plain,
  partialReturn: plain,
  partialSpanReturn: plain,
  partialMultiple: plain,
  partialMoney: plain,
  rolledMoney: plain,
  years: plain,
  year: plain,
  date: plain,
  instant: plain,
  status: {
    ...plain,
    write: (value) => [
      value !== null && typeof value === 'object' && 'code' in value ? value.code : blankToNull(value),
    ],
  },
  reference,
  referenceList: { columns: () => [], read: () => 'NULL', write: () => [] },
  address,
  picture,
};

const decimals: ReadonlySet<Kind> = new Set([
  'money',
  'percent',
  'shares',
  'multiple',
  'rate',
  'return',
  'spanReturn',
  'partialReturn',
  'partialSpanReturn',
  'partialMultiple',
  'partialMoney',
  'rolledMoney',
  'years',
]);
/**
 * Returns SQL that reads a value. Decimals are returned as text also outside JSON: `12.5000000000` as `12.5`, money
 * always with two decimals, and shares as stored.
 */
export const readSql = (kind: Kind, at: string, targetType?: string): string => {
  if (kind === 'money') return `(${at})::numeric(38, 2)::text`;
  if (kind === 'shares') return `${at}::text`;
  if (decimals.has(kind)) return `trim_scale(${at})::text`;
  return shapes[kind].read(at, targetType);
};
