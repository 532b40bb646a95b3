import { recordNoun } from '@carrara/contract/core/recordType';
import { displayedInstant } from '@carrara/contract/core/today';
import { err, fail, type Failure, noSuch, ok, required, type Result } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import { databaseFailure } from '../database/failures.ts';
import type { Transaction } from '../unitOfWork/transaction.ts';
import { type OwnedRows, saveChildren, saveList } from './children.ts';
import { type RecordDefinition, storedFields } from './definition.ts';
import { assignments, insertStatement, selectSql, updateStatement } from './statements.ts';

/** Fields that every stored record has, as in the contract. */
export interface RecordHead {
  readonly id: string;
  readonly rowVersion: number;
  readonly createdDate: string;
  readonly createdBy: string;
  readonly updatedDate: string;
  readonly updatedBy: string;
}
export type StoredRecord = RecordHead & Readonly<Record<string, unknown>>;

/** Failure: somebody else saved the record since it was read. */
export interface StaleFailure extends Failure {
  readonly code: 'STALE_VERSION';
  readonly changedBy: string;
  readonly changedDate: string;
  readonly rowVersion: number;
}

/** Operation and reason, for the audit entry. */
export interface Act {
  readonly operation: string;
  readonly reason?: string | null | undefined;
  readonly containerId?: string | null;
  /** Module of the record, if it varies within the type. */
  readonly application?: string | undefined;
}

/** Returns the record that a field links this one to, such as the employee of a salary. */
const containerOf = ({ containedBy }: RecordDefinition, record: Readonly<Record<string, unknown>> | null | undefined) =>
  (containedBy && (record?.[containedBy] as { readonly id: string } | null | undefined)?.id) || null;

type Values = Readonly<Record<string, unknown>>;
/** Values to write for a record. */
interface Valued {
  readonly id: string;
  readonly values: Values;
}

export interface RecordStore<R extends RecordHead = StoredRecord> {
  readonly definition: RecordDefinition;
  load(tx: Transaction, id: string): Promise<R | undefined>;
  loadMany(tx: Transaction, ids: readonly string[]): Promise<readonly R[]>;
  /** Returns all records, or those with these values. Texts are compared ignoring case. */
  find(tx: Transaction, where?: Readonly<Record<string, string | number | boolean | null>>): Promise<readonly R[]>;
  insert(tx: Transaction, act: Act, values: Readonly<Record<string, unknown>>): Promise<Result<R, Failure>>;
  /** Inserts many records in as few statements as for one. Either all are stored or none. */
  insertMany(
    tx: Transaction,
    act: Act,
    rows: readonly Readonly<Record<string, unknown>>[],
  ): Promise<Result<readonly R[], Failure>>;
  /** Updates the fields in `values`. Children and lists in it replace the stored ones. */
  update(
    tx: Transaction,
    act: Act,
    id: string,
    rowVersion: number,
    values: Readonly<Record<string, unknown>>,
  ): Promise<Result<R, Failure>>;
  /** Deletes the record with its children. Without a row version, deletes it in any state. */
  remove(tx: Transaction, act: Act, id: string, rowVersion?: number): Promise<Result<R, Failure>>;
}

/**
 * Creates the store of a record from its definition. Every write records the state before and after it, so no write
 * lacks its audit entry and event.
 *
 * Fails: NOT_FOUND, STALE_VERSION (a `StaleFailure`, with author and time), and the database's refusals: DUPLICATE,
 * IN_USE, INVALID_VALUE, OUT_OF_RANGE, INVALID_TEXT. After a refusal the transaction must be rolled back, which
 * returning the failure does.
 */
