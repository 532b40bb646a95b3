import {
  type DistributionToStore,
  type DistributionHead,
  type DistributionMove,
  reopensApproval,
} from '@carrara/domain/carry/distribution';
import type { Posting } from '@carrara/domain/carry/ledger';
import { isDetermined, type RunRequest, type RunRows } from '@carrara/domain/carry/run';
import { calendarDate, type Decimal, type Failure } from '@carrara/domain/kernel';
import { carryBalances, lockLedger, readLedger, postEntries, pathsOfRun } from '../ledger/accountEntries.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import {
  requestApprovalAgain,
  insertApprovals,
  replaceApprovals,
  removeApprover,
  storeRequested,
} from './approvals.ts';
import { policyInForce } from '../approvalPolicy/policies.ts';
import { ratesOfDays } from '../../platform/fx/ratesOfDays.ts';
import { amountToApprove, approverFacts } from './approverFacts.ts';
import { approverCandidates } from '../approvalPolicy/approvers.ts';
import { changedDistribution } from './changedDistribution.ts';
import { loadRunFacts } from './facts.ts';
import { loadAcknowledgments, loadHead, loadInputs, loadProfileIds, loadRemarks } from './head.ts';
import { loadLabels, readableFailures, readableRemarks, type RunLabels, taxName } from '../run/labels.ts';
import { newRowId } from '../run/rowIds.ts';
import { type Columns, runCurrency, deleteRunRow, staleRun, writeRunRow } from '../run/runRow.ts';
import { deleteRun, insertRun, loadRun, paidBySource } from './rows.ts';
import { holdingsOfRun, storeVesting } from './runVesting.ts';

export interface DistributionRules {
  readonly allowSelfApproval: boolean;
  readonly acknowledgesAbove: Decimal;
  readonly allowsInvestorBalance: boolean;
}

/** Work on a draft that runs while the database stores its rows. It must not use the transaction. */
export type WorkDuringStore = (draft: DistributionToStore, labels: RunLabels) => Promise<void>;

/** The reads and writes of distributions in one transaction. Every write records the distribution before and after it in the audit log. */
export const distributionStore = (tx: Transaction, rules: DistributionRules) => ({
  noun: 'distribution',
  newId: newRowId,
  lockHead: (id: string) => loadHead(tx, id, true),
  staleVersion: staleRun(tx, 'distribution'),
  loadFacts: (request: RunRequest) => loadRunFacts(tx, request, rules.allowsInvestorBalance),
  loadInputs: (id: string) => loadInputs(tx, id),
  /** Loads the payments of a stored run by source, in the order of its sources. */
  loadPaid: (id: string) => paidBySource(tx, id),
  /** Loads the warnings and problems that were stored with the draft. */
  loadRemarks: (id: string) => loadRemarks(tx, id),
  loadProfileIds: (id: string) => loadProfileIds(tx, id),
  /** Loads the acknowledgments given since the distribution was last submitted. */
  loadAcknowledgments: (id: string) => loadAcknowledgments(tx, id),
  /** Loads the carry balances at these sources on a date. With `lock`, they stay locked until this transaction ends. */
  async loadBalances(sourceIds: readonly string[], date: string, { lock = false } = {}) {
    if (lock) await lockLedger(tx);
    return carryBalances(tx, sourceIds, date);
  },
  loadRows: (id: string) => loadRun(tx, id),
  /** Loads the vesting terms of each holder named in a run's profiles. */
  loadHoldings: (id: string) => holdingsOfRun(tx, id),
  loadCandidates: async () => new Set((await approverCandidates(tx)).map(({ id }) => id)),
  /** Loads the payees among the firm's users, and today's substitutes of the approvers. */
  loadApproverFacts: (head: DistributionHead, today: string) => approverFacts(tx, head, today),
  /** Loads the firm's policy in force on a day. */
  loadPolicy: (today: string) => policyInForce(tx, today),
  /** Loads the gross to compare with a policy, and the rates that convert it. */
  loadAmountToApprove: (id: string) => amountToApprove(tx, id),
  loadRates: async (day: string) => (await ratesOfDays(tx, [calendarDate(day)])).get(day) ?? [],
  /** Loads the paths of the balances that a run by balance pays, or that the reversed distribution used. */
  loadPaths: (head: DistributionHead) => pathsOfRun(tx, head.id),
  /** Loads every account entry that a posting affects, and locks them until this transaction ends. */
  lockLedger: (posted: Posting<{ readonly detailId: string }>) => readLedger(tx, posted),
  readable: <F extends Failure>(failures: readonly F[]) => readableFailures(tx, failures),
  save: (draft: DistributionToStore, before?: DistributionHead, whileStored?: WorkDuringStore) =>
    save(tx, draft, before, whileStored),
  /** Moves the distribution to its next state and stores what belongs to the move. */
  move: (head: DistributionHead, move: DistributionMove) => moveOn(tx, head, move),
  /** Adds approvers. `requested` are all whose answers are requested from now on. */
  addApprovers: (head: DistributionHead, ids: readonly string[], requested: readonly string[]) =>
    changedDistribution(tx, head.id, 'addApprovers', null, async () => {
      await insertApprovals(tx, head.id, ids, head.approvals.length);
      await storeRequested(tx, head.id, requested);
      await touch(tx, head);
    }),
  removeApprover: (head: DistributionHead, approvalId: string) =>
    changedDistribution(tx, head.id, 'removeApprover', null, async () => {
      await removeApprover(tx, head, approvalId);
      await touch(tx, head);
    }),
  post: async (head: DistributionHead, posted: Posting<{ readonly detailId: string }>) => postEntries(tx, head, posted),
  remove: (head: DistributionHead) =>
    changedDistribution(tx, head.id, 'deleteDistribution', null, async () => {
      await deleteRun(tx, head.id);
      await deleteRunRow(tx, 'distribution', head.id);
    }),
});

