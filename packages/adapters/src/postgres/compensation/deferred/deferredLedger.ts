import type { DeferredAward } from '@carrara/contract/compensation/deferredAward';
import { type DeferredEntry, deferredEntryTitle, type DeferredKind } from '@carrara/domain/compensation/deferred';
import { moneyText } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { personName } from '../../engine/texts/personName.ts';

const reference = (table: string, at: string, label: string) =>
  `(SELECT jsonb_build_object('id', o.id, ${label}) FROM ${table} o WHERE o.tenant_id = b.tenant_id AND o.id = ${at})`;
const by = (column: string) => `coalesce(${personName(column)}, '')`;
const parts = (fields: string, table: string, alias: string) =>
  `coalesce((SELECT jsonb_agg(jsonb_build_object(${fields}) ORDER BY ${alias}.position) FROM ${table} ${alias}
     WHERE ${alias}.tenant_id = b.tenant_id AND ${alias}.deferred_award_id = b.id), '[]')`;
const utc = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const whole = `b.id, b.row_version AS "rowVersion", ${utc('b.created_at')} AS "createdDate", ${by('b.created_by')} AS "createdBy",
  ${utc('b.updated_at')} AS "updatedDate", ${by('b.updated_by')} AS "updatedBy",
  (SELECT p.name FROM participant p WHERE p.tenant_id = b.tenant_id AND p.id = b.employee_id) AS name,
  ${reference('participant', 'b.employee_id', `'name', o.name`)} AS employee, b.grant_date::text AS "grantDate", b.amount::text AS amount,
  ${reference('reference_entry', 'b.currency_id', `'code', o.code, 'description', o.description`)} AS currency, b.comments,
  ${parts(
    `'id', r.id, 'position', r.position, 'vestDate', r.vest_date, 'percent', r.percent::text, 'payDate', r.pay_date, 'amount', r.amount::text`,
    'deferred_tranche',
    'r',
  )} AS tranches,
  ${parts(
    `'id', e.id, 'position', e.position, 'kind', e.kind, 'tranche', e.tranche, 'on', e.entry_date, 'amount', e.amount::text,
     'reversesId', e.reverses_id, 'createdDate', ${utc('e.created_at')}, 'createdBy', ${by('e.created_by')}`,
    'deferred_entry',
    'e',
  )} AS entries`;

/** An award whose entries have no description yet. */
type StoredDeferredAward = Omit<DeferredAward, 'entries'> & {
  readonly entries: readonly Omit<DeferredAward['entries'][number], 'title'>[];
};

/**
 * Loads deferred awards with their tranches and entries. With `forWriting`, locks them until the end of the
 * transaction. Awards of people whose pay isn't visible are left out.
 */
export async function loadDeferredAwards(
  tx: Transaction,
  {
    id,
    ids = id ? [id] : null,
    employeeId = null,
  }: { readonly id?: string; readonly ids?: readonly string[] | null; readonly employeeId?: string | null },
  forWriting = false,
): Promise<readonly DeferredAward[]> {
  const where = `b.tenant_id = $1 AND ($2::uuid[] IS NULL OR b.id = ANY ($2)) AND ($3::uuid IS NULL OR b.employee_id = $3)`;
  const values = [tx.tenantId, ids, employeeId];
  // The query after the lock sees everything that concurrent transactions have entered.
  if (forWriting) await tx.query(`SELECT FROM deferred_award b WHERE ${where} ORDER BY b.id FOR UPDATE`, values);
  const stored = await tx.query<StoredDeferredAward>(
    `SELECT ${whole} FROM deferred_award b WHERE ${where} ORDER BY b.grant_date DESC, b.id`,
    values,
  );
  return stored.map((award) => ({
    ...award,
    entries: award.entries.map((entry) => ({
      ...entry,
      title: deferredEntryTitle(entry.kind, entry.reversesId !== null),
    })),
  }));
}

/**
 * Returns true if the employee has another grant of the same date and currency that isn't reversed. Locks the grants of
 * the employee until the end of the transaction, so that two grants at the same time can't both be the first.
 */
