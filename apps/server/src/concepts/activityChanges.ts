type Json = Readonly<Record<string, unknown>>;

/** What every save changes, and what names the record: no news for a reader. */
const silent = new Set([
  'id',
  'rowVersion',
  'createdDate',
  'createdBy',
  'updatedDate',
  'updatedBy',
  'position',
  'storageKey',
]);

export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A reference by the text that people know it by; undefined for a record that is no reference. */
function nameOf(value: Json): string | undefined {
  const known = ['id', 'code', 'name', 'description'];
  if (!Object.keys(value).every((key) => known.includes(key))) return undefined;
  const text = value['name'] ?? value['description'] ?? value['code'] ?? value['id'];
  return typeof text === 'string' ? text : undefined;
}

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (isRecord(value)) return nameOf(value) ?? JSON.stringify(value);
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
};

/** Rows of a record by what names them: the participant or characterization they are about, else their id, else their place. */
function keyed(rows: readonly unknown[]): ReadonlyMap<string, unknown> {
  return new Map(
    rows.map((row, i) => {
      const named = isRecord(row)
        ? (row['participantId'] ?? row['taxCharacterizationId'] ?? row['id'] ?? i + 1)
        : i + 1;
      return [String(named), row];
    }),
  );
}
const asParts = (value: unknown): ReadonlyMap<string, unknown> | undefined => {
  if (Array.isArray(value)) return keyed(value);
  return isRecord(value) && nameOf(value) === undefined ? new Map(Object.entries(value)) : undefined;
};

/**
 * The fields in which a record differs before and after, each with both texts. A list of rows is compared row by row, by what names the
 * row, so that an insertion in the middle is one change. A record that was made or deleted tells every field that has a value.
 */
export function changesBetween(before: unknown, after: unknown, at = ''): FieldChange[] {
  const parts = [asParts(before), asParts(after)] as const;
  if (!parts[0] && !parts[1]) {
    const [was, is] = [textOf(before), textOf(after)];
    return was === is ? [] : [{ field: at, before: was, after: is }];
  }
  const [old, now] = [parts[0] ?? new Map<string, unknown>(), parts[1] ?? new Map<string, unknown>()];
  const names = [...new Set([...now.keys(), ...old.keys()])].filter((name) => !silent.has(name));
  return names.flatMap((name) => changesBetween(old.get(name), now.get(name), at === '' ? name : `${at}.${name}`));
}
