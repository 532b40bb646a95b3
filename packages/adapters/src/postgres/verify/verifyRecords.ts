import { beginOperation } from '../engine/auditLog/beginStates.ts';
import { type ColumnNames, storedLayouts, type Layout, type Reader, readLayout } from '../engine/journal/layout.ts';
import {
  type FewRows,
  tenantCondition,
  recordIdsSql,
  type RecordState,
  stateSql,
} from '../engine/journal/recordStates.ts';
import { recordParts, type RecordType, recordTypes, rootTables } from '../engine/journal/recordTables.ts';
import type { RecordPart } from '../tables/tableManifest.ts';
import {
  type NotedEntry,
  standardEntriesInAuditLog,
  standardReferences,
  standardValues,
} from '../platform/referenceData/standardNote.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import { compareFew, compareStates, type StoredLayout, vehicleCurrencies } from './compareStates.ts';
import { type Finding, verifyPart } from './finding.ts';
import { joinMovedRows, type RowFinding } from './movedRows.ts';
import { nounsOf, type Row, rowText, subjectsOf, typeLabel } from './rowTexts.ts';

/** Result for the records of one type. */
export interface RecordCount {
  readonly type: RecordType;
  /** Number of records that match the audit log. */
  readonly checked: number;
  /** Number of records last changed before the audit log stored states, so there is nothing to compare. */
  readonly withoutState: number;
}

export interface RecordsReport {
  readonly counts: readonly RecordCount[];
  readonly findings: readonly Finding[];
}

interface LastState {
  readonly type: RecordType;
  readonly id: string;
  readonly seq: number;
  readonly layout: string;
  readonly isDeleted: boolean;
  readonly digest: string;
}

/**
 * Types whose records can be created without an audit entry. They are no finding as long as the audit log hasn't begun
 * to store states.
 */
const mayPrecede: ReadonlySet<RecordType> = new Set(['tenant', 'user']);

/**
 * Compares every record with its last state in the audit log, in both directions. Also finds records without an
 * entry, and records that are gone without one.
 */
export async function verifyRecords(tx: Transaction): Promise<RecordsReport> {
  const reader = createReader(tx);
  const layout = await readLayout(reader);
  const layoutsByState = await storedLayouts(reader);
  const layouts = readable(layoutsByState, layout);
  const last = await lastStates(tx);
  const notifiedCounts = await notifiedBefore(tx);
  const isWhole = await hasBegun(tx);
  const counts: RecordCount[] = [];
  const used = new Set([...last.values()].flatMap((states) => [...states.values()].map((state) => state.layout)));
  const findings: RowFinding[] = [...used]
    .filter((id) => !layoutsByState.has(id))
    .map((id) => ({
      location: ['audit log'],
      description: `the columns of its states are no longer stored (layout ${id})`,
    }));
  for (const type of recordTypes)
    await verifyPart(tx, [typeLabel(type)], findings, async () => {
      const states = last.get(type) ?? new Map<string, LastState>();
      const records = await tx.prepared<{ id: string; table: string }>(recordIdsSql(type), [tx.tenantId]);
      const stored = new Map(records.map(({ id, table }) => [id, table]));
      const isReference = type === 'reference';
      const standard = isReference ? await standardReferences(reader, tx.tenantId) : new Map<string, string>();
      const noted = isReference ? await standardEntriesInAuditLog(reader, tx.tenantId) : new Map<string, NotedEntry>();
      let [checked, unchecked] = [0, 0];
      const strange: string[] = [];
      for (const [id, table] of stored) {
        const state = states.get(id);
        if (state && !state.isDeleted) continue;
        const notifiedAt = notifiedCounts.get(`${type} ${id}`);
        // A version whose states didn't include this table recorded its changes in entries without a state.
        const isOlder =
          state && notifiedAt && notifiedAt > state.seq && layoutsByState.get(state.layout)?.[table] === undefined;
        if (state && !isOlder)
          findings.push({
            location: [typeLabel(type), id],
            description: `exists although entry ${state.seq} deleted it`,
          });
        else if (standard.has(id)) checked += 1;
        else if (notifiedAt || (!isWhole && mayPrecede.has(type))) unchecked += 1;
        else strange.push(id);
      }
      findings.push(...(await withoutEntry(tx, type, strange, { layout, noted })));
      for (const [id, entry] of noted)
        if (!stored.has(id) && !states.has(id))
          findings.push({ location: locationOf(entry), description: 'is missing without an audit entry' });
      const compared = await compareType(
        tx,
        type,
        [...states.values()].filter(({ isDeleted }) => !isDeleted),
        stored,
        layouts,
      );
      counts.push({ type, checked: checked + compared.checked, withoutState: unchecked + compared.unreadable });
      findings.push(...compared.findings);
    });
  findings.push(...((await verifyPart(tx, ['rows of records'], findings, () => strayRows(tx))) ?? []));
  return { counts, findings: joinMovedRows(findings) };
}

