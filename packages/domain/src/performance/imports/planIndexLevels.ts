import {
  calendarDate,
  type CalendarDate,
  dayNumber,
  type Decimal,
  decimal,
  numberText,
  ok,
  required,
} from '@carrara/domain/kernel';
import { currencyLookup, type NamedCurrency, type ReadRow } from '@carrara/domain/platform/upload';
import { futureLevelText } from '../market/index.ts';
import { type Counts, lookup, type NamedRecord, requiredText, type RowRefusal, textValue } from './planParts.ts';

export type ExistingLevels = ReadonlyMap<CalendarDate, Decimal>;

export interface ExistingIndices {
  readonly indices: readonly NamedRecord[];
  readonly currencies: readonly NamedCurrency[];
  /** By index. */
  readonly levels: ReadonlyMap<string, ExistingLevels>;
}

interface NewIndex {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly provider: string | null;
  readonly currencyId: string | null;
}
/** The levels to store for an index. A null level is removed. */
interface PlannedLevels {
  readonly indexId: string;
  readonly name: string;
  readonly levels: readonly { readonly date: CalendarDate; readonly level: string | null }[];
}
/** A level that replaces an existing one. */
interface ChangedLevel {
  readonly name: string;
  readonly date: CalendarDate;
  readonly before: string;
  readonly after: string;
}
/** The days without a level for more than a week after the previous one. */
export interface LevelGaps {
  readonly name: string;
  readonly count: number;
  readonly longest: { readonly from: CalendarDate; readonly to: CalendarDate };
}
export interface IndexPlan {
  readonly newIndices: readonly NewIndex[];
  readonly planned: readonly PlannedLevels[];
  readonly changed: readonly ChangedLevel[];
  readonly gaps: readonly LevelGaps[];
  readonly counts: Counts;
  readonly refusals: readonly RowRefusal[];
}

/** The number of days for which a level is used without a note in the figures. */
const STALE_DAYS = 7;
const LONGEST_CODE = 50;

/**
 * Plans the index levels in the rows of a file. A level is identified by index and date: an identical one changes nothing, a different one replaces
 * it. With `overwrite`, existing levels between the file's first and last date that the file doesn't have are removed. An unknown index is created if
 * the file names it.
 *
 * Units:  levels above zero in any unit.
 * Fails:  in `refusals`, every row with each of its reasons, including two levels of an index on one date, and a level with a future date.
 */
export function planIndexLevels(
  rows: readonly ReadRow[],
  existing: ExistingIndices,
  {
    overwrite,
    newId,
    today,
  }: { readonly overwrite: boolean; readonly newId: () => string; readonly today: CalendarDate },
): IndexPlan {
  const entered = new Map<string, Map<CalendarDate, Decimal>>();
  const refusals: RowRefusal[] = [];
  const { indexOf, newIndices } = indexReader(existing, newId, refusals);
  /** The first row for an index and date, even if it has no level. */
  const days = new Map<string, number>();
  for (const row of rows) {
    const index = indexOf(row);
    if (index === undefined) continue;
    const date = calendarDate(requiredText(row, 'date'));
    const level = decimal(requiredText(row, 'level'));
    const isLevel = level.gt(0);
    if (!isLevel) refusals.push({ row: row.row, field: 'level', reason: 'A level must be above zero.' });
    const isAhead = date > today;
    if (isAhead) refusals.push({ row: row.row, field: 'date', reason: futureLevelText(date) });
    const day = `${index.id} ${date}`;
    const twin = days.get(day);
    if (twin === undefined) {
      days.set(day, row.row);
      const levels = entered.get(index.id) ?? new Map<CalendarDate, Decimal>();
      if (isLevel && !isAhead) entered.set(index.id, levels.set(date, level));
    } else
      refusals.push({
        row: row.row,
        field: 'date',
        reason: `Row ${String(twin)} already has a level for this date.`,
      });
  }
  const nameOf = new Map([...existing.indices, ...newIndices.values()].map(({ id, name }) => [id, name]));
  const planned: PlannedLevels[] = [];
  const changed: ChangedLevel[] = [];
  const gaps: LevelGaps[] = [];
  let [created, unchanged, missing] = [0, 0, 0];
  for (const [indexId, levels] of entered) {
    const name = nameOf.get(indexId) ?? '';
    const change = planLevels(existing.levels.get(indexId) ?? new Map(), levels, overwrite);
    created += change.created;
    unchanged += change.unchanged;
    missing += change.missing;
    changed.push(...change.changed.map((level) => ({ name, ...level })));
    planned.push({ indexId, name, levels: change.levels });
    if (change.gaps !== null) gaps.push({ name, ...change.gaps });
  }
  return {
    newIndices: [...newIndices.values()].filter(({ id }) => entered.has(id)),
    planned: planned.filter(({ levels }) => levels.length > 0),
    changed,
    gaps,
    counts: { created, changed: changed.length, unchanged, missing },
    refusals,
  };
}

