import { asText } from '@carrara/contract/core/asText';
import type { ColumnNames, Layout } from '../engine/journal/layout.ts';
import {
  type FewRows,
  type ManyRows,
  type RecordState,
  stateSql,
  unlistedColumns,
} from '../engine/journal/recordStates.ts';
import { recordParts, type RecordType } from '../engine/journal/recordTables.ts';
import type { RecordPart } from '../tables/tableManifest.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import type { Finding } from './finding.ts';
import { maskValue } from './masked.ts';

interface Suspect {
  readonly type: RecordType;
  readonly id: string;
  /** Sequence number of the audit entry with the record's last state. */
  readonly seq: number;
}

/** A layout reduced to the columns that still exist, and the names of all columns in its states. */
export interface StoredLayout extends Layout {
  readonly names: ColumnNames;
}

interface Entry {
  readonly state: RecordState;
  readonly entryText: string;
  readonly name: string | null;
}

type Row = Readonly<Record<string, string | null>>;

/**
 * Reports how a record differs from its last state: row by row and column by column, or by sums if it has many rows.
 */
export async function compareStates(
  tx: Transaction,
  { type, id, seq }: Suspect,
  layout: StoredLayout,
): Promise<readonly Finding[]> {
  const [entry] = await tx.query<Entry>(
    `SELECT state, object_name AS name, concat_ws(' ', 'entry ' || seq || ',', operation, 'by ' || person_name) AS "entryText"
     FROM activity WHERE tenant_id = $1 AND seq = $2`,
    [tx.tenantId, seq],
  );
  if (!entry) throw new Error(`there is no entry ${seq}`);
  const was = entry.state;
  const parts = recordParts(type);
  const [stored] = await tx.query<{ state: RecordState | null }>(
    `SELECT ${stateSql(type, layout, parts)} AS state FROM (SELECT $2::uuid AS id) r`,
    [tx.tenantId, id],
  );
  const [root] = rowsOf(was, recordParts(type)[0].table, layout.names[recordParts(type)[0].table] ?? []);
  const label = type.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  // A date alone doesn't say whose record it is.
  const owner = entry.name === null || /^[\d/-]+$/.test(entry.name) ? ownerOf(root ?? {}, id) : [];
  const location = [label, ...owner, entry.name ?? id];
  const deletedIds = await withdrawnSince(tx, seq);
  const is = stored?.state ?? undefined;
  if (!is) {
    const rows = rowsOf(was, recordParts(type)[0].table, layout.names[recordParts(type)[0].table] ?? []);
    return recordParts(type)[0].mayBeDeleted || rows.some((row) => pointsAt(row, deletedIds))
      ? []
      : [{ location, description: 'is missing without an audit entry', was: entry.entryText, is: null }];
  }
  return parts.flatMap((part) => {
    const storedRows = was[part.table];
    const columns = layout.tables.get(part.table);
    // The table became part of the record later, or no longer is.
    if (storedRows === undefined || typeof storedRows === 'string' || !columns || is[part.table] === undefined)
      return [];
    const names = layout.names[part.table] ?? [];
    const remaining = columns.map(({ name }) => name);
    if (part.many) {
      // A digest that covers dropped columns can't be recomputed.
      if (remaining.length < names.length) return [];
      return compareMany(location, part, storedRows as ManyRows, is[part.table] as ManyRows, entry.entryText);
    }
    const key = columns.filter(({ keyPosition }) => keyPosition !== null).map(({ name }) => name);
    return compareFew(
      location,
      key,
      rowsOf(was, part.table, names),
      rowsOf(is, part.table, remaining),
      deletedIds,
      part,
    );
  });
}

/** Returns the records that a later entry deleted. Everything that belonged to them was deleted with them. */
async function withdrawnSince(tx: Transaction, seq: number): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(
    `SELECT object_id AS id FROM activity WHERE tenant_id = $1 AND seq > $2
       AND (state - 'layout' = '{}' OR state IS NULL AND after IS NULL AND before IS NOT NULL)`,
    [tx.tenantId, seq],
  );
  return new Set(rows.map(({ id }) => id));
}

const pointsAt = (row: Row, deletedIds: ReadonlySet<string>) =>
  Object.values(row).some((text) => text !== null && deletedIds.has(text));

function rowsOf(state: RecordState, table: string, columns: readonly string[]): readonly Row[] {
  return ((state[table] ?? []) as FewRows).map((values) =>
    Object.fromEntries(columns.map((name, i) => [name, values[i] ?? null])),
  );
}

