import {
  type LedgerFacts,
  type LedgerRunHead,
  type LedgerRunPorts,
  type LedgerRunRequest,
  type LedgerRunToKeep,
  ledgerTotals,
} from '@carrara/domain/carry/ledgerRun';
import { fail } from '@carrara/domain/kernel';
import { type StaleFailure, staleFailureOf } from '../../engine/records/index.ts';
import type { Transaction } from '../../engine/unitOfWork/index.ts';
import { holdLedger, ledgerEntries, postLedgerEntries } from '../accountEntry/index.ts';
import { readableFailures } from '../run/labels.ts';
import { newRowId } from '../run/rowIds.ts';
import { isSource } from '../run/sourceSql.ts';
import { changedLedgerRun } from './changed.ts';
import { lastChangeOfLedgerRun, loadLedgerInputs, loadLedgerRunHead } from './head.ts';
import { deleteLedgerLines, insertLedgerLines, loadLedgerLines } from './lines.ts';

/** Columns with the author and time of each step. */
const stampOf: Readonly<Record<string, string>> = {
  submitLedgerRun: 'submitted',
  approveLedgerRun: 'approved',
  postLedgerRun: 'posted',
};

/**
 * Implements the ports of the domain's operations in one transaction. Every write records the run before and after it
 * in the audit log.
 */
export function ledgerRunPorts(tx: Transaction, rules: { readonly allowSelfApproval: boolean }): LedgerRunPorts {
  const moveOn = async (head: LedgerRunHead, event: string, status: string) => {
    const stamp = stampOf[event];
    const stamps = stamp ? `, ${stamp}_at = $4, ${stamp}_by = $5` : '';
    await tx.query(
      `UPDATE ledger_run SET status = $3, row_version = row_version + 1, updated_at = $4, updated_by = $5${stamps} WHERE tenant_id = $1 AND id = $2`,
      [tx.tenantId, head.id, status, tx.now, tx.personId],
    );
  };
  return {
    personId: tx.personId ?? '',
    allowSelfApproval: rules.allowSelfApproval,
    newId: newRowId,
    hold: (id) => loadLedgerRunHead(tx, id, true),
    stale: (head, rowVersion) => staleFailure(tx, head, rowVersion),
    facts: (request, hold) => loadFacts(tx, request, hold !== undefined),
    inputsOf: (id) => loadLedgerInputs(tx, id),
    linesOf: (id) => loadLedgerLines(tx, id),
    readable: (failures) => readableFailures(tx, failures),
    keep: (run, before) =>
      changedLedgerRun(tx, run.id, run.reversesId ? 'reverseLedgerRun' : 'saveLedgerRun', run.reason, async () => {
        if (before) await deleteLedgerLines(tx, run.id);
        await writeHead(tx, run, before);
        await insertLedgerLines(tx, run.id, run.lines);
        return {};
      }),
    move: (head, event, status, comment) =>
      changedLedgerRun(tx, head.id, event, comment, async () => {
        await moveOn(head, event, status);
        return {};
      }),
    post: (head, posting, status, comment) =>
      changedLedgerRun(tx, head.id, 'postLedgerRun', comment, async () => {
        const posted = await postLedgerEntries(tx, head.id, posting);
        await moveOn(head, 'postLedgerRun', status);
        return { ...posted };
      }),
    remove: (head) =>
      changedLedgerRun(tx, head.id, 'deleteLedgerRun', null, async () => {
        await tx.query('DELETE FROM ledger_run WHERE tenant_id = $1 AND id = $2', [tx.tenantId, head.id]);
        return {};
      }),
  };
}

async function staleFailure(
  tx: Transaction,
  head: LedgerRunHead,
  rowVersion: number | null | undefined,
): Promise<StaleFailure | ReturnType<typeof fail> | undefined> {
  if (rowVersion === head.rowVersion) return undefined;
  if (typeof rowVersion !== 'number')
    return fail('ROW_VERSION_REQUIRED', ['rowVersion'], 'Send the RowVersion of the record to change it.');
  const { changedBy, changedDate } = await lastChangeOfLedgerRun(tx, head.id);
  return staleFailureOf({ changedBy, changedDate, rowVersion: head.rowVersion });
}

/**
 * Loads everything that a request names, and all of its ledger entries. With `hold`, ledger runs post one after
 * another.
 */
async function loadFacts(tx: Transaction, { lines }: LedgerRunRequest, hold: boolean): Promise<LedgerFacts> {
  if (hold) await holdLedger(tx);
  const sourceIds = [...new Set(lines.map(({ sourceId }) => sourceId))];
  const named = [...new Set(lines.map(({ participantId }) => participantId))];
  const participantIds = named.filter((id) => id !== null);
  const participants = await tx.query<{ id: string; name: string; isEntity: boolean }>(
    `SELECT id, name, kind = 'entity' AS "isEntity" FROM participant WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`,
    [tx.tenantId, participantIds],
  );
  const sources = await tx.query<{ id: string; name: string; currencyId: string | null }>(
    `SELECT c.id, c.name, c.currency_id AS "currencyId" FROM source_facts c WHERE c.tenant_id = $1 AND c.id = ANY ($2::uuid[]) AND ${isSource}`,
    [tx.tenantId, sourceIds],
  );
  const entries = await ledgerEntries(tx, sourceIds, named.includes(null) ? null : participantIds);
  return {
    participants: new Map(participants.map((one) => [one.id, one])),
    sources: new Map(sources.map((one) => [one.id, one])),
    ...entries,
  };
}

async function writeHead(tx: Transaction, run: LedgerRunToKeep, before: LedgerRunHead | undefined): Promise<void> {
  const { request, input } = run;
  const totals = ledgerTotals(run.lines);
  const values: readonly (readonly [column: string, value: unknown])[] = [
    ['name', run.name],
    ['description', run.description],
    ['type', request.type],
    ['run_date', request.runDate],
    ['reverses_id', run.reversesId ?? null],
    ['total_accrued', totals.accrued],
    ['total_distributed', totals.distributed],
    ['total_escrow', totals.escrow],
    ['total_clawback', totals.clawback],
    ['number_of_participants', totals.numberOfParticipants],
    ['inputs', JSON.stringify({ request, input })],
    ['engine_version', run.engineVersion],
    ['last_edited_by', tx.personId],
    ['updated_at', tx.now],
    ['updated_by', tx.personId],
  ];
  const at = values.map((_, i) => `$${i + 3}`);
  // A reversal takes the currency of the reversed run.
  const currency = `coalesce($${values.length + 3}::uuid, (SELECT o.currency_id FROM ledger_run o WHERE o.tenant_id = $1 AND o.id = $7))`;
  const all = [tx.tenantId, run.id, ...values.map(([, value]) => value), run.currencyId];
  if (before) {
    const sets = values.map(([column], i) => `${column} = ${at[i]}`).join(', ');
    await tx.query(
      `UPDATE ledger_run SET ${sets}, currency_id = ${currency}, row_version = row_version + 1 WHERE tenant_id = $1 AND id = $2`,
      all,
    );
    return;
  }
  await tx.query(
    `INSERT INTO ledger_run (tenant_id, id, ${values.map(([column]) => column).join(', ')}, currency_id, created_at, created_by)
     VALUES ($1, $2, ${at.join(', ')}, ${currency}, $${values.length + 4}, $${values.length + 5})`,
    [...all, tx.now, tx.personId],
  );
}