/** Returns a function that finds the index of a row. An unknown index that the row names is added to `newIndices`. */
function indexReader(existing: ExistingIndices, newId: () => string, refusals: RowRefusal[]) {
  const currencyNamed = currencyLookup(existing.currencies);
  const indexNamed = lookup(existing.indices);
  const names = new Set(existing.indices.map(({ name }) => name.toLowerCase()));
  const newIndices = new Map<string, NewIndex>();
  const indexOf = (row: ReadRow): { readonly id: string } | undefined => {
    const cellText = textValue(row, 'index') ?? '';
    const there = indexNamed(cellText) ?? newIndices.get(cellText.toLowerCase());
    if (there !== undefined) return there;
    const name = textValue(row, 'name');
    const currency = textValue(row, 'currency');
    const named = currency === null ? ok(null) : currencyNamed(currency);
    const currencyId = named.isOk() ? (named.value?.id ?? null) : undefined;
    const wrong: readonly (readonly [field: string, reason: string])[] = [
      ...(name === null ? [['index', `There is no index '${cellText}'. Enter its name to create it.`] as const] : []),
      ...(name !== null && cellText.length > LONGEST_CODE
        ? [['index', `A code can have at most ${LONGEST_CODE} characters.`] as const]
        : []),
      ...(name !== null && names.has(name.toLowerCase())
        ? [['name', `An index '${name}' already exists with another code.`] as const]
        : []),
      ...(named.isErr() ? [['currency', named.error] as const] : []),
    ];
    for (const [field, reason] of wrong) refusals.push({ row: row.row, field, reason });
    if (name === null || currencyId === undefined || wrong.length > 0) return undefined;
    const index = { id: newId(), code: cellText, name, provider: textValue(row, 'provider'), currencyId };
    newIndices.set(cellText.toLowerCase(), index);
    names.add(name.toLowerCase());
    return index;
  };
  return { indexOf, newIndices };
}

/** Compares the levels of a file with those of an index. With `overwrite`, levels that the file doesn't have are removed. */
function planLevels(existing: ExistingLevels, levels: ExistingLevels, overwrite: boolean) {
  const put: { date: CalendarDate; level: string | null }[] = [];
  const changed: Omit<ChangedLevel, 'name'>[] = [];
  let [created, unchanged] = [0, 0];
  for (const [date, level] of levels) {
    const before = existing.get(date);
    if (before?.eq(level)) {
      unchanged += 1;
      continue;
    }
    if (before === undefined) created += 1;
    else changed.push({ date, before: numberText(before), after: numberText(level) });
    put.push({ date, level: numberText(level) });
  }
  const days = [...levels.keys()].sort();
  const first = required(days[0], 'the first day of an index');
  const last = required(days.at(-1), 'the last day of an index');
  const missing = [...existing.keys()].filter((date) => date >= first && date <= last && !levels.has(date));
  const removed = new Set(overwrite ? missing : []);
  for (const date of removed) put.push({ date, level: null });
  const gaps = gapsIn([...new Set([...existing.keys(), ...days])].filter((date) => !removed.has(date)).sort());
  return { levels: put, changed, created, unchanged, missing: missing.length, gaps };
}

function gapsIn(days: readonly CalendarDate[]): Omit<LevelGaps, 'name'> | null {
  let count = 0;
  let longest: { from: CalendarDate; to: CalendarDate; length: number } | undefined;
  for (const [i, to] of days.entries()) {
    const from = days[i - 1];
    const length = from === undefined ? 0 : dayNumber(to) - dayNumber(from);
    // On the day before the next level, the previous one is a day less old than the gap is long.
    if (from === undefined || length - 1 <= STALE_DAYS) continue;
    count += 1;
    if (longest === undefined || length > longest.length) longest = { from, to, length };
  }
  return longest === undefined ? null : { count, longest: { from: longest.from, to: longest.to } };
}