function compareFew(
  location: readonly string[],
  key: readonly string[],
  was: readonly Row[],
  is: readonly Row[],
  deletedIds: ReadonlySet<string>,
  part: RecordPart,
): readonly Finding[] {
  const keyed = (rows: readonly Row[]) => new Map(rows.map((row) => [key.map((name) => row[name]).join(' '), row]));
  const [before, now] = [keyed(was), keyed(is)];
  const findings: Finding[] = [];
  for (const id of new Set([...before.keys(), ...now.keys()])) {
    const [earlier, other] = [before.get(id), now.get(id)];
    const rowLocation = [...location, ...labelOf(earlier ?? other ?? {}, part)];
    if (!other) {
      if (earlier && !pointsAt(earlier, deletedIds))
        findings.push({
          location: rowLocation,
          description: `${spaced(part.table)} is gone`,
          was: texts(earlier),
          is: null,
        });
    } else if (!earlier)
      findings.push({
        location: rowLocation,
        description: `${spaced(part.table)} has no entry in the audit log`,
        was: null,
        is: texts(other),
      });
    else {
      for (const name of Object.keys(earlier).filter((column) => column in other)) {
        const [old, own] = [earlier[name] ?? null, other[name] ?? null];
        if (old === own || (own === null && old !== null && deletedIds.has(old))) continue;
        const label = spaced(name);
        const printed = (value: string | null) => value && maskValue(name, value);
        findings.push(
          unlistedColumns.has(name)
            ? { location: rowLocation, description: `${label} is another` }
            : { location: rowLocation, description: label, was: printed(old), is: printed(own) },
        );
      }
    }
  }
  return findings;
}

/** Returns the id of the owner of a record without a name. The audit replaces it with the name. */
function ownerOf(row: Row, id: string): readonly string[] {
  const column = owners.find((name) => typeof row[name] === 'string' && row[name] !== id);
  return column === undefined ? [] : [row[column] ?? ''];
}
const owners = ['employee_id', 'participant_id', 'trust_id', 'investor_id', 'vehicle_id', 'container_id', 'person_id'];

const spaced = (name: string) => name.replaceAll('_', ' ');
const named = [
  'container_id',
  'participant_id',
  'approver_id',
  'person_id',
  'tax_characterization_id',
  'sector_id',
  'industry_id',
  'application',
];

/** Returns the label of a row within its record: the name of its person or thing, its version, its months, or its award and day. */
function labelOf(row: Row, { key }: RecordPart): readonly string[] {
  if (key === 'id') return [];
  const name = named.find((column) => column !== key && typeof row[column] === 'string');
  if (name) return [row[name] ?? ''];
  if (typeof row['version'] === 'string') return [`version ${row['version']}`];
  const { period_start: start, period_end: end } = row;
  // A row of a vesting schedule. The last one has no end.
  if (typeof start === 'string') return [end == null ? `from month ${start}` : `months ${start} to ${end}`];
  // A payment or tranche of a deferred award.
  return ['deferred_award_id', 'kind', 'entry_date', 'vest_date'].flatMap((column) =>
    typeof row['deferred_award_id'] === 'string' && typeof row[column] === 'string' ? [row[column]] : [],
  );
}

const texts = (row: Row) =>
  Object.entries(row)
    .flatMap(([name, text]) =>
      text === null || name === 'id' || unlistedColumns.has(name) ? [] : [`${spaced(name)} ${maskValue(name, text)}`],
    )
    .join(', ');

function compareMany(
  location: readonly string[],
  part: RecordPart,
  was: ManyRows,
  is: ManyRows,
  message: string,
): readonly Finding[] {
  if (was.digest === is.digest && was.count === is.count) return [];
  const findings: Finding[] = [];
  const { by = [], columns = [] } = part.sums ?? {};
  // An earlier version stored other sums, or none.
  const isComparable = [was, is].every(({ sums = [] }) =>
    sums.every((row) => row.length === by.length + columns.length),
  );
  const sums = (rows: ManyRows) =>
    new Map(
      (isComparable && was.sums ? (rows.sums ?? []) : []).map((row) => [
        JSON.stringify(row.slice(0, by.length)),
        row.slice(by.length),
      ]),
    );
  const [before, now] = [sums(was), sums(is)];
  for (const key of new Set([...before.keys(), ...now.keys()])) {
    const names = (JSON.parse(key) as readonly (string | null)[]).flatMap((name, i) =>
      name === null ? [] : [by[i] === 'figure' ? asText(name) : name],
    );
    columns.forEach((column, i) => {
      const [old, own] = [before.get(key)?.[i] ?? null, now.get(key)?.[i] ?? null];
      if (old !== own)
        findings.push({
          location: [...location, ...names],
          description: `${spaced(column)} in ${spaced(part.table)}`,
          was: old,
          is: own,
        });
    });
  }
  if (was.count !== is.count)
    findings.push({
      location,
      description: `rows of ${spaced(part.table)}`,
      was: String(was.count),
      is: String(is.count),
    });
  return findings.length > 0
    ? findings
    : [{ location, description: `a row of ${spaced(part.table)} differs from its state in ${message}` }];
}
