import type { CalendarDate } from '../../kernel/index.ts';
import type { ExistingRecord, ExistingReference } from './existingRecords.ts';

/** A field of a record that the import changes, with its current and new value in readable form. */
export interface ImportChange {
  /** The kind of record, as in the effects. */
  readonly kind: string;
  readonly record: string;
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

type Values = Readonly<Record<string, unknown>>;
/** Returns the name of an id, used if the planned value has no name itself. */
export type NameOfId = (id: string) => string | undefined;

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** Formats a stored or planned value for display: references by description, name or code, booleans as Yes or No, lists by their length. */
export function valueAsText(value: unknown, nameOf: NameOfId): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 1 ? '1 row' : `${value.length} rows`;
  if (!isObject(value)) return String(value);
  const { id, description, name, code } = value;
  const label = description ?? name ?? code;
  if (typeof label === 'string' && label !== '') return label;
  return typeof id === 'string' ? (nameOf(id) ?? null) : Object.values(value).filter(Boolean).map(String).join(', ');
}

/** Converts a field name to its title: 'legalName' becomes 'Legal name'. */
const fieldTitle = (field: string): string => {
  const label = field.replace(/([A-Z])/g, ' $1').toLowerCase();
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
};

/** Returns the display name of a record. */
export const recordTitle = (record: Values): string =>
  [record['code'], record['formattedName'] ?? record['name'] ?? record['legalName']]
    .filter((text) => typeof text === 'string' && text !== '')
    .join(' ');

/** Fields that follow from others, which are listed. */
const derivedFields: ReadonlySet<string> = new Set(['employmentEvents']);

/** Returns the changed fields of one record. */
export function changedFields(
  kind: string,
  record: string,
  before: Values,
  after: Values,
  nameOf: NameOfId,
): readonly ImportChange[] {
  const listed = Object.entries(after).filter(([field]) => !derivedFields.has(field));
  return listed.map(([field, value]) => ({
    kind,
    record,
    field: fieldTitle(field),
    before: valueAsText(before[field], nameOf),
    after: valueAsText(value, nameOf),
  }));
}

/** Returns the names of all existing records and of those that the plan creates. */
export function listNames(
  references: readonly ExistingReference[],
  records: readonly ExistingRecord[],
  planned: ReadonlyMap<string, string>,
): NameOfId {
  const labels = new Map(references.map(({ id, description, code }) => [id, description || code]));
  for (const record of records) labels.set(record.id, recordTitle(record));
  return (id) => labels.get(id) ?? planned.get(id);
}

/** Returns true if a date moves back, which would put something in force earlier than before. */
export const isMovedBack = (before: unknown, after: unknown): boolean =>
  typeof before === 'string' && typeof after === 'string' && (after as CalendarDate) < (before as CalendarDate);
