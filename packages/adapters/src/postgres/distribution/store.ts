import type {
  DistributionHead,
  DistributionMove,
  DistributionPorts,
  DraftToKeep,
  RunRows,
  TaxLine,
} from '@carrara/domain/distribution';
import { fail } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import { postEntries } from '../accountEntry/index.ts';
import type { StaleFailure } from '../records/index.ts';
import type { Transaction } from '../unitOfWork/index.ts';
import { approverCandidates } from './approvers.ts';
import { insertBulk } from './bulk.ts';
import { loadRunFacts } from './facts.ts';
import { lastChange, loadHead, loadInputs } from './head.ts';
import { loadLabels, readableFailures, taxName } from './labels.ts';
import { deleteRun, insertRun, loadRun } from './rows.ts';

export interface DistributionRules {
  readonly allowSelfApproval: boolean;
  readonly allowsInvestorBalance: boolean;
}

/** The ports of the domain's operations on one transaction. Every write notes the change with the distribution before and after. */
export function distributionPorts(tx: Transaction, rules: DistributionRules): DistributionPorts {
  // What was just written need not be read back.
  const kept = new Map<string, RunRows>();
  return {
    personId: tx.personId ?? '',
    allowSelfApproval: rules.allowSelfApproval,
    newId,
    hold: (id) => loadHead(tx, id, true),
    stale: (head, rowVersion) => staleFailure(tx, head, rowVersion),
    facts: (request) => loadRunFacts(tx, request, rules.allowsInvestorBalance),
    inputsOf: (id) => loadInputs(tx, id),
    rowsOf: async (id) => kept.get(id) ?? loadRun(tx, id),
    approverCandidates: async () => new Set((await approverCandidates(tx)).map(({ id }) => id)),
    readable: (failures) => readableFailures(tx, failures),
    keep: async (draft, before) => {
      await keep(tx, draft, before);
      kept.set(draft.id, draft.rows);
    },
    move: (head, move) => moveOn(tx, head, move),
    addApprovers: (head, ids) =>
      changed(tx, head.id, 'addApprovers', null, async () => {
        await insertApprovals(tx, head.id, ids, head.approvals.length);
        await touch(tx, head);
      }),
    removeApprover: (head, approvalId) =>
      changed(tx, head.id, 'removeApprover', null, async () => {
        await tx.query('DELETE FROM distribution_approval WHERE tenant_id = $1 AND distribution_id = $2 AND id = $3', [
          tx.tenantId,
          head.id,
          approvalId,
        ]);
        await touch(tx, head);
      }),
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
    return fail('ROW_VERSION_REQUIRED', ['rowVersion'], 'A save of an existing record carries its RowVersion.');
  const { changedBy, changedDate } = await lastChange(tx, head.id);
  const detail = `Changed by ${changedBy || 'someone'} at ${changedDate}`;
  return {
    code: 'STALE_VERSION',
    path: ['rowVersion'],
    detail,
    changedBy,
    changedDate,
    rowVersion: head.rowVersion,
  };
}

const touch = (tx: Transaction, { id }: DistributionHead) =>
  tx.query(
    `UPDATE distribution SET row_version = row_version + 1, updated_at = $3, updated_by = $4 WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, id, tx.now, tx.personId],
  );

async function keep(tx: Transaction, draft: DraftToKeep, before: DistributionHead | undefined): Promise<void> {
  const { rows, reversesId } = draft;
  const labels = await loadLabels(tx, rows);
  const names = new Map<string, string>();
  const nameOf = (tax: TaxLine) => {
    const key = `${tax.taxProfileId} ${tax.characterizationId}`;
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = taxName(labels, tax);
    names.set(key, name);
    return name;
  };
  const operation = reversesId ? 'reverseDistribution' : 'saveDistribution';
  await changed(tx, draft.id, operation, draft.reason, async () => {
    if (before) await deleteRun(tx, draft.id);
    await writeHead(tx, draft, before);
    await insertRun(tx, draft.id, rows, nameOf);
    if (draft.approverIds) await replaceApprovals(tx, draft.id, draft.approverIds);
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
    ['last_edited_by', tx.personId],
    ['updated_at', tx.now],
    ['updated_by', tx.personId],
  ];
  const at = values.map((_, i) => `$${i + 3}`);
  const given = values.map(([, value]) => value);
  // A reversal is in the currency of what it undoes.
  const currency = `coalesce($${values.length + 3}::uuid, (SELECT o.currency_id FROM distribution o WHERE o.tenant_id = $1 AND o.id = $7))`;
  const all = [tx.tenantId, draft.id, ...given, draft.currencyId];
  if (before) {
    const sets = values.map(([column], i) => `${column} = ${at[i]}`).join(', ');
    await tx.query(
      `UPDATE distribution SET ${sets}, currency_id = ${currency}, row_version = row_version + 1 WHERE tenant_id = $1 AND id = $2`,
      all,
    );
    return;
  }
  const columns = values.map(([column]) => column).join(', ');
  await tx.query(
    `INSERT INTO distribution (tenant_id, id, ${columns}, currency_id, created_at, created_by)
     VALUES ($1, $2, ${at.join(', ')}, ${currency}, $${values.length + 4}, $${values.length + 5})`,
    [...all, tx.now, tx.personId],
  );
}

const totalColumns = ({ totals }: RunRows): readonly (readonly [string, unknown])[] => [
  ['total_net_distributable', totals.netDistributable],
  ['total_carry_distributed', totals.gross],
  ['total_tax', totals.tax],
  ['total_escrow', totals.escrow],
  ['total_loan_repayment', totals.loanRepayment],
  ['total_other_adjustment', totals.otherAdjustment],
  ['total_net', totals.net],
  ['total_unallocated', totals.unallocated],
  ['number_of_participants', totals.numberOfParticipants],
];

interface Approver {
  readonly id: string;
  readonly approverId: string;
  readonly position: number;
  readonly round: number;
}

async function insertApprovals(tx: Transaction, id: string, approverIds: readonly string[], first = 0): Promise<void> {
  const [head] = await tx.query<{ round: number }>(
    'SELECT approval_round AS round FROM distribution WHERE tenant_id = $1 AND id = $2',
    [tx.tenantId, id],
  );
  const rows = approverIds.map(
    (approverId, i): Approver => ({ id: newId(), approverId, position: first + i, round: head?.round ?? 0 }),
  );
  await insertBulk<Approver>(
    tx,
    'distribution_approval',
    [
      { name: 'id', type: 'uuid', of: (row) => row.id },
      { name: 'distribution_id', type: 'uuid', of: () => id },
      { name: 'approver_id', type: 'uuid', of: (row) => row.approverId },
      { name: 'position', type: 'integer', of: (row) => row.position },
      { name: 'round', type: 'integer', of: (row) => row.round },
      { name: 'created_by', type: 'uuid', of: () => tx.personId },
    ],
    rows,
  );
}

/** Makes the list equal to the given one; who stays keeps an answer given before. */
async function replaceApprovals(tx: Transaction, id: string, approverIds: readonly string[]): Promise<void> {
  await tx.query(
    `DELETE FROM distribution_approval a USING distribution d
     WHERE a.tenant_id = $1 AND a.distribution_id = $2 AND d.tenant_id = a.tenant_id AND d.id = a.distribution_id AND a.round = d.approval_round
       AND NOT a.approver_id = ANY ($3::uuid[])`,
    [tx.tenantId, id, approverIds],
  );
  const kept = await tx.query<{ approverId: string }>(
    `SELECT a.approver_id AS "approverId" FROM distribution_approval a JOIN distribution d ON d.tenant_id = a.tenant_id AND d.id = a.distribution_id
     WHERE a.tenant_id = $1 AND a.distribution_id = $2 AND a.round = d.approval_round`,
    [tx.tenantId, id],
  );
  const known = new Set(kept.map(({ approverId }) => approverId));
  await insertApprovals(
    tx,
    id,
    approverIds.filter((approver) => !known.has(approver)),
    known.size,
  );
}

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
    };
    await tx.query(
      `UPDATE distribution SET status = $3, ${stamps[move.event] ?? ''} row_version = row_version + 1, updated_at = $4, updated_by = $5
       WHERE tenant_id = $1 AND id = $2`,
      [tx.tenantId, head.id, move.status, tx.now, tx.personId],
    );
    if (move.event === 'submitDistribution') await lockProfiles(tx, head.id);
  });
}

/** Everybody is asked in a new round; the answers of the one before stay. */
async function askAnew(tx: Transaction, { id, approvals }: DistributionHead): Promise<void> {
  await tx.query('UPDATE distribution SET approval_round = approval_round + 1 WHERE tenant_id = $1 AND id = $2', [
    tx.tenantId,
    id,
  ]);
  await insertApprovals(
    tx,
    id,
    approvals.map(({ approverId }) => approverId),
  );
}

/** What a submitted distribution was computed from stays as it is: its profiles, and those of the entities in them. */
async function lockProfiles(tx: Transaction, id: string): Promise<void> {
  await tx.query(
    `UPDATE allocation_profile p SET locked_at = $3
     WHERE p.tenant_id = $1 AND p.locked_at IS NULL AND (
       p.id IN (SELECT s.allocation_profile_id FROM distribution_source s WHERE s.tenant_id = $1 AND s.distribution_id = $2)
       OR p.id IN (SELECT x.id FROM distribution d
         JOIN LATERAL (SELECT DISTINCT l.participant_id FROM distribution_detail l WHERE l.tenant_id = $1 AND l.distribution_id = d.id AND NOT l.is_leaf) n ON true
         CROSS JOIN LATERAL (SELECT ap.id FROM allocation_profile ap WHERE ap.tenant_id = $1 AND ap.container_id = n.participant_id
           AND (ap.effective_date IS NULL OR ap.effective_date <= d.distribution_date)
           ORDER BY ap.is_current DESC, ap.effective_date DESC NULLS LAST, ap.version DESC LIMIT 1) x
         WHERE d.tenant_id = $1 AND d.id = $2))`,
    [tx.tenantId, id, tx.now],
  );
}

/** Does the work and notes the distribution before and after it: head, sources and approvers, not the thousands of rows. */
async function changed(
  tx: Transaction,
  id: string,
  operation: string,
  reason: string | null | undefined,
  work: () => Promise<void>,
): Promise<void> {
  const before = await summary(tx, id);
  await work();
  const after = await summary(tx, id);
  tx.record({
    operation,
    objectType: 'distribution',
    objectId: id,
    objectName: after?.name ?? before?.name ?? null,
    before: before ?? null,
    after: after ?? null,
    reason: reason ?? null,
    rowVersion: after?.rowVersion ?? null,
  });
}

interface Summary {
  readonly name: string;
  readonly rowVersion: number;
}

async function summary(tx: Transaction, id: string): Promise<Summary | undefined> {
  const [found] = await tx.query<Summary>(
    `SELECT d.name, d.row_version AS "rowVersion", d.description, d.distribution_date AS "distributionDate", d.status, d.engine_version AS "engineVersion",
       trim_scale(d.default_escrow) AS "defaultEscrow", trim_scale(d.default_terminated_escrow) AS "defaultTerminatedEscrow",
       d.unallocated_acknowledged_at IS NOT NULL AS "unallocatedAcknowledged", d.total_net_distributable AS "netDistributableAmount",
       d.total_carry_distributed AS "grossCarryDistributed", d.total_tax AS tax, d.total_escrow AS escrow,
       d.total_loan_repayment AS "loanRepayment", d.total_other_adjustment AS "otherAdjustment", d.total_net AS "netCarryDistributed",
       d.total_unallocated AS unallocated, d.number_of_participants AS "numberOfParticipants",
       (SELECT jsonb_agg(jsonb_build_object('source', c.name, 'netDistributableAmount', s.net_distributable_amount::text,
          'grossCarryDistributed', s.gross_carry_distributed::text, 'netCarryDistributed', s.net_carry_distributed::text) ORDER BY s.position)
        FROM distribution_source s JOIN container c ON c.tenant_id = s.tenant_id AND c.id = s.container_id
        WHERE s.tenant_id = d.tenant_id AND s.distribution_id = d.id) AS sources,
       (SELECT jsonb_agg(jsonb_build_object('approver', trim(p.first_name || ' ' || p.last_name), 'decision', a.approval_decision) ORDER BY a.position)
        FROM distribution_approval a JOIN person p ON p.id = a.approver_id
        WHERE a.tenant_id = d.tenant_id AND a.distribution_id = d.id AND a.round = d.approval_round) AS approvals
     FROM distribution d WHERE d.tenant_id = $1 AND d.id = $2`,
    [tx.tenantId, id],
  );
  return found;
}