export function defineRecord<R extends RecordHead = StoredRecord>(definition: RecordDefinition): RecordStore<R> {
  const { read, load, find } = recordReader<R>(definition);
  const note = changeRecorder<R>(definition);

  async function insertAll(tx: Transaction, act: Act, rows: readonly Values[]): Promise<readonly R[]> {
    const created = rows.map((values): Valued => {
      const { id } = values;
      return { id: typeof id === 'string' && id !== '' ? id : newId(), values };
    });
    for (let start = 0; start < created.length; start += mostRowsAtOnce) {
      const some = created.slice(start, start + mostRowsAtOnce);
      const records = some.map(({ id, values }) => ({ id, tables: assignments(definition, values) }));
      const { text, values } = insertStatement(definition, tx, records);
      // Single inserts repeat, so they are prepared. The same number of rows hardly ever occurs twice.
      await (some.length === 1 ? tx.prepared(text, values) : tx.query(text, values));
    }
    await saveParts(tx, definition, created, true);
    const found = await read(tx, 't.id = ANY ($2::uuid[])', [created.map(({ id }) => id)], 'WHOLE');
    const stored = new Map(found.map((row) => [row.id, row]));
    const after = created.flatMap(({ id }) => stored.get(id.toLowerCase()) ?? []);
    if (after.length < created.length) throw new Error(`a ${definition.objectType} is missing after it was created`);
    for (const row of after) note(tx, act, null, row);
    return after;
  }

  return {
    definition,
    load,
    loadMany: (tx, ids) => read(tx, 't.id = ANY ($2::uuid[])', [ids]),
    find,
    insert: (tx, act, values) =>
      refused(async () => {
        const [stored] = await insertAll(tx, act, [values]);
        return ok(required(stored, `the inserted ${definition.objectType}`));
      }),
    insertMany: (tx, act, rows) => refused(async () => ok(await insertAll(tx, act, rows))),
    update: (tx, act, id, rowVersion, values) =>
      refused(async () => {
        const before = await load(tx, id);
        if (!before) return err(notFound(definition));
        const head = headOf(tx, id);
        const statement = updateStatement(definition, head, rowVersion, assignments(definition, values));
        const changed =
          before.rowVersion === rowVersion && (await tx.prepared(statement.text, statement.values)).length > 0;
        if (!changed) return err(await stale(tx, (await load(tx, id)) ?? before));
        await saveParts(tx, definition, [{ id, values }], false);
        const after = await load(tx, id);
        if (!after) throw new Error(`${definition.objectType} ${id} is missing after it was changed`);
        note(tx, act, before, after);
        return ok(after);
      }),
    remove: (tx, act, id, rowVersion) =>
      refused(async () => {
        const before = await load(tx, id);
        if (!before) return err(notFound(definition));
        if (rowVersion !== undefined && before.rowVersion !== rowVersion) return err(await stale(tx, before));
        const version = before.rowVersion;
        const own = await tx.query(
          `DELETE FROM ${definition.table} WHERE tenant_id = $1 AND id = $2 AND row_version = $3 RETURNING id`,
          [tx.tenantId, id, version],
        );
        if (own.length === 0) return err(await stale(tx, (await load(tx, id)) ?? before));
        for (const parent of definition.parents ?? []) {
          await tx.query(`DELETE FROM ${parent.table} WHERE tenant_id = $1 AND id = $2`, [tx.tenantId, id]);
        }
        note(tx, act, before, null);
        return ok(before);
      }),
  };
}

const fieldsByName = (definition: RecordDefinition) =>
  new Map(storedFields(definition).map((field) => [field.name, field]));

/** Returns how records are read: by a condition, by id, and by the values of fields. Pictures are read only with whole records. */
function recordReader<R extends RecordHead>(definition: RecordDefinition) {
  const select = selectSql(definition, { pictures: false });
  const selectWhole = selectSql(definition, { pictures: true });
  const kinds = fieldsByName(definition);

  function finish(stored: R & Record<string, unknown>): R {
    const row: Record<string, unknown> = stored;
    for (const [name, field] of kinds) {
      if (field.kind !== 'status' || typeof row[name] !== 'string') continue;
      row[name] = { code: row[name], description: definition.statusTexts?.[row[name]] ?? row[name] };
    }
    return stored;
  }
  const read = async (
    tx: Transaction,
    condition: string,
    values: readonly unknown[],
    extent: 'LISTED' | 'WHOLE' = 'LISTED',
  ): Promise<readonly R[]> => {
    const rows = await tx.prepared<R & Record<string, unknown>>(
      `${extent === 'WHOLE' ? selectWhole : select} WHERE t.tenant_id = $1 AND ${condition}`,
      [tx.tenantId, ...values],
    );
    return rows.map(finish);
  };
  const load = async (tx: Transaction, id: string): Promise<R | undefined> =>
    (await read(tx, 't.id = $2', [id], 'WHOLE'))[0];

  const find: RecordStore<R>['find'] = (tx, where = {}) => {
    const conditions = Object.entries(where).map(([name, value], index) => {
      const field = kinds.get(name);
      if (!field) throw new Error(`${definition.objectType} has no field ${name}`);
      const parent = field.parent ? `p${definition.parents?.indexOf(field.parent)}` : 't';
      const column = `${parent}.${columnOf(field.kind, name)}`;
      if (value === null) return `${column} IS NULL AND $${index + 2}::text IS NULL`;
      return textKinds.has(field.kind) ? `lower(${column}) = lower($${index + 2})` : `${column} = $${index + 2}`;
    });
    return read(tx, ['true', ...conditions].join(' AND '), Object.values(where));
  };
  return { read, load, find };
}

