import type {
  DistributionHead,
  DistributionMove,
  DistributionPorts,
  DraftToKeep,
} from '@carrara/domain/carry/distribution';
import { isDetermined, type RunRows } from '@carrara/domain/carry/run';
import { type Decimal, fail } from '@carrara/domain/kernel';
import { carryBalances, holdLedger, ledgerOf, postEntries, waysOfRun } from '../accountEntry/index.ts';
import { type StaleFailure, staleFailureOf } from '../../engine/records/index.ts';
import type { Transaction } from '../../engine/unitOfWork/index.ts';
import { askAnew, insertApprovals, replaceApprovals, takeOff } from './approvals.ts';
import { approverCandidates } from './approvers.ts';
import { changed } from './changed.ts';
import { loadRunFacts } from './facts.ts';
import { lastChange, loadAcknowledgments, loadHead, loadInputs, loadRemarks } from './head.ts';
import { loadLabels, readableFailures, type RunLabels, taxName } from '../run/labels.ts';
import { newRowId } from '../run/rowIds.ts';
import { deleteRun, insertRun, loadRun, paidBySource } from './rows.ts';
import { holdingsOfRun, keepVesting } from './runVesting.ts';

export interface DistributionRules {
  readonly allowSelfApproval: boolean;
  readonly acknowledgesAbove: Decimal;
  readonly allowsInvestorBalance: boolean;
}

/** Work on a draft that runs while the database stores its rows. It must not use the transaction. */
export type WhileStored = (draft: DraftToKeep, labels: RunLabels) => Promise<void>;

/**
 * Implements the ports of the domain's operations in one transaction. Every write records the distribution before and
 * after it in the audit log.
 */
export function distributionPorts(
  tx: Transaction,
  rules: DistributionRules,
  whileStored?: WhileStored,
): DistributionPorts {
  return {
    personId: tx.personId ?? '',
    allowSelfApproval: rules.allowSelfApproval,
    acknowledgesAbove: rules.acknowledgesAbove,
    newId: newRowId,
    hold: (id) => loadHead(tx, id, true),
    stale: (head, rowVersion) => staleFailure(tx, head, rowVersion),
    facts: (request) => loadRunFacts(tx, request, rules.allowsInvestorBalance),
    inputsOf: (id) => loadInputs(tx, id),
    paidOf: (id) => paidBySource(tx, id),
    remarksOf: (id) => loadRemarks(tx, id),
    acknowledgmentsOf: (id) => loadAcknowledgments(tx, id),
    async balancesAt(sourceIds, date, hold) {
      if (hold) await holdLedger(tx);
      return carryBalances(tx, sourceIds, date);
    },
    rowsOf: (id) => loadRun(tx, id),
    holdingsOf: (id) => holdingsOfRun(tx, id),
    approverCandidates: async () => new Set((await approverCandidates(tx)).map(({ id }) => id)),
    readable: (failures) => readableFailures(tx, failures),
    keep: (draft, before) => keep(tx, draft, before, whileStored),
    move: (head, move) => moveOn(tx, head, move),
    addApprovers: (head, ids) =>
      changed(tx, head.id, 'addApprovers', null, async () => {
        await insertApprovals(tx, head.id, ids, head.approvals.length);
        await touch(tx, head);
      }),
    removeApprover: (head, approvalId) =>
      changed(tx, head.id, 'removeApprover', null, async () => {
        await takeOff(tx, head, approvalId);
        await touch(tx, head);
      }),
    waysOf: (head) => waysOfRun(tx, head.id),
    ledgerOf: (posted) => ledgerOf(tx, posted),
    post: async (head, posted) => postEntries(tx, head, posted),
    remove: (head) =>
      changed(tx, head.id, 'deleteDistribution', null, async () => {
        await deleteRun(tx, head.id);
        await tx.query('DELETE FROM distribution WHERE tenant_id = $1 AND id = $2', [tx.tenantId, head.id]);
      }),
  };
}

