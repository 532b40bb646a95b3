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
import type { RowFinding } from './movedRows.ts';
import {
  columnLabel,
  differingTexts,
  isAmount,
  namedValues,
  nounOf,
  nounsOf,
  type Row,
  rowText,
  subjectColumns,
  subjectsOf,
  typeLabel,
} from './rowTexts.ts';

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

/**
 * Reports how a record differs from its last state: row by row and column by column, or by sums if it has many rows.
 */
export async function compareStates(
  tx: Transaction,
  { type, id, seq }: Suspect,
  layout: StoredLayout,
): Promise<readonly RowFinding[]> {
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
  const [{ table, mayBeDeleted }] = parts;
  const roots = rowsOf(was, table, layout.names[table] ?? []);
  const subjects = subjectsOf(table, roots[0] ?? {});
  // A figure or a date after the owner is the record's name. So are two owners, such as the fund and the investor of a commitment.
  const isNamed = subjects.length > 1 || !subjectColumns(table).every((column) => column.endsWith('_id'));
  const location = [typeLabel(type), ...subjects, ...(isNamed ? [] : [entry.name ?? id])];
  const deletedIds = await withdrawnSince(tx, seq);
  const currencies = await vehicleCurrencies(tx);
  const currencyOf = (row: Row) => currencies.get(row['vehicle_id'] ?? roots[0]?.['vehicle_id'] ?? '');
  const is = stored?.state ?? undefined;
  if (!is) {
    const [values = {}] = roots;
    const removed = { table, values, source: null, currency: currencyOf(values) };
    return mayBeDeleted || roots.some((row) => pointsAt(row, deletedIds))
      ? []
      : [{ location, description: 'is missing without an audit entry', was: entry.entryText, is: null, removed }];
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
      const rows = { was: storedRows as ManyRows, is: is[part.table] as ManyRows };
      return compareMany(location, part, rows, entry.entryText, { deletedIds, currencyOf });
    }
    const key = columns.filter(({ keyPosition }) => keyPosition !== null).map(({ name }) => name);
    return compareFew(location, key, rowsOf(was, part.table, names), rowsOf(is, part.table, remaining), part, {
      deletedIds,
      currencyOf,
    });
  });
}

/** Returns the currency of each fund and coinvestment. */
export async function vehicleCurrencies(tx: Transaction): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.prepared<{ id: string; currency: string }>(
    `SELECT v.id, r.code AS currency FROM (SELECT tenant_id, id, currency_id FROM fund UNION ALL SELECT tenant_id, id, currency_id FROM coinvestment) v
     JOIN reference_entry r ON r.tenant_id = v.tenant_id AND r.id = v.currency_id WHERE v.tenant_id = $1`,
    [tx.tenantId],
  );
  return new Map(rows.map(({ id, currency }) => [id, currency]));
}

