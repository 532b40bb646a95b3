import { type CalendarDate, type Group, groupBy } from '../../kernel/index.ts';
import { changedFields, type ImportChange, type NameOfId, listNames, recordTitle } from './changes.ts';
import { listChanges } from './difference.ts';
import type { ExistingRecord, ExistingRecords, ImportEffect, ImportWrite, RecordKind } from './existingRecords.ts';
import { createRefusals, type Refusals } from './rowError.ts';
import type { SheetKey } from './sheets.ts';

/** The shared working state of the planning steps: existing records, planned writes, errors and notes. */
export interface PlanState extends Refusals {
  readonly existing: ExistingRecords;
  readonly today: CalendarDate;
  readonly notes: string[];
  /** Unusual changes that a person must confirm separately. */
  readonly warnings: string[];
  /** Every changed field of a stored record. */
  readonly changes: ImportChange[];
  nameOf: NameOfId;
  /** Ids of records in the plan or the tenant, by name. */
  readonly names: Names;
  newId(): string;
  /** Returns a reference entry by its description or code, and creates it if missing. `place` is the cell that uses it. */
  entry(type: string, label: string, location: RowLocation): { readonly id: string };
  /** The reference entries to create, each with the cells that use it. */
  readonly newEntries: ReadonlyMap<string, NewEntry>;
  /** Returns a reference entry that must exist, such as a currency. */
  existingEntry(type: string, label: string): { readonly id: string } | undefined;
  /** Plans a record: creates it, changes it if it differs, or leaves it unchanged. */
  put(kind: RecordKind, title: string, before: ExistingRecord | undefined, id: string, values: Values): void;
  /** Plans a record whose change creates a new version. */
  putVersion(kind: RecordKind, title: string, before: ExistingRecord, values: Values): void;
  readonly writes: ImportWrite[];
  count(title: string, counted: Counted): void;
  effects(): readonly ImportEffect[];
}
interface RowLocation {
  readonly sheet: SheetKey;
  readonly row: number;
}
interface NewEntry {
  readonly type: string;
  readonly description: string;
  readonly locations: RowLocation[];
}
type Counted = 'created' | 'updated' | 'unchanged' | 'newVersions';
export type Values = Readonly<Record<string, unknown>>;
type NameKind =
  | 'fund'
  | 'coinvestment'
  | 'investment'
  | 'tranche'
  | 'fundInvestment'
  | 'coinvestmentInvestment'
  | 'vestingSchedule'
  | 'taxProfile'
  | 'participant';

interface Names {
  find(kind: NameKind, name: string): string | undefined;
  set(kind: NameKind, name: string, id: string): void;
  /** The name of each id in the plan. */
  readonly called: ReadonlyMap<string, string>;
}
export const normalizeKey = (text: string): string => text.trim().toLowerCase();

function createNames(): Names {
  const ids = new Map<string, string>();
  const called = new Map<string, string>();
  return {
    called,
    find: (kind, name) => ids.get(`${kind}|${normalizeKey(name)}`),
    set: (kind, name, id) => {
      ids.set(`${kind}|${normalizeKey(name)}`, id);
      called.set(id, name);
    },
  };
}

const SECTOR_STEP = 10_000;
const slug = (label: string): string =>
  label
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 46) || 'ENTRY';

/** Returns a free code. Codes of sectors are multiples of 10000; all other codes are the words themselves. */
function freeCode(type: string, label: string, used: ReadonlySet<string>): string {
  if (type === 'sector') {
    const highest = Math.max(0, ...[...used].map(Number).filter((code) => Number.isInteger(code)));
    return String((Math.floor(highest / SECTOR_STEP) + 1) * SECTOR_STEP);
  }
  const code = slug(label);
  for (let next = 1; ; next += 1) {
    const candidate = next === 1 ? code : `${code}-${next}`;
    if (!used.has(normalizeKey(candidate))) return candidate;
  }
}

export function createPlanState(existing: ExistingRecords, today: CalendarDate, newId: () => string): PlanState {
  const writes: ImportWrite[] = [];
  const counts = new Map<string, Record<Counted, number>>();
  const count = (title: string, counted: Counted) => {
    const line = counts.get(title) ?? { created: 0, updated: 0, unchanged: 0, newVersions: 0 };
    counts.set(title, { ...line, [counted]: line[counted] + 1 });
  };
  const entries = existing.references.map((entry) => ({ ...entry }));
  const existingEntry: PlanState['existingEntry'] = (type, label) => {
    const labelKey = normalizeKey(label);
    const ofType = entries.filter((entry) => entry.type === type);
    const found =
      ofType.find(({ description }) => normalizeKey(description) === labelKey) ??
      ofType.find(({ code }) => normalizeKey(code) === labelKey);
    return found && { id: found.id };
  };
  const newEntries = new Map<string, NewEntry>();
  const names = createNames();
  const changes: ImportChange[] = [];
  const { references, ...kinds } = existing;
  const nameOf = listNames(references, Object.values(kinds).flat(), names.called);
  return {
    ...createRefusals(),
    existing,
    today,
    notes: [],
    warnings: [],
    changes,
    nameOf: (id) => nameOf(id) ?? entries.find((entry) => entry.id === id)?.description,
    names,
    newId,
    existingEntry,
    newEntries,
    entry(type, label, location) {
      const found = existingEntry(type, label);
      if (found) {
        const { locations } = newEntries.get(found.id) ?? { locations: [location] };
        if (!locations.some(({ sheet, row }) => sheet === location.sheet && row === location.row))
          locations.push(location);
        return found;
      }
      const id = newId();
      const used = new Set(entries.filter((entry) => entry.type === type).map(({ code }) => normalizeKey(code)));
      const entry = { id, type, code: freeCode(type, label, used), description: label.trim() };
      entries.push(entry);
      newEntries.set(id, { type, description: entry.description, locations: [location] });
      writes.push({ kind: 'reference', id, rowVersion: null, values: entry });
      count('Reference data', 'created');
      return { id };
    },
    put(kind, title, before, id, values) {
      if (!before) {
        writes.push({ kind, id, rowVersion: null, values });
        return count(title, 'created');
      }
      const changed = listChanges(before, values);
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

/** Groups rows by a key, in the order of the sheet. */
export const groups = <R>(rows: readonly R[], key: (row: R) => string): readonly Group<R>[] => [
  ...groupBy(rows, key).values(),
];

/** Returns a reference by id; null if the cell is blank, undefined if the column is absent. */
export function optional<T>(text: string | null | undefined, parse: (text: string) => T): T | null | undefined {
  return text === null || text === undefined ? text : parse(text);
}
