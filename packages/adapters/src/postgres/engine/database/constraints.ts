import { everyRecordType } from '@carrara/contract/core/recordType';
import { type Failure, fail, type Path } from '@carrara/domain/kernel';
import { lengthText, type Line, type TableManifest } from '../../tables/tableManifest.ts';
import { tableManifests } from '../../tables/all.ts';

/**
 * A violated constraint. Under row-level security PostgreSQL leaves the values out of its message, so the constraint's
 * name has to identify the problem.
 */
export interface ConstraintViolation {
  readonly kind: 'unique' | 'check' | 'notNull' | 'missing' | 'referred';
  readonly table: string;
  /** Name of the constraint, or of the column if a value is missing. */
  readonly name: string;
}

type Columns = Readonly<Record<string, string>>;

const manifests: readonly TableManifest[] = tableManifests;
const all = (part: 'lists' | 'referrers'): Columns =>
  Object.fromEntries(manifests.flatMap((manifest) => Object.entries(manifest[part] ?? {})));

/** Fields whose name differs from their column's. */
const fieldNames: Columns = {
  login: 'username',
  picture_image_id: 'picture',
  logo_image_id: 'logo',
  parent_id: 'parent',
  subtype: 'subType',
};

/** Field of a record that lists the rows of this table. */
const listOf: Columns = {
  ...Object.fromEntries(
    everyRecordType.flatMap(([, { rows = {} }]) => Object.entries(rows).map(([name, table]) => [table, name])),
  ),
  ...all('lists'),
};

const camel = (text: string) => text.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function fieldOf(table: string, column: string): Path {
  const name = fieldNames[column] ?? column.replace(/_id$/, '');
  const address = /^(home_address|address)_(.+)$/.exec(name);
  const list = listOf[table];
  if (list) return [list];
  return address ? [camel(address[1] ?? ''), camel(address[2] ?? '')] : [camel(name)];
}

const labelOf = (column: string): string => (fieldNames[column] ?? column.replace(/_id$/, '')).replaceAll('_', ' ');
function label(column: string): string {
  const columnLabel = labelOf(column);
  return columnLabel.charAt(0).toUpperCase() + columnLabel.slice(1);
}

/** Maximum text lengths by column name, in any table. */
const usualLengths: Readonly<Record<string, number>> = {
  name: 200,
  title: 200,
  description: 4000,
  email: 320,
  telephone: 50,
  address_line1: 200,
  address_line2: 200,
  address_city: 200,
  address_state_region: 200,
  address_postal_code: 50,
};

const rangeTexts = {
  notNegative: 'can’t be negative.',
  percentage: 'must be from 0 to 100.',
  positive: 'must be greater than 0.',
  year: 'must be from 1900 to 2200.',
  choice: 'isn’t one of the choices.',
} as const;

/** The checks of single columns: the columns by table, and the message. */
const columnChecks = manifests.flatMap((manifest): readonly (readonly [Columns, (label: string) => string])[] => [
  ...Object.entries(manifest.lengths ?? {}).map(
    ([most, columns]) => [columns, (field: string) => lengthText(field, Number(most))] as const,
  ),
  ...(Object.keys(rangeTexts) as (keyof typeof rangeTexts)[]).map(
    (range) => [manifest[range] ?? {}, (field: string) => `${field} ${rangeTexts[range]}`] as const,
  ),
]);

const lines: ReadonlyMap<string, Line> = new Map<string, Line>([
  ...columnChecks.flatMap(([columns, text]) =>
    Object.entries(columns).flatMap(([table, names]) =>
      names
        .split(' ')
        .map((column): [string, Line] => [`${table}_${column}_check`, [fieldOf(table, column), text(label(column))]]),
    ),
  ),
  ...manifests.flatMap(({ messages = {} }) => Object.entries(messages)),
]);

/**
 * The plural name of the rows in each table that can block a deletion, because they refer to the record. Rows of tables
 * that aren't listed are deleted together with the record.
 */
export const referrers: Columns = {
  ...Object.fromEntries(
    everyRecordType.flatMap(([, { parent, table, rows = {}, plural }]) =>
      parent ? [table, ...Object.values(rows)].map((name) => [name, plural]) : [],
    ),
  ),
  ...all('referrers'),
};

const kinds = { unique: 'DUPLICATE', check: 'INVALID_VALUE', notNull: 'REQUIRED', missing: 'NOT_FOUND' } as const;

/**
 * Returns the failure for a violated constraint: its field, code and message. Undefined for a constraint that no call
 * can violate.
 */
export function constraintFailure({ kind, table, name }: ConstraintViolation): Failure | undefined {
  if (kind === 'referred') return fail('IN_USE', [], referrers[table] ? `${referrers[table]} refer to it.` : '');
  const line = lines.get(name);
  if (line) return fail(kinds[kind], ...line);
  if (kind === 'unique' && name === `${table}_pkey`)
    return fail('DUPLICATE', ['id'], 'A record with this ID already exists.');
  if (kind === 'notNull') return fail('REQUIRED', fieldOf(table, name), `${label(name)} is required.`);
  const checked = kind === 'check' ? name.slice(table.length + 1, -'_check'.length) : '';
  const most = usualLengths[checked];
  if (most !== undefined) return fail('INVALID_VALUE', fieldOf(table, checked), lengthText(label(checked), most));
  const named = kind === 'unique' ? everyRecordType.find(([, is]) => name === `${is.table}_name`) : undefined;
  if (named) return fail('DUPLICATE', ['name'], `Another ${named[1].title.toLowerCase()} already has this name.`);
  const column = kind === 'missing' ? new RegExp(`^${table}_(?:tenant_id_)?(.+_id)_fkey$`).exec(name)?.[1] : undefined;
  return column === undefined
    ? undefined
    : fail('NOT_FOUND', fieldOf(table, column), `There is no such ${labelOf(column)}.`);
}

/** Constraints with a message of their own. */
export const namedConstraints: readonly string[] = [...lines.keys()];