/** Saves the collections of records. Those not in `values` stay as they are. */
async function saveParts(
  tx: Transaction,
  definition: RecordDefinition,
  records: readonly Valued[],
  isNew: boolean,
): Promise<void> {
  const named = (name: string) =>
    records.flatMap(({ id, values: { [name]: rows } }) => (rows === undefined ? [] : [{ ownerId: id, rows }]));
  for (const [name, child] of Object.entries(definition.children ?? {})) {
    const owned = named(name).filter((candidate): candidate is OwnedRows<Record<string, unknown>> =>
      Array.isArray(candidate.rows),
    );
    if (owned.length > 0) await saveChildren(tx, child, owned, isNew);
  }
  for (const [name, list] of Object.entries(definition.lists ?? {})) {
    const owned = named(name).map(({ ownerId, rows }) => ({ ownerId, rows: Array.isArray(rows) ? rows : [] }));
    if (owned.length > 0) await saveList(tx, list, owned, isNew);
  }
}

/** Returns a function that records a change for the audit log and as an event. */
function changeRecorder<R extends RecordHead>(definition: RecordDefinition) {
  const kinds = fieldsByName(definition);
  /** Omits pictures, which are megabytes. The record's version shows that a picture changed. */
  const withoutPictures = (record: R) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => kinds.get(name)?.kind !== 'picture'));
  return (tx: Transaction, act: Act, before: R | null, after: R | null): void => {
    const record = (after ?? before) as (R & Readonly<Record<string, unknown>>) | null;
    if (!record) return;
    tx.record({
      operation: act.operation,
      objectType: definition.objectType,
      objectId: record.id,
      objectName: nameOf(record),
      containerId: act.containerId ?? containerOf(definition, (after ?? before) as Values | null),
      ...(act.application ? { application: act.application } : {}),
      before: before && withoutPictures(before),
      after: after && withoutPictures(after),
      reason: act.reason ?? null,
      rowVersion: after?.rowVersion ?? null,
      ...(definition.linkType ? { linkType: definition.linkType } : {}),
    });
  };
}

/** The database accepts 65,535 parameters per statement. */
const mostRowsAtOnce = 500;
const textKinds: ReadonlySet<string> = new Set(['text', 'longText', 'email', 'code']);

function columnOf(kind: string, name: string): string {
  const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return kind === 'reference' ? `${column}_id` : column;
}

function nameOf(record: Readonly<Record<string, unknown>>): string | null {
  for (const field of ['name', 'formattedName', 'legalName', 'vintageName', 'code']) {
    const value = record[field];
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

const notFound = (definition: RecordDefinition): Failure => noSuch(recordNoun(definition.objectType));

const stale = (
  tx: Transaction,
  { updatedBy: changedBy, updatedDate: changedDate, rowVersion }: RecordHead,
): Promise<StaleFailure> => buildStaleFailure(tx, { changedBy, changedDate, rowVersion });

/** The failure for a change of an existing record that doesn't name the version it was read at. */
export const versionRequired: Failure = fail(
  'ROW_VERSION_REQUIRED',
  ['rowVersion'],
  'Send the RowVersion of the record to change it.',
);

/** Returns the failure for saving an outdated version. It names who saved last and when, in the firm's time zone. */
export async function buildStaleFailure(
  tx: Transaction,
  last: Omit<StaleFailure, keyof Failure>,
): Promise<StaleFailure> {
  const { changedBy, changedDate } = last;
  const [firm] = await tx.query<{ timeZone: string | null }>(
    `SELECT settings ->> 'timeZone' AS "timeZone" FROM tenant WHERE id = $1`,
    [tx.tenantId],
  );
  const when = displayedInstant(changedDate, firm?.timeZone);
  return {
    code: 'STALE_VERSION',
    path: ['rowVersion'],
    detail: `Changed by ${changedBy || 'someone'} on ${when}.`,
    ...last,
  };
}

/** Turns refusals of the database into failures. Bugs are rethrown. */
async function refused<T>(work: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
  try {
    return await work();
  } catch (error) {
    const failure = databaseFailure(error);
    if (failure) return err(failure);
    throw error;
  }
}

const headOf = ({ tenantId, personId, now }: Transaction, id: string) => ({ tenantId, personId, now, id });
