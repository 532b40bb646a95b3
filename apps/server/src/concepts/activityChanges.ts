import { deferredKinds } from '@carrara/domain/compensation/deferred';
import { displayedDate } from '@carrara/domain/kernel';
import { fieldLabel, innerLabel, textOfValue } from './activityTexts.ts';

type Json = Readonly<Record<string, unknown>>;

/** Fields that every save changes, or that identify the record. They aren't news to a reader. */
const silent = new Set([
  'id',
  'rowVersion',
  'createdDate',
  'createdBy',
  'updatedDate',
  'updatedBy',
  'position',
  'storageKey',
  // Hundreds of ids, used for the program's own comparison.
  'standardEntries',
  // Internal hash of the members that an entry was settled for.
  'settledMembers',
]);

/** Names of participants and tax characterizations by id. */
type Names = Readonly<Record<string, string>>;

export interface FieldChange {
  readonly field: string;
  /** Field as text, after the name of the row it belongs to. */
  readonly title: string;
  readonly before: string | null;
  readonly after: string | null;
}

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the displayed text of a reference. Undefined if the record isn't a reference. */
function nameOf(value: Json): string | undefined {
  const hidden = ['id', 'code', 'name', 'description'];
  if (!Object.keys(value).every((key) => hidden.includes(key))) return undefined;
  const text = value['name'] ?? value['description'] ?? value['code'] ?? value['id'];
  return typeof text === 'string' ? text : undefined;
}

const textOf = (value: unknown, names: Names, field: string): string | null => {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string') return names[value] ?? textOfValue(field, value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (isRecord(value)) return nameOf(value) ?? JSON.stringify(value);
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
};

interface Part {
  readonly value: unknown;
  /** Label of a row. A field is labeled by its own name. */
  readonly label?: string;
}

/**
 * Returns the rows of a record by the participant, characterization, source or person they are about, otherwise by id,
 * otherwise by position.
 */
function keyed(rows: readonly unknown[], names: Names): ReadonlyMap<string, Part> {
  return new Map(
    rows.map((value, i) => {
      const row = isRecord(value) ? value : {};
      const named =
        row['participantId'] ?? row['taxCharacterizationId'] ?? row['source'] ?? row['approver'] ?? row['id'];
      const label =
        names[String(row['participantId'] ?? row['taxCharacterizationId'])] ??
        row['name'] ??
        row['source'] ??
        row['approver'];
      return [String(named ?? i + 1), { value, label: typeof label === 'string' ? label : String(i + 1) }];
    }),
  );
}
function asParts(value: unknown, names: Names): ReadonlyMap<string, Part> | undefined {
  if (Array.isArray(value)) return keyed(value, names);
  const event = employmentEvent(value) ?? deferredEntry(value);
  if (event) return event;
  if (!isRecord(value) || nameOf(value) !== undefined) return undefined;
  return new Map(Object.entries(value).map(([name, part]) => [name, { value: part }]));
}

/** Returns an employment event as one text, and its reason, which not every role may read. */
function employmentEvent(value: unknown): ReadonlyMap<string, Part> | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, eventDate, reason } = value;
  if (typeof kind !== 'string' || typeof eventDate !== 'string') return undefined;
  const text = `${textOfValue('kind', kind)} on ${displayedDate(eventDate)}`;
  return new Map([
    ['eventDate', { value: text }],
    ['reason', { value: reason }],
  ]);
}

/** Returns an entry of a deferred award as one text. */
function deferredEntry(value: unknown): ReadonlyMap<string, Part> | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, title, on, tranche, amount } = value;
  if (typeof kind !== 'string' || !Object.hasOwn(deferredKinds, kind)) return undefined;
  if (typeof title !== 'string' || typeof on !== 'string' || typeof amount !== 'string') return undefined;
  const part = typeof tranche === 'number' ? `, tranche ${String(tranche)}` : '';
  return new Map([['deferredEntry', { value: `${title} on ${displayedDate(on)}${part}: ${amount}` }]]);
}

