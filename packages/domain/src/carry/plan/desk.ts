import { changedFields, type ImportChange, type NameOfId, namesOf, recordTitle } from './changes.ts';
import { changesOf } from './difference.ts';
import type { ExistingRecord, ExistingRecords, ImportEffect, ImportWrite, RecordKind } from './existing.ts';
import { createRefusals, type Refusals } from './rowError.ts';
import type { SheetKey } from './sheets.ts';

/** What every part of the planning works on: what is there, what is to be written, what is wrong and what is worth saying. */
export interface Desk extends Refusals {
  readonly existing: ExistingRecords;
  readonly notes: string[];
  /** What is unusual enough that a person has to say yes to it by itself. */
  readonly warnings: string[];
  /** Every field of a stored record that is changed. */
  readonly changes: ImportChange[];
  nameOf: NameOfId;
  /** Ids of records that the plan or the tenant has, by what they are called. */
  readonly names: Names;
  newId(): string;
  /** A reference entry by its description or code, made when it is missing; `place` is where it is used. */
  entry(type: string, words: string, place: RowPlace): { readonly id: string };
  /** The reference entries that are made, each with where it is used. */
  readonly newEntries: ReadonlyMap<string, NewEntry>;
  /** A reference entry that must be there, such as a currency. */
  knownEntry(type: string, words: string): { readonly id: string } | undefined;
  /** Plans a record: made, changed where it differs, or left as it is. */
  put(kind: RecordKind, title: string, before: ExistingRecord | undefined, id: string, values: Values): void;
  /** Plans a record whose change makes a new version. */
  putVersion(kind: RecordKind, title: string, before: ExistingRecord, values: Values): void;
  readonly writes: ImportWrite[];
  count(title: string, what: Counted): void;
  effects(): readonly ImportEffect[];
}
export interface RowPlace {
  readonly sheet: SheetKey;
  readonly row: number;
}
export interface NewEntry {
  readonly type: string;
  readonly description: string;
  readonly places: RowPlace[];
}
export type Counted = 'created' | 'updated' | 'unchanged' | 'newVersions';
export type Values = Readonly<Record<string, unknown>>;
export type NameKind =
  | 'fund'
  | 'coinvestment'
  | 'investment'
  | 'tranche'
  | 'fundInvestment'
  | 'coinvestmentInvestment'
  | 'vestingSchedule'
  | 'taxProfile'
  | 'participant';

export interface Names {
  find(kind: NameKind, name: string): string | undefined;
  set(kind: NameKind, name: string, id: string): void;
  /** What an id of the plan is called in it. */
  readonly called: ReadonlyMap<string, string>;
}
export const keyOf = (text: string): string => text.trim().toLowerCase();

function createNames(): Names {
  const ids = new Map<string, string>();
  const called = new Map<string, string>();
  return {
    called,
    find: (kind, name) => ids.get(`${kind}|${keyOf(name)}`),
    set: (kind, name, id) => {
      ids.set(`${kind}|${keyOf(name)}`, id);
      called.set(id, name);
    },
  };
}

const SECTOR_STEP = 10_000;
const slug = (words: string): string =>
  words
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 46) || 'ENTRY';

/** Codes of sectors are multiples of 10000; of everything else the words themselves. */
function freeCode(type: string, words: string, taken: ReadonlySet<string>): string {
  if (type === 'sector') {
    const highest = Math.max(0, ...[...taken].map(Number).filter((code) => Number.isInteger(code)));
    return String((Math.floor(highest / SECTOR_STEP) + 1) * SECTOR_STEP);
  }
  const code = slug(words);
  for (let next = 1; ; next += 1) {
    const candidate = next === 1 ? code : `${code}-${next}`;
    if (!taken.has(keyOf(candidate))) return candidate;
  }
}

export function createDesk(existing: ExistingRecords, newId: () => string): Desk {
  const writes: ImportWrite[] = [];
  const counts = new Map<string, Record<Counted, number>>();
  const count = (title: string, what: Counted) => {
    const line = counts.get(title) ?? { created: 0, updated: 0, unchanged: 0, newVersions: 0 };
    counts.set(title, { ...line, [what]: line[what] + 1 });
  };
  const entries = existing.references.map((entry) => ({ ...entry }));
  const knownEntry: Desk['knownEntry'] = (type, words) => {
    const wanted = keyOf(words);
    const ofType = entries.filter((entry) => entry.type === type);
    const found =
      ofType.find(({ description }) => keyOf(description) === wanted) ??
      ofType.find(({ code }) => keyOf(code) === wanted);
    return found && { id: found.id };
  };
  const newEntries = new Map<string, NewEntry>();
  const names = createNames();
  const changes: ImportChange[] = [];
  const { references, ...kinds } = existing;
  const nameOf = namesOf(references, Object.values(kinds).flat(), names.called);
  return {
    ...createRefusals(),
    existing,
    notes: [],
    warnings: [],
    changes,
    nameOf: (id) => nameOf(id) ?? entries.find((entry) => entry.id === id)?.description,
    names,
    newId,
    knownEntry,
    newEntries,
    entry(type, words, place) {
      const found = knownEntry(type, words);
      if (found) {
        const { places } = newEntries.get(found.id) ?? { places: [place] };
        if (!places.some(({ sheet, row }) => sheet === place.sheet && row === place.row)) places.push(place);
        return found;
      }
      const id = newId();
      const taken = new Set(entries.filter((entry) => entry.type === type).map(({ code }) => keyOf(code)));
      const entry = { id, type, code: freeCode(type, words, taken), description: words.trim() };
      entries.push(entry);
      newEntries.set(id, { type, description: entry.description, places: [place] });
      writes.push({ kind: 'reference', id, rowVersion: null, values: entry });
      count('Reference data', 'created');
      return { id };
    },
    put(kind, title, before, id, values) {
      if (!before) {
        writes.push({ kind, id, rowVersion: null, values });
        return count(title, 'created');
      }
      const changed = changesOf(before, values);
      if (Object.keys(changed).length === 0) return count(title, 'unchanged');
      writes.push({ kind, id: before.id, rowVersion: before.rowVersion, values: changed });
      changes.push(...changedFields(title, recordTitle(before), before, changed, this.nameOf));
      return count(title, 'updated');
    },
    putVersion(kind, title, before, values) {
      writes.push({ kind, id: before.id, rowVersion: before.rowVersion, isNewVersion: true, values });
      count(title, 'newVersions');
    },
    writes,
    count,
    effects: () => [...counts].map(([kind, line]) => ({ kind, ...line })),
  };
}

/** Rows that belong together, by a key of theirs, in the order of the sheet. */
export function groups<R>(rows: readonly R[], key: (row: R) => string): readonly (readonly [R, ...R[]])[] {
  const found = new Map<string, [R, ...R[]]>();
  for (const row of rows) {
    const group = found.get(key(row));
    if (group) group.push(row);
    else found.set(key(row), [row]);
  }
  return [...found.values()];
}

/** A reference by id, null where the cell is blank, undefined where the column is absent. */
export function optional<T>(text: string | null | undefined, make: (text: string) => T): T | null | undefined {
  return text === null || text === undefined ? text : make(text);
}