/** Input of the comparison of rows: the records that were deleted since, and the currency of a row's vehicle. */
interface Comparison {
  readonly deletedIds: ReadonlySet<string>;
  readonly currencyOf: (row: Row) => string | undefined;
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

/** Compares rows by their key, column by column. */
export function compareFew(
  location: readonly string[],
  key: readonly string[],
  was: readonly Row[],
  is: readonly Row[],
  part: RecordPart,
  { deletedIds, currencyOf }: Comparison,
): readonly RowFinding[] {
  const keyed = (rows: readonly Row[]) => new Map(rows.map((row) => [key.map((name) => row[name]).join(' '), row]));
  const [before, now] = [keyed(was), keyed(is)];
  const findings: RowFinding[] = [];
  for (const id of new Set([...before.keys(), ...now.keys()])) {
    const [earlier, other] = [before.get(id), now.get(id)];
    const row = earlier ?? other ?? {};
    const rowLocation = [...location, ...labelOf(row, part)];
    const currency = currencyOf(row);
    const unmatched = { table: part.table, values: row, source: location.join(' > '), currency };
    const isOfSource = part.key === 'source_id';
    if (!other) {
      if (earlier && !pointsAt(earlier, deletedIds))
        findings.push({
          location: rowLocation,
          description: `${nounOf(part.table)} is gone`,
          ...disappeared(rowText(part.table, earlier, [part.key], currency)),
          ...(isOfSource ? { removed: unmatched } : {}),
        });
    } else if (!earlier)
      findings.push({
        location: rowLocation,
        description: `${nounOf(part.table)} has no entry in the audit log`,
        ...appeared(rowText(part.table, other, [part.key], currency)),
        ...(isOfSource ? { added: unmatched } : {}),
      });
    else {
      for (const name of Object.keys(earlier).filter((column) => column in other)) {
        const [old, own] = [earlier[name] ?? null, other[name] ?? null];
        if (old === own || (own === null && old !== null && deletedIds.has(old))) continue;
        const label = columnLabel(name);
        const [before, after] = differingTexts(part.table, name, [old, own]);
        const isListed = !unlistedColumns.has(name) && before !== after;
        const values = { was: before, is: after, ...(isAmount(name, row) ? { currency } : {}) };
        findings.push(
          !isListed
            ? { location: rowLocation, description: `${label} is another` }
            : isDigest(before) && isDigest(after)
              ? { location: rowLocation, description: `${label}: content changed` }
              : { location: rowLocation, description: label, ...values },
        );
      }
    }
  }
  return findings;
}

/** Values of a row that only one side has. A row whose location says everything has none. */
const appeared = (text: string): Pick<Finding, 'was' | 'is'> => (text === '' ? {} : { was: null, is: text });
const disappeared = (text: string): Pick<Finding, 'was' | 'is'> => (text === '' ? {} : { was: text, is: null });

/** True for the digest of a long or binary value, which tells nobody what changed. */
const isDigest = (text: string | null): boolean => text !== null && /^[0-9a-f]{64}$/.test(text);

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

/** Returns the label of a row within its record: what it is about, the name of its person or thing, its version, or its months. */
export function labelOf(row: Row, { table, key }: RecordPart): readonly string[] {
  if (key === 'id') return [];
  const { period_start: start, period_end: end } = row;
  // A step of a vesting schedule. The last one has no end.
  if (table === 'vesting_schedule_row' && typeof start === 'string')
    return [end == null ? `from month ${start}` : `months ${start} to ${end}`];
  if (subjectColumns(table).length > 0) return subjectsOf(table, row, key);
  const name = named.find((column) => column !== key && typeof row[column] === 'string');
  if (name) return [row[name] ?? ''];
  return typeof row['version'] === 'string' ? [`version ${row['version']}`] : [];
}

/** Compares many rows by their groups. A group whose sums are equal although a row differs is named without values. */
function compareMany(
  location: readonly string[],
  part: RecordPart,
  { was, is }: { readonly was: ManyRows; readonly is: ManyRows },
  message: string,
  comparison: Comparison,
): readonly RowFinding[] {
  if (was.digest === is.digest && was.count === is.count) return [];
  const noun = nounOf(part.table);
  const findings: Finding[] = [];
  const { by = [], sets } = part.sums ?? {};
  const { columns, hasDigests, isComparable } = comparableSums(was, part);
  const width = by.length + columns.length;
  const valuesOf = (row: readonly (string | null)[]) => [...row.slice(0, width), ...(hasDigests ? row.slice(-1) : [])];
  const groups = ({ sums = [] }: ManyRows) =>
    new Map(
      (isComparable ? sums : []).map((row) => [
        JSON.stringify(row.slice(0, by.length)),
        valuesOf(row).slice(by.length),
      ]),
    );
  if (by[0] === 'id' && isComparable) {
    const rowsOfGroups = ({ sums = [] }: ManyRows) =>
      sums.map((row) => {
        const values = valuesOf(row);
        return Object.fromEntries([...by, ...columns, groupDigest].map((name, i) => [name, values[i] ?? null]));
      });
    return compareRows(location, part, { was: rowsOfGroups(was), is: rowsOfGroups(is) }, message, comparison);
  }
  const [before, now] = [groups(was), groups(is)];
  for (const key of new Set([...before.keys(), ...now.keys()])) {
    const [old, own] = [before.get(key), now.get(key)];
    if (JSON.stringify(old) === JSON.stringify(own)) continue;
    const values = JSON.parse(key) as readonly (string | null)[];
    const pairs = by.map((column, i) => [column, values[i] ?? null] as const);
    const names = namedValues(part.table, sets ? pairs.filter(([, value]) => value !== null) : pairs);
    const currency = comparison.currencyOf(Object.fromEntries(pairs));
    const differing = columns.flatMap((column, i): Finding[] => {
      const [first, other] = [old?.[i] ?? null, own?.[i] ?? null];
      const label = columnLabel(column);
      const inRows = noun.endsWith(` ${label}`) ? label : `${label} in ${noun}`;
      const description = sets ? `${label} of all ${nounsOf(part.table)}` : inRows;
      const values = { was: first, is: other, ...(isAmount(column, {}) ? { currency } : {}) };
      return first === other ? [] : [{ location: [...location, ...names], description, ...values }];
    });
    const unsummed = { location: [...location, ...names], description: `${noun} differs from its state in ${message}` };
    findings.push(...(differing.length > 0 || !hasDigests ? differing : [unsummed]));
  }
  if (was.count !== is.count)
    findings.push({
      location,
      description: `number of ${nounsOf(part.table)}`,
      was: String(was.count),
      is: String(is.count),
    });
  // Rows without sums, or with those of an earlier version.
  return findings.length > 0
    ? findings
    : [{ location, description: `a row of ${nounsOf(part.table)} differs from its state in ${message}` }];
}

const groupDigest = 'digest of the row';

/**
 * Returns the sums that a stored state has. An earlier version stored no digests of groups, only the first of these sums, others, or none. Without
 * digests, all sums are needed to compare them.
 */
function comparableSums({ sums }: ManyRows, part: RecordPart) {
  const { by = [], columns = [] } = part.sums ?? {};
  const hasDigests = sums?.every((row) => /^[0-9a-f]{16}$/.test(row.at(-1) ?? '')) ?? false;
  const [row] = sums ?? [];
  const stored = row === undefined ? columns.length : row.length - by.length - (hasDigests ? 1 : 0);
  const isAll = stored === columns.length;
  const isComparable =
    sums?.every(({ length }) => length === row?.length) === true && (isAll || (hasDigests && stored < columns.length));
  return { hasDigests, isComparable, columns: columns.slice(0, Math.max(stored, 0)) };
}

/** Compares many rows by their values, if the audit log stores those that say what a row is. A row in which others differ is only named. */
function compareRows(
  location: readonly string[],
  part: RecordPart,
  { was, is }: { readonly was: readonly Row[]; readonly is: readonly Row[] },
  message: string,
  comparison: Comparison,
): readonly RowFinding[] {
  const differing = (rows: readonly Row[], others: readonly Row[]) => {
    const digests = new Map(others.map((row) => [row['id'], row[groupDigest]]));
    return rows
      .filter((row) => digests.get(row['id']) !== row[groupDigest])
      .map(({ [groupDigest]: _digest, ...row }): Row => row);
  };
  const [before, now] = [differing(was, is), differing(is, was)];
  const texts = new Set(now.map((row) => JSON.stringify(row)));
  const unlisted = before
    .filter((row) => texts.has(JSON.stringify(row)))
    .map((row) => ({
      location: [...location, ...labelOf(row, part)],
      description: `${nounOf(part.table)} differs from its state in ${message}`,
    }));
  return [...compareFew(location, ['id'], before, now, part, comparison), ...unlisted];
}