async function staleFailure(
  tx: Transaction,
  head: DistributionHead,
  rowVersion: number | null | undefined,
): Promise<StaleFailure | ReturnType<typeof fail> | undefined> {
  if (rowVersion === head.rowVersion) return undefined;
  if (typeof rowVersion !== 'number')
    return fail('ROW_VERSION_REQUIRED', ['rowVersion'], 'Send the RowVersion of the record to change it.');
  const { changedBy, changedDate } = await lastChange(tx, head.id);
  return staleFailureOf({ changedBy, changedDate, rowVersion: head.rowVersion });
}

const touch = (tx: Transaction, { id }: DistributionHead) =>
  tx.query(
    `UPDATE distribution SET row_version = row_version + 1, updated_at = $3, updated_by = $4 WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, id, tx.now, tx.personId],
  );

async function keep(
  tx: Transaction,
  draft: DraftToKeep,
  before: DistributionHead | undefined,
  whileStored: WhileStored | undefined,
): Promise<void> {
  const { rows, reversesId } = draft;
  const labels = await loadLabels(tx, rows);
  const operation = reversesId ? 'reverseDistribution' : 'saveDistribution';
  await changed(tx, draft.id, operation, draft.reason, async () => {
    if (before) await deleteRun(tx, draft.id);
    await writeHead(tx, draft, before);
    await insertRun(
      tx,
      draft.id,
      rows,
      (term) => taxName(labels, term),
      () => whileStored?.(draft, labels) ?? Promise.resolve(),
    );
    if (draft.approverIds) await replaceApprovals(tx, draft.id, draft.approverIds, before);
  });
}

async function writeHead(tx: Transaction, draft: DraftToKeep, before: DistributionHead | undefined): Promise<void> {
  const { request, rows } = draft;
  const acknowledged = request.unallocatedAcknowledged;
  const values: readonly (readonly [string, unknown])[] = [
    ['name', draft.name],
    ['description', draft.description],
    ['distribution_date', request.distributionDate],
    ['kind', draft.reversesId ? 'REVERSAL' : 'REGULAR'],
    ['reverses_id', draft.reversesId ?? null],
    ['default_escrow', request.defaultEscrow],
    ['default_terminated_escrow', request.defaultTerminatedEscrow],
    ['investor_balance_based', request.investorBalanceBased],
    ['unallocated_acknowledged_at', acknowledged ? tx.now : null],
    ['unallocated_acknowledged_by', acknowledged ? tx.personId : null],
    ...totalColumns(rows),
    ['inputs', JSON.stringify({ request, input: draft.input })],
    ['warnings', JSON.stringify(draft.remarks)],
    ['engine_version', draft.engineVersion],
    ['updated_at', tx.now],
    ['updated_by', tx.personId],
  ];
  const at = values.map((_, i) => `$${i + 3}`);
  const given = values.map(([, value]) => value);
  // A reversal takes the currency of the reversed distribution.
  const currency = `coalesce($${values.length + 3}::uuid, (SELECT o.currency_id FROM distribution o WHERE o.tenant_id = $1 AND o.id = $7))`;
  const all = [tx.tenantId, draft.id, ...given, draft.currencyId];
  // The person who updates it becomes one of its editors.
  const updatedBy = `${at[values.findIndex(([column]) => column === 'updated_by')]}::uuid`;
  const withEditor = `CASE WHEN ${updatedBy} = ANY (editor_ids) THEN editor_ids ELSE array_append(editor_ids, ${updatedBy}) END`;
  if (before) {
    const sets = values.map(([column], i) => `${column} = ${at[i]}`).join(', ');
    await tx.query(
      `UPDATE distribution SET ${sets}, editor_ids = ${withEditor}, currency_id = ${currency}, row_version = row_version + 1 WHERE tenant_id = $1 AND id = $2`,
      all,
    );
    return;
  }
  const columns = values.map(([column]) => column).join(', ');
  await tx.query(
    `INSERT INTO distribution (tenant_id, id, ${columns}, editor_ids, currency_id, created_at, created_by)
     VALUES ($1, $2, ${at.join(', ')}, array_remove(ARRAY[${updatedBy}], NULL), ${currency}, $${values.length + 4}, $${values.length + 5})`,
    [...all, tx.now, tx.personId],
  );
}

/**
 * Returns the columns of the totals. A separate column states whether they are determined. If they aren't, the figures
 * are never read.
 */
const totalColumns = ({ totals }: RunRows): readonly (readonly [string, unknown])[] => [
  ['is_determined', isDetermined(totals)],
  ['total_net_distributable', totals.netDistributable],
  ['total_carry_distributed', totals.gross ?? '0.00'],
  ['total_tax', totals.tax ?? '0.00'],
  ['total_escrow', totals.escrow ?? '0.00'],
  ['total_loan_repayment', totals.loanRepayment ?? '0.00'],
  ['total_other_adjustment', totals.otherAdjustment ?? '0.00'],
  ['total_net', totals.net ?? '0.00'],
  ['total_unallocated', totals.unallocated ?? '0.00'],
  ['number_of_participants', totals.numberOfParticipants ?? 0],
];

async function moveOn(tx: Transaction, head: DistributionHead, move: DistributionMove): Promise<void> {
  await changed(tx, head.id, move.event, move.comment, async () => {
    if (move.asksAnew) await askAnew(tx, head);
    if (move.answered) {
      await tx.query(
        `UPDATE distribution_approval SET approval_decision = $4, approval_comments = $5, decided_at = $6
         WHERE tenant_id = $1 AND distribution_id = $2 AND id = $3`,
        [tx.tenantId, head.id, move.answered.approvalId, move.answered.decision, move.comment || null, tx.now],
      );
    }
    const stamps: Readonly<Record<string, string>> = {
      submitDistribution: 'submitted_at = $4, submitted_by = $5,',
      disburseDistribution: 'disbursed_at = $4, disbursed_by = $5,',
      approveDistribution: move.status === 'APP' ? 'approved_at = $4,' : '',
      withdrawDistribution: 'approved_at = NULL,',
    };
    const noted = (move.acknowledged ?? []).map((one) => ({ ...one, by: tx.personId, at: tx.now }));
    // A submission starts a new round of acknowledgments.
    const before = move.event === 'submitDistribution' ? `'[]'::jsonb` : 'acknowledgments';
    await tx.query(
      `UPDATE distribution SET status = $3, ${stamps[move.event] ?? ''} acknowledgments = ${before} || $6::jsonb,
         row_version = row_version + 1, updated_at = $4, updated_by = $5
       WHERE tenant_id = $1 AND id = $2`,
      [tx.tenantId, head.id, move.status, tx.now, tx.personId, JSON.stringify(noted)],
    );
    if (move.vested) await keepVesting(tx, head.id, move.vested);
    if (move.event === 'submitDistribution') await lockProfiles(tx, head.id);
  });
}

/**
 * Locks the profiles of a submitted distribution, including those of the entities in them, so that its inputs can't
 * change.
 */
async function lockProfiles(tx: Transaction, id: string): Promise<void> {
  const locked = await tx.query<{ id: string; name: string; containerId: string; rowVersion: number }>(
    `UPDATE allocation_profile p SET locked_at = $3
     WHERE p.tenant_id = $1 AND p.locked_at IS NULL AND (
       p.id IN (SELECT s.allocation_profile_id FROM distribution_source s WHERE s.tenant_id = $1 AND s.distribution_id = $2)
       OR p.id IN (SELECT x.id FROM distribution d
         JOIN LATERAL (SELECT DISTINCT l.participant_id FROM distribution_detail l WHERE l.tenant_id = $1 AND l.distribution_id = d.id AND NOT l.is_leaf) n ON true
         CROSS JOIN LATERAL (SELECT ap.id FROM allocation_profile ap WHERE ap.tenant_id = $1 AND ap.container_id = n.participant_id
           AND (ap.effective_date IS NULL OR ap.effective_date <= d.distribution_date)
           ORDER BY ap.is_current DESC, ap.effective_date DESC NULLS LAST, ap.version DESC LIMIT 1) x
         WHERE d.tenant_id = $1 AND d.id = $2))
     RETURNING p.id, p.name, p.container_id AS "containerId", p.row_version AS "rowVersion"`,
    [tx.tenantId, id, tx.now],
  );
  for (const { id: objectId, name: objectName, containerId, rowVersion } of locked) {
    tx.record({
      operation: 'lockAllocationProfile',
      objectType: 'allocationProfile',
      objectId,
      objectName,
      containerId,
      before: { isLocked: false },
      after: { isLocked: true },
      rowVersion,
    });
  }
}