export async function hasRepeatedGrant(
  tx: Transaction,
  { employeeId, grantDate, currencyId }: Pick<NewDeferredAward, 'employeeId' | 'grantDate' | 'currencyId'>,
): Promise<boolean> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('deferred awards ' || $1::text || $2::text, 0))`, [
    tx.tenantId,
    employeeId,
  ]);
  const found = await tx.query(
    `SELECT 1 FROM deferred_award d WHERE d.tenant_id = $1 AND d.employee_id = $2 AND d.grant_date = $3::date AND d.currency_id = $4
       AND (SELECT sum(e.amount) FROM deferred_entry e WHERE e.tenant_id = d.tenant_id AND e.deferred_award_id = d.id AND e.kind = 'GRANT') <> 0
     LIMIT 1`,
    [tx.tenantId, employeeId, grantDate, currencyId],
  );
  return found.length > 0;
}

export interface NewDeferredAward {
  readonly employeeId: string;
  readonly grantDate: string;
  readonly amount: string;
  readonly currencyId: string;
  readonly comments: string | null;
  readonly tranches: readonly {
    readonly vestDate: string;
    readonly percent: string;
    readonly payDate: string;
    readonly amount: string;
  }[];
}

type Entered = DeferredEntry & { readonly reversesId?: string };

/** New entries of an award, and the number of entries it already has. */
interface NewEntries {
  readonly award: { readonly id: string; readonly employeeId: string };
  readonly after: number;
  readonly entries: readonly Entered[];
}

/** Inserts the entries of all awards in one statement. */
async function insertEntries(tx: Transaction, all: readonly NewEntries[]): Promise<void> {
  const rows = all.flatMap(({ award, after, entries }) =>
    entries.map(({ kind, tranche, on, amount, reversesId = null }, at) => ({
      deferred_award_id: award.id,
      employee_id: award.employeeId,
      id: newId(),
      position: after + at + 1,
      kind: kind satisfies DeferredKind,
      tranche,
      entry_date: on,
      amount: moneyText(amount),
      reverses_id: reversesId,
    })),
  );
  await tx.query(
    `INSERT INTO deferred_entry (tenant_id, deferred_award_id, employee_id, id, position, kind, tranche, entry_date, amount, reverses_id, created_at, created_by)
     SELECT $1, r.deferred_award_id, r.employee_id, r.id, r.position, r.kind, r.tranche, r.entry_date, r.amount, r.reverses_id, $2, $3
     FROM jsonb_populate_recordset(NULL::deferred_entry, $4::jsonb) r`,
    [tx.tenantId, tx.now, tx.personId, JSON.stringify(rows)],
  );
}

function note(
  tx: Transaction,
  operation: string,
  before: DeferredAward | null,
  after: DeferredAward,
  reason: string | null,
): void {
  tx.record({
    operation,
    objectType: 'deferredAward',
    objectId: after.id,
    objectName: after.name,
    containerId: after.employee.id,
    before,
    after,
    reason,
    rowVersion: after.rowVersion,
  });
}

/** Inserts a grant: the award, its tranches and the first entry of its ledger. */
export async function insertDeferredAward(
  tx: Transaction,
  operation: string,
  award: NewDeferredAward,
  grant: DeferredEntry,
): Promise<DeferredAward> {
  const { employeeId, grantDate, amount, currencyId, comments, tranches } = award;
  const id = newId();
  await tx.query(
    `INSERT INTO deferred_award (tenant_id, id, employee_id, grant_date, amount, currency_id, comments, created_at, created_by, updated_at, updated_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8, $9)`,
    [tx.tenantId, id, employeeId, grantDate, amount, currencyId, comments, tx.now, tx.personId],
  );
  const rows = tranches.map(({ vestDate, percent, payDate, amount: part }, at) => ({
    id: newId(),
    position: at + 1,
    vest_date: vestDate,
    percent,
    pay_date: payDate,
    amount: part,
  }));
  await tx.query(
    `INSERT INTO deferred_tranche (tenant_id, deferred_award_id, employee_id, id, position, vest_date, percent, pay_date, amount)
     SELECT $1, $2, $3, r.id, r.position, r.vest_date, r.percent, r.pay_date, r.amount
     FROM jsonb_populate_recordset(NULL::deferred_tranche, $4::jsonb) r`,
    [tx.tenantId, id, employeeId, JSON.stringify(rows)],
  );
  await insertEntries(tx, [{ award: { id, employeeId }, after: 0, entries: [grant] }]);
  const [after] = await loadDeferredAwards(tx, { id });
  if (!after) throw new Error(`deferred award ${id} is missing after it was written`);
  note(tx, operation, null, after, null);
  return after;
}

/**
 * Adds entries to awards that were loaded for writing, in as few statements as for one. Returns the awards in their
 * order.
 */
export async function enterDeferred(
  tx: Transaction,
  operation: string,
  requested: readonly { readonly award: DeferredAward; readonly entries: readonly Entered[] }[],
  reason: string | null = null,
): Promise<readonly DeferredAward[]> {
  if (requested.length === 0) return [];
  const ids = requested.map(({ award }) => award.id);
  await insertEntries(
    tx,
    requested.map(({ award, entries }) => ({
      award: { id: award.id, employeeId: award.employee.id },
      after: award.entries.length,
      entries,
    })),
  );
  await tx.query(
    `UPDATE deferred_award SET row_version = row_version + 1, updated_at = $3, updated_by = $4 WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`,
    [tx.tenantId, ids, tx.now, tx.personId],
  );
  const written = new Map((await loadDeferredAwards(tx, { ids })).map((after) => [after.id, after]));
  return requested.map(({ award }) => {
    const after = written.get(award.id);
    if (!after) throw new Error(`deferred award ${award.id} is missing after it was written`);
    note(tx, operation, award, after, reason);
    return after;
  });
}
