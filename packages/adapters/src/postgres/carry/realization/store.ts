import {
  dateOfSource,
  type RealizationToStore,
  type RealizationEvent,
  type RealizationHead,
  type RealizationRequest,
  type RealizationStatus,
} from '@carrara/domain/carry/realization';
import type { Posting } from '@carrara/domain/carry/ledger';
import { isDetermined, type ShareFacts } from '@carrara/domain/carry/run';
import { type Failures, groupBy } from '@carrara/domain/kernel';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { postAccruals } from '../ledger/accountEntries.ts';
import { readableFailures, readableRemarks } from '../run/labels.ts';
import { newRowId } from '../run/rowIds.ts';
import { runCurrency, deleteRunRow, staleRun, writeRunRow } from '../run/runRow.ts';
import { loadShares } from '../run/shares.ts';
import { changedRealization } from './changedRealization.ts';
import { loadRealizationHead, loadRealizationInputs } from './head.ts';
import { deleteAccruals, insertAccruals, loadAccruals } from './rows.ts';

/** The reads and writes of realizations in one transaction. Every write records the realization before and after it in the audit log. */
export const realizationStore = (tx: Transaction) => ({
  noun: 'realization',
  newId: newRowId,
  lockHead: (id: string) => loadRealizationHead(tx, id, true),
  staleVersion: staleRun(tx, 'realization'),
  async loadFacts(request: RealizationRequest) {
    const byDate = groupBy(request.sources, (source) => dateOfSource(source, request));
    const facts = new Map<string, ShareFacts>();
    for (const [date, sources] of byDate) facts.set(date, await loadShares(tx, { date, sources, participantIds: [] }));
    return facts;
  },
  loadInputs: (id: string) => loadRealizationInputs(tx, id),
  loadRows: (id: string) => loadAccruals(tx, id),
  readable: (failures: Failures) => readableFailures(tx, failures),
  save: (draft: RealizationToStore, before?: RealizationHead) =>
    changedRealization(
      tx,
      draft.id,
      draft.reversesId ? 'reverseRealization' : 'saveRealization',
      draft.reason,
      async () => {
        if (before) await deleteAccruals(tx, draft.id);
        await writeHead(tx, draft, before);
        await insertAccruals(tx, draft.id, draft.rows);
      },
    ),
  /** Posts the entries and moves the realization to its next state. */
  post: (
    head: RealizationHead,
    posted: Posting<{ readonly detailId: string; readonly sourceRowId: string }>,
    status: RealizationStatus,
    comment: string | null | undefined,
  ) =>
    changedRealization(tx, head.id, 'postRealization', comment, async () => {
      const { numberOfEntries, amount } = await postAccruals(tx, head.id, posted);
      await tx.query(
        `UPDATE realization SET status = $3, posted_at = $4, posted_by = $5, row_version = row_version + 1, updated_at = $4, updated_by = $5
         WHERE tenant_id = $1 AND id = $2`,
        [tx.tenantId, head.id, status, tx.now, tx.personId],
      );
      return { numberOfEntries, amount };
    }),
  move: (head: RealizationHead, event: RealizationEvent, status: RealizationStatus) =>
    changedRealization(tx, head.id, event, null, async () => {
      await tx.query(
        `UPDATE realization SET status = $3, row_version = row_version + 1, updated_at = $4, updated_by = $5 WHERE tenant_id = $1 AND id = $2`,
        [tx.tenantId, head.id, status, tx.now, tx.personId],
      );
    }),
  remove: (head: RealizationHead) =>
    changedRealization(tx, head.id, 'deleteRealization', null, async () => {
      await deleteRunRow(tx, 'realization', head.id);
    }),
});

async function writeHead(
  tx: Transaction,
  draft: RealizationToStore,
  before: RealizationHead | undefined,
): Promise<void> {
  const { request, input, rows } = draft;
  const { totals } = rows;
  const acknowledged = request.unallocatedAcknowledged;
  const currency = runCurrency('realization', draft);
  const remarks = await readableRemarks(tx, draft.remarks);
  await writeRunRow(
    tx,
    'realization',
    draft.id,
    [
      ['name', draft.name],
      ['description', draft.description],
      ['realization_date', request.realizationDate],
      ['kind', draft.reversesId ? 'REVERSAL' : 'REGULAR'],
      ['reverses_id', draft.reversesId ?? null],
      ['unallocated_acknowledged_at', acknowledged ? tx.now : null],
      ['unallocated_acknowledged_by', acknowledged ? tx.personId : null],
      ['is_determined', isDetermined(totals)],
      ['total_carry', totals.netDistributable],
      ['total_accrued', totals.gross ?? '0.00'],
      ['total_unallocated', totals.unallocated ?? '0.00'],
      ['number_of_participants', totals.numberOfParticipants ?? 0],
      ['inputs', JSON.stringify({ request, input })],
      ['problems', JSON.stringify(remarks)],
      ['engine_version', draft.engineVersion],
      ['last_edited_by', tx.personId],
      ...(draft.ledgerActId === undefined ? [] : [['ledger_act_id', draft.ledgerActId] as const]),
      ...currency.columns,
    ],
    before,
    currency.computed,
  );
}
