import {
  type LedgerFacts,
  type LedgerPosting,
  type LedgerRunToStore,
  type LedgerRunEvent,
  type LedgerRunHead,
  type LedgerRunRequest,
  type LedgerRunStatus,
  ledgerTotals,
} from '@carrara/domain/carry/ledgerRun';
import type { Failures } from '@carrara/domain/kernel';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { lockLedger, ledgerEntries, postLedgerEntries } from '../ledger/accountEntries.ts';
import { readableFailures } from '../run/labels.ts';
import { newRowId } from '../run/rowIds.ts';
import { runCurrency, deleteRunRow, staleRun, writeRunRow } from '../run/runRow.ts';
import { isSourceSql } from '../run/sourceSql.ts';
import { changedLedgerRun } from './changedLedgerRun.ts';
import { loadLedgerInputs, loadLedgerRunHead } from './head.ts';
import { deleteLedgerLines, insertLedgerLines, loadLedgerLines } from './lines.ts';

/** Columns with the author and time of each step. */
const stampOf: Readonly<Record<string, string>> = {
  submitLedgerRun: 'submitted',
  approveLedgerRun: 'approved',
  postLedgerRun: 'posted',
};

/** The reads and writes of ledger runs in one transaction. Every write records the run before and after it in the audit log. */
export function ledgerRunStore(tx: Transaction) {
  const updateState = async (head: LedgerRunHead, event: LedgerRunEvent, status: LedgerRunStatus) => {
    const stamp = stampOf[event];
    const stamps = stamp ? `, ${stamp}_at = $4, ${stamp}_by = $5` : '';
    await tx.query(
      `UPDATE ledger_run SET status = $3, row_version = row_version + 1, updated_at = $4, updated_by = $5${stamps} WHERE tenant_id = $1 AND id = $2`,
      [tx.tenantId, head.id, status, tx.now, tx.personId],
    );
  };
  return {
    noun: 'run',
    newId: newRowId,
    lockHead: (id: string) => loadLedgerRunHead(tx, id, true),
    staleVersion: staleRun(tx, 'ledger_run'),
    /** Loads the current facts of the records and the ledger. With `lock`, no other ledger run can be posted until this transaction ends. */
    loadFacts: (request: LedgerRunRequest, { lock = false } = {}) => loadFacts(tx, request, lock),
    loadInputs: (id: string) => loadLedgerInputs(tx, id),
    loadLines: (id: string) => loadLedgerLines(tx, id),
    readable: (failures: Failures) => readableFailures(tx, failures),
    save: (draft: LedgerRunToStore, before?: LedgerRunHead) =>
      changedLedgerRun(
        tx,
        draft.id,
        draft.reversesId ? 'reverseLedgerRun' : 'saveLedgerRun',
        draft.reason,
        async () => {
          if (before) await deleteLedgerLines(tx, draft.id);
          await writeHead(tx, draft, before);
          await insertLedgerLines(tx, draft.id, draft.lines);
        },
      ),
    move: (head: LedgerRunHead, event: LedgerRunEvent, status: LedgerRunStatus, comment?: string | null) =>
      changedLedgerRun(tx, head.id, event, comment, () => updateState(head, event, status)),
    /** Posts the entries and moves the run to its next state. */
    post: (head: LedgerRunHead, posting: LedgerPosting, status: LedgerRunStatus, comment: string | null | undefined) =>
      changedLedgerRun(tx, head.id, 'postLedgerRun', comment, async () => {
        const posted = await postLedgerEntries(tx, head.id, posting);
        await updateState(head, 'postLedgerRun', status);
        return { ...posted };
      }),
    remove: (head: LedgerRunHead) =>
      changedLedgerRun(tx, head.id, 'deleteLedgerRun', null, async () => {
        await deleteRunRow(tx, 'ledger_run', head.id);
      }),
  };
}

/**
 * Loads everything that a request names, and all of its ledger entries. With `lock`, ledger runs post one after
 * another.
 */
async function loadFacts(tx: Transaction, { lines }: LedgerRunRequest, lock: boolean): Promise<LedgerFacts> {
  if (lock) await lockLedger(tx);
  const sourceIds = [...new Set(lines.map(({ sourceId }) => sourceId))];
  const named = [...new Set(lines.map(({ participantId }) => participantId))];
  const participantIds = named.filter((id) => id !== null);
  const participants = await tx.query<{ id: string; name: string; isEntity: boolean }>(
    `SELECT id, name, kind = 'entity' AS "isEntity" FROM participant WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`,
    [tx.tenantId, participantIds],
  );
  const sources = await tx.query<{ id: string; name: string; currencyId: string | null }>(
    `SELECT c.id, c.name, c.currency_id AS "currencyId" FROM source_facts c WHERE c.tenant_id = $1 AND c.id = ANY ($2::uuid[]) AND ${isSourceSql}`,
    [tx.tenantId, sourceIds],
  );
  const entries = await ledgerEntries(tx, sourceIds, named.includes(null) ? null : participantIds);
  return {
    participants: new Map(participants.map((participant) => [participant.id, participant])),
    sources: new Map(sources.map((source) => [source.id, source])),
    ...entries,
  };
}

async function writeHead(tx: Transaction, draft: LedgerRunToStore, before: LedgerRunHead | undefined): Promise<void> {
  const { request, input } = draft;
  const totals = ledgerTotals(draft.lines);
  const currency = runCurrency('ledger_run', draft);
  await writeRunRow(
    tx,
    'ledger_run',
    draft.id,
    [
      ['name', draft.name],
      ['description', draft.description],
      ['type', request.type],
      ['run_date', request.runDate],
      ['reverses_id', draft.reversesId ?? null],
      ['total_accrued', totals.accrued],
      ['total_distributed', totals.distributed],
      ['total_escrow', totals.escrow],
      ['total_clawback', totals.clawback],
      ['number_of_participants', totals.numberOfParticipants],
      ['inputs', JSON.stringify({ request, input })],
      ['engine_version', draft.engineVersion],
      ['last_edited_by', tx.personId],
      ...currency.columns,
    ],
    before,
    currency.computed,
  );
}
