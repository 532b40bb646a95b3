import type { InputStorage, StoredInput } from '@carrara/ui/form/useStoredInput.ts';

/** Unsaved input is stored for at most this many days. */
const longestDays = 30;
const millisecondsOfDay = 86_400_000;
const prefix = 'carrara.input';

const keyOf = (personId: string, rest: readonly string[]) => JSON.stringify([prefix, personId, ...rest]);
const isOf = (key: string, personId: string | undefined) =>
  key.startsWith(personId === undefined ? `["${prefix}"` : `${keyOf(personId, []).slice(0, -1)},`);

const keys = (): string[] => Object.keys(localStorage);

export interface Writer {
  readonly personId: string;
  readonly tenantId: string;
  /** The address of the page, without the parameters that only choose a view. */
  readonly address: string;
}

/**
 * Stores the input of a form in this browser, for one person, tenant and address. Values that are too large (such as a picture) are left out, so that
 * the rest can be stored.
 */
export function createInputStorage({ personId, tenantId, address }: Writer, form: string): InputStorage {
  const key = keyOf(personId, [tenantId, address, form]);
  const read = (): StoredInput | undefined => {
    const stored = parse(localStorage.getItem(key));
    if (stored && Date.now() - Date.parse(stored.at) < longestDays * millisecondsOfDay) return stored;
    if (stored) localStorage.removeItem(key);
    return undefined;
  };
  const put = (input: StoredInput): boolean => {
    try {
      localStorage.setItem(key, JSON.stringify(input));
      return true;
    } catch {
      return false;
    }
  };
  return {
    read,
    write: (input) => void (put(input) || put({ ...input, changes: withoutPictures(input.changes) })),
    drop: () => localStorage.removeItem(key),
  };
}

/** Deletes a person's unsaved input when they sign out, since others may use the browser next. */
export function forgetStoredInput(personId: string | undefined): void {
  if (personId === undefined) return;
  for (const key of keys()) if (isOf(key, personId)) localStorage.removeItem(key);
}

const withoutPictures = (changes: StoredInput['changes']): StoredInput['changes'] =>
  Object.fromEntries(
    Object.entries(changes).filter(([, value]) => typeof value !== 'string' || !value.startsWith('data:')),
  );

function parse(text: string | null): StoredInput | undefined {
  if (text === null) return undefined;
  try {
    const value = JSON.parse(text) as Partial<StoredInput> | null;
    return typeof value?.at === 'string' && typeof value.changes === 'object' ? (value as StoredInput) : undefined;
  } catch {
    return undefined;
  }
}