export const createReader = (tx: Transaction): Reader => ({
  query: async <R>(text: string, values: unknown[]) => ({ rows: await tx.query<R>(text, values) }),
});

/** Restricts the stored layouts to tables and columns that still exist. */
function readable(layouts: ReadonlyMap<string, ColumnNames>, today: Layout): ReadonlyMap<string, StoredLayout> {
  return new Map([...layouts].map(([id, names]) => [id, { names, ...restrictedTo(id, names, today) }]));
}

function restrictedTo(id: string, names: ColumnNames, today: Layout): Layout {
  const tables = Object.entries(names).flatMap(([table, columns]) => {
    const remaining = (today.tables.get(table) ?? []).filter(({ name }) => columns.includes(name));
    return remaining.length > 0 ? [[table, remaining] as const] : [];
  });
  return { id, tables: new Map(tables) };
}

async function lastStates(tx: Transaction): Promise<ReadonlyMap<RecordType, ReadonlyMap<string, LastState>>> {
  const rows = await tx.query<LastState>(
    `SELECT DISTINCT ON (object_type, object_id) object_type AS type, object_id AS id, seq, state ->> 'layout' AS layout,
       state - 'layout' = '{}' AS "isDeleted", encode(sha256(convert_to(state::text, 'UTF8')), 'hex') AS digest
     FROM activity WHERE tenant_id = $1 AND state IS NOT NULL ORDER BY object_type, object_id, seq DESC`,
    [tx.tenantId],
  );
  const found = new Map<RecordType, Map<string, LastState>>();
  for (const row of rows) found.set(row.type, (found.get(row.type) ?? new Map<string, LastState>()).set(row.id, row));
  return found;
}

/** Returns the records with audit entries that have no state, and the last such entry of each. */
async function notifiedBefore(tx: Transaction): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ record: string; seq: number }>(
    `SELECT object_type || ' ' || object_id AS record, max(seq) AS seq FROM activity WHERE tenant_id = $1 AND state IS NULL GROUP BY 1`,
    [tx.tenantId],
  );
  return new Map(rows.map(({ record, seq }) => [record, seq]));
}

/** True if the firm's audit log has recorded its initial members. */
async function hasBegun(tx: Transaction): Promise<boolean> {
  const begun = await tx.query('SELECT FROM activity WHERE tenant_id = $1 AND object_id = $1 AND operation = $2', [
    tx.tenantId,
    beginOperation,
  ]);
  return begun.length > 0;
}

/** Returns the location of a standard entry. It names the entry as the audit log does, even if its code was changed. */
const locationOf = ({ type, code }: NotedEntry) => ['reference', ...subjectsOf('reference_entry', { type, code })];

/** Reports how a standard entry differs from the one that the audit log lists, column by column. */
function changedStandard(entry: NotedEntry, row: Row): readonly RowFinding[] {
  const values = standardValues(entry, row['created_at'] ?? null);
  const part = { table: 'reference_entry', key: 'id' };
  const comparison = { deletedIds: new Set<string>(), currencyOf: () => undefined };
  return values ? compareFew(locationOf(entry), [], [values], [row], part, comparison) : [];
}

async function withoutEntry(
  tx: Transaction,
  type: RecordType,
  ids: readonly string[],
  { layout, noted }: { readonly layout: Layout; readonly noted: ReadonlyMap<string, NotedEntry> },
): Promise<readonly RowFinding[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<{ id: string; state: RecordState | null }>(
    `SELECT r.id, ${stateSql(type, layout)} AS state FROM unnest($2::uuid[]) AS r(id)`,
    [tx.tenantId, ids],
  );
  const currencies = await vehicleCurrencies(tx);
  const roots = rootTables(type);
  return rows.flatMap(({ id, state }): readonly RowFinding[] => {
    const rowOf = ({ table }: RecordPart) => (state?.[table] as FewRows | undefined)?.[0];
    const root = roots.find(rowOf) ?? roots[0];
    const { table } = root;
    const values = rowOf(root);
    const columns = layout.tables.get(table) ?? [];
    const row = Object.fromEntries(columns.map(({ name }, i) => [name, values?.[i] ?? null]));
    const entry = noted.get(id);
    const changes = entry ? changedStandard(entry, row) : [];
    if (changes.length > 0) return changes;
    const subjects = subjectsOf(table, row);
    const currency = currencies.get(row['vehicle_id'] ?? '');
    return [
      {
        location: entry ? locationOf(entry) : [typeLabel(type), ...(subjects.length > 0 ? subjects : [id])],
        description: 'has no entry in the audit log',
        was: null,
        is: rowText(table, row, [], currency),
        added: { table, values: row, source: null, currency },
      },
    ];
  });
}