const touch = (tx: Transaction, { id }: DistributionHead) =>
  tx.query(
    `UPDATE distribution SET row_version = row_version + 1, updated_at = $3, updated_by = $4 WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, id, tx.now, tx.personId],
  );

async function save(
  tx: Transaction,
  draft: DistributionToStore,
  before: DistributionHead | undefined,
  whileStored: WorkDuringStore | undefined,
): Promise<void> {
  const { rows, reversesId } = draft;
  const labels = await loadLabels(tx, rows);
  const operation = reversesId ? 'reverseDistribution' : 'saveDistribution';
  await changedDistribution(tx, draft.id, operation, draft.reason, async () => {
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

async function writeHead(
  tx: Transaction,
  draft: DistributionToStore,
  before: DistributionHead | undefined,
): Promise<void> {
  const { request, rows } = draft;
  const acknowledged = request.unallocatedAcknowledged;
  const currency = runCurrency('distribution', draft);
  const remarks = await readableRemarks(tx, draft.remarks);
  await writeRunRow(
    tx,
    'distribution',
    draft.id,
    [
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
      ['warnings', JSON.stringify(remarks)],
      ['engine_version', draft.engineVersion],
      ...currency.columns,
    ],
    before,
    (at) => {
      // The person who saves it becomes one of its editors.
      const editor = `${at('updated_by')}::uuid`;
      return [
        ...currency.computed(at),
        {
          column: 'editor_ids',
          onInsert: `array_remove(ARRAY[${editor}], NULL)`,
          onUpdate: `CASE WHEN ${editor} = ANY (editor_ids) THEN editor_ids ELSE array_append(editor_ids, ${editor}) END`,
        },
      ];
    },
  );
}

/**
 * Returns the columns of the totals. A separate column states whether they are determined. If they aren't, the figures
 * are never read.
 */
const totalColumns = ({ totals }: RunRows): Columns => [
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
  await changedDistribution(tx, head.id, move.event, move.comment, async () => {
    if (move.resetsApprovals) await requestApprovalAgain(tx, head);
    if (move.submittedTo) await submitTo(tx, head, move.submittedTo);
    if (move.answered) {
      await tx.query(
        `UPDATE distribution_approval SET approval_decision = $4, approval_comments = $5, decided_at = $6, decided_by = $7, is_payee = $8,
           is_requested = false
         WHERE tenant_id = $1 AND distribution_id = $2 AND id = $3`,
        [
          tx.tenantId,
          head.id,
          move.answered.approvalId,
          move.answered.decision,
          move.comment || null,
          tx.now,
          tx.personId,
          move.answered.isPayee,
        ],
      );
    }
    await storeRequested(tx, head.id, move.requested ?? []);
    const stamps: Readonly<Record<string, string>> = {
      submitDistribution: 'submitted_at = $4, submitted_by = $5,',
      disburseDistribution: 'disbursed_at = $4, disbursed_by = $5,',
      approveDistribution: move.status === 'APP' ? 'approved_at = $4,' : '',
      withdrawDistribution: 'approved_at = NULL,',
    };
    const noted = (move.acknowledged ?? []).map((acknowledgment) => ({
      ...acknowledgment,
      by: tx.personId,
      at: tx.now,
    }));
    // A submission starts a new round of acknowledgments.
    const before = move.event === 'submitDistribution' ? `'[]'::jsonb` : 'acknowledgments';
    await tx.query(
      `UPDATE distribution SET status = $3, ${stamps[move.event] ?? ''} acknowledgments = ${before} || $6::jsonb,
         row_version = row_version + 1, updated_at = $4, updated_by = $5
       WHERE tenant_id = $1 AND id = $2`,
      [tx.tenantId, head.id, move.status, tx.now, tx.personId, JSON.stringify(noted)],
    );
    if (move.vested) await storeVesting(tx, head.id, move.vested);
    if (move.event === 'submitDistribution') await lockProfiles(tx, head.id);
  });
}

/** Stores the rule and the approvers of a submission. If somebody has answered before, everyone answers again. */
async function submitTo(
  tx: Transaction,
  head: DistributionHead,
  { approverIds, rule }: NonNullable<DistributionMove['submittedTo']>,
): Promise<void> {
  await tx.query('UPDATE distribution SET approval_rule = $3 WHERE tenant_id = $1 AND id = $2', [
    tx.tenantId,
    head.id,
    JSON.stringify(rule),
  ]);
  const isSameList = approverIds.join() === head.approvals.map(({ approverId }) => approverId).join();
  if (!isSameList || reopensApproval(head)) await replaceApprovals(tx, head.id, approverIds, head);
}

/**
 * Locks the profiles of a submitted distribution, including those of the entities in them, so that its inputs can't
 * change.
 */
async function lockProfiles(tx: Transaction, id: string): Promise<void> {
  const locked = await tx.query<{ id: string; name: string; containerId: string; rowVersion: number }>(
    `WITH locked AS (UPDATE allocation_profile p SET locked_at = $3
     WHERE p.tenant_id = $1 AND p.locked_at IS NULL AND (
       p.id IN (SELECT s.allocation_profile_id FROM distribution_source s WHERE s.tenant_id = $1 AND s.distribution_id = $2)
       OR p.id IN (SELECT x.id FROM distribution d
         JOIN LATERAL (SELECT DISTINCT l.participant_id FROM distribution_detail l WHERE l.tenant_id = $1 AND l.distribution_id = d.id AND NOT l.is_leaf) n ON true
         CROSS JOIN LATERAL (SELECT ap.id FROM allocation_profile ap WHERE ap.tenant_id = $1 AND ap.container_id = n.participant_id
           AND (ap.effective_date IS NULL OR ap.effective_date <= d.distribution_date)
           ORDER BY ap.is_current DESC, ap.effective_date DESC NULLS LAST, ap.version DESC LIMIT 1) x
         WHERE d.tenant_id = $1 AND d.id = $2))
     RETURNING p.id, p.name, p.container_id AS "containerId", p.row_version AS "rowVersion")
     SELECT * FROM locked ORDER BY id`,
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