/** Location of a field: its path and its label. */
interface FieldLocation {
  readonly field: string;
  /** Row that the field belongs to, if any. */
  readonly row?: string;
  readonly label: string;
}
const atTop: FieldLocation = { field: '', label: '' };

function within(location: FieldLocation, name: string, label: string | undefined): FieldLocation {
  const field = location.field === '' ? name : `${location.field}.${name}`;
  if (label === undefined)
    return {
      ...location,
      field,
      label: location.label === '' ? fieldLabel(name) : `${location.label} ${innerLabel(fieldLabel(name))}`,
    };
  // A row with a name doesn't need the name of its list, unless the row itself was added or removed.
  return /^\d+$/.test(label) ? { field, label: `${location.label} ${label}` } : { field, row: label, label: '' };
}

const eventTitles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  employmentEvents: { eventDate: 'Employment', reason: 'Reason' },
  entries: { deferredEntry: 'Entry' },
};

function titleOf({ field, row, label }: FieldLocation): string {
  const [list, , name = ''] = field.split('.');
  const eventTitle = eventTitles[list ?? '']?.[name];
  if (eventTitle) return eventTitle;
  if (row === undefined) return label;
  const path = field.split('.');
  // This field identifies the row itself, so the whole row was added or removed.
  return identifyingFields.has(path.at(-1) ?? '') ? fieldLabel(path[0] ?? '') : `${row} ${innerLabel(label)}`;
}
const identifyingFields: ReadonlySet<string> = new Set(['participantId', 'name', 'approver', 'source']);

/** Fields that the employment events repeat. */
const repeated: Readonly<Record<string, string>> = {
  hireDate: 'eventDate',
  terminationDate: 'eventDate',
  terminationReason: 'reason',
};

/**
 * Returns the fields in which a record differs, each with both texts. Lists are compared row by row, by the rows' keys,
 * so that inserting a row in the middle is a single change. A created or deleted record lists every field with a value.
 */
export function changesBetween(before: unknown, after: unknown, names: Names = {}): FieldChange[] {
  const changes = fieldChanges(before, after, names, atTop);
  const inEvents = changes.flatMap(({ field }) =>
    field.startsWith('employmentEvents.') ? field.split('.').at(-1) : [],
  );
  return changes.filter(({ field }) => repeated[field] === undefined || !inEvents.includes(repeated[field]));
}

function fieldChanges(before: unknown, after: unknown, names: Names, at: FieldLocation): FieldChange[] {
  const parts = [asParts(before, names), asParts(after, names)] as const;
  if (!parts[0] && !parts[1]) {
    const [was, is] = [textOf(before, names, at.field), textOf(after, names, at.field)];
    return was === is ? [] : [{ field: at.field, title: titleOf(at), before: was, after: is }];
  }
  const empty: ReadonlyMap<string, Part> = new Map();
  const [old, now] = [parts[0] ?? empty, parts[1] ?? empty];
  const keys = [...new Set([...now.keys(), ...old.keys()])].filter((name) => !silent.has(name));
  return keys.flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)];
    return fieldChanges(was?.value, is?.value, names, within(at, name, is?.label ?? was?.label));
  });
}

const maxReported = 50;
const identifier = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const isoDate = /^\d{4}-\d{2}-\d{2}$/;
function display(value: string | null): string {
  if (value === null) return '\u2013';
  return isoDate.test(value) ? displayedDate(value) : value;
}

/**
 * Returns the changes as lines of a text. Fields that are stored only as an id are left out, because they mean nothing
 * to a reader.
 */
export function changeText(changes: readonly FieldChange[]): string {
  const displayed = changes.filter(
    ({ before, after }) => ![before, after].every((value) => !value || identifier.test(value)),
  );
  const lines = displayed
    .slice(0, maxReported)
    .map(
      ({ title, before, after }) =>
        `${title}: ${before === null ? display(after) : `${display(before)} \u2192 ${display(after)}`}`,
    );
  const rest = displayed.length - lines.length;
  return [...lines, ...(rest > 0 ? [`and ${String(rest)} more`] : [])].join('\n').slice(0, 20_000);
}