interface Compared {
  readonly checked: number;
  readonly unreadable: number;
  readonly findings: readonly RowFinding[];
}

async function compareType(
  tx: Transaction,
  type: RecordType,
  states: readonly LastState[],
  stored: ReadonlyMap<string, string>,
  layouts: ReadonlyMap<string, StoredLayout>,
): Promise<Compared> {
  const findings: RowFinding[] = [];
  let [checked, unreadable] = [0, 0];
  const suspect: LastState[] = states.filter(({ id }) => !stored.has(id));
  for (const [layoutId, ofLayout] of byLayout(states.filter(({ id }) => stored.has(id)))) {
    const layout = layouts.get(layoutId);
    if (!layout) continue;
    const rows = await tx.prepared<{ id: string; digest: string }>(
      `SELECT x.id, encode(sha256(convert_to(x.state::text, 'UTF8')), 'hex') AS digest
       FROM (SELECT r.id, ${stateSql(type, layout)} AS state FROM unnest($2::uuid[]) AS r(id)) x`,
      [tx.tenantId, ofLayout.map(({ id }) => id)],
    );
    const now = new Map(rows.map(({ id, digest }) => [id, digest]));
    suspect.push(...ofLayout.filter(({ id, digest }) => now.get(id) !== digest));
    checked += ofLayout.length;
  }
  for (const { id, seq, layout } of suspect) {
    const own = layouts.get(layout);
    if (!own) continue;
    const found = await verifyPart(tx, [typeLabel(type), id], findings, () =>
      compareStates(tx, { type, id, seq }, own),
    );
    if (found === undefined) continue;
    findings.push(...found);
    // The columns that still exist match. The others were dropped, so the record counts as unreadable.
    if (found.length === 0 && hasLost(own)) {
      unreadable += 1;
      checked -= 1;
    }
  }
  return { checked, unreadable, findings };
}

const hasLost = ({ names, tables }: StoredLayout) =>
  Object.entries(names).some(([table, columns]) => tables.get(table)?.length !== columns.length);

function byLayout(states: readonly LastState[]): ReadonlyMap<string, readonly LastState[]> {
  const found = new Map<string, LastState[]>();
  for (const state of states) found.set(state.layout, [...(found.get(state.layout) ?? []), state]);
  return found;
}

/** Finds rows that are part of no record. Several types share the tables of containers and participants. */
async function strayRows(tx: Transaction): Promise<readonly Finding[]> {
  const holders = new Map<string, { readonly part: RecordPart; readonly roots: RecordPart[] }>();
  for (const [root, ...parts] of recordTypes.map(recordParts)) {
    for (const part of parts) {
      // Rows of people who aren't members yet, or no longer are.
      if (part.ofHome || part.alone) continue;
      const holder = holders.get(part.table) ?? { part, roots: [] };
      holder.roots.push(part.through ? { table: part.through.table, key: 'id' } : root);
      holders.set(part.table, holder);
    }
  }
  const isRoot = new Set(recordTypes.map((type) => recordParts(type)[0].table));
  const findings: Finding[] = [];
  for (const [table, { part, roots }] of holders) {
    const missing = roots.map(
      (root) =>
        `NOT EXISTS (SELECT FROM ${root.table} o WHERE ${tenantCondition(root, 'o')} AND o.${root.key} = t.${part.key})`,
    );
    // A table that is also a record of its own can have rows without an owner.
    const bound = isRoot.has(table) ? [`t.${part.key} IS NOT NULL`, ...(part.where ? [part.where] : [])] : [];
    const [found] = await tx.prepared<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table} t WHERE t.tenant_id = $1 AND ${[...missing, ...bound].join(' AND ')}`,
      [tx.tenantId],
    );
    if (!found || found.count === 0) continue;
    findings.push({
      location: [nounsOf(table)],
      description: 'rows that belong to no record',
      was: '0',
      is: String(found.count),
    });
  }
  return findings;
}
