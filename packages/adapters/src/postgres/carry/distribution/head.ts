import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import {
  type Acknowledgment,
  type DistributionApproval,
  type DistributionHead,
  distributionLifecycle,
} from '@carrara/domain/carry/distribution';
import type { StoredInputs, Remark } from '@carrara/domain/carry/run';
import { isTaxUnknown, determinedSql } from '../../portfolio/container/sources.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { fullName, personName } from '../../engine/texts/personName.ts';
import { runInputs } from '../run/runRow.ts';

const headColumns = `d.id, d.status, d.kind = 'REVERSAL' AS "isReversal", d.created_by AS "createdById", d.editor_ids AS "editorIds",
  d.submitted_by AS "submittedById", d.row_version AS "rowVersion", d.name, d.description, d.distribution_date AS "distributionDate",
  d.engine_version AS "engineVersion", d.investor_balance_based AS "isByBalance", d.approval_rule AS "approvalRule",
  (SELECT r.status FROM distribution r WHERE r.tenant_id = d.tenant_id AND r.reverses_id = d.id) AS "reversalStatus",
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', a.id, 'approverId', a.approver_id, 'decision', a.approval_decision,
      'decidedById', a.decided_by, 'isPayee', a.is_payee) ORDER BY a.position, a.id)
    FROM distribution_approval a WHERE a.tenant_id = d.tenant_id AND a.distribution_id = d.id AND a.round = d.approval_round), '[]') AS approvals`;

/** Loads the head of a distribution for decisions. With `lock`, locks it until the end of the transaction. */
export async function loadHead(tx: Transaction, id: string, lock = false): Promise<DistributionHead | undefined> {
  if (lock) {
    // Locks first, so that the read sees what the previous transaction wrote.
    await tx.prepared('SELECT 1 FROM distribution WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [tx.tenantId, id]);
  }
  const [head] = await tx.prepared<DistributionHead & { readonly approvals: readonly DistributionApproval[] }>(
    `SELECT ${headColumns} FROM distribution d WHERE d.tenant_id = $1 AND d.id = $2`,
    [tx.tenantId, id],
  );
  return head;
}

/**
 * Locks a distribution and its reversal until the end of the transaction. The distribution comes first, so that nobody
 * can create a reversal in between.
 */
export async function lockWithReversal(tx: Transaction, id: string): Promise<void> {
  await tx.prepared('SELECT 1 FROM distribution WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [tx.tenantId, id]);
  await tx.prepared('SELECT 1 FROM distribution WHERE tenant_id = $1 AND reverses_id = $2 FOR UPDATE', [
    tx.tenantId,
    id,
  ]);
}

/** Loads the inputs that a stored run was computed from. */
export const loadInputs = runInputs<StoredInputs>('distribution');

export async function loadRemarks(tx: Transaction, id: string): Promise<readonly Remark[]> {
  const [found] = await tx.query<{ remarks: readonly Remark[] }>(
    'SELECT warnings AS remarks FROM distribution WHERE tenant_id = $1 AND id = $2',
    [tx.tenantId, id],
  );
  return found?.remarks ?? [];
}

/** Returns true if another distribution has this name, in any letter case. */
export async function isNameShared(tx: Transaction, name: string, id: string | null | undefined): Promise<boolean> {
  const [found] = await tx.query<{ isShared: boolean }>(
    `SELECT EXISTS (SELECT FROM distribution WHERE tenant_id = $1 AND lower(name) = lower($2) AND id IS DISTINCT FROM $3::uuid)
       AS "isShared"`,
    [tx.tenantId, name, id ?? null],
  );
  return found?.isShared === true;
}

/** Returns the allocation profile of each source of a stored run, in the order of its sources. Null for a source without one. */
export async function loadProfileIds(tx: Transaction, id: string): Promise<readonly (string | null)[]> {
  const rows = await tx.query<{ profileId: string | null }>(
    `SELECT allocation_profile_id AS "profileId" FROM distribution_source
     WHERE tenant_id = $1 AND distribution_id = $2 ORDER BY position`,
    [tx.tenantId, id],
  );
  return rows.map(({ profileId }) => profileId);
}

/** Returns the time at which a distribution was disbursed. Null if it isn't disbursed yet. */
export async function loadDisbursedAt(tx: Transaction, id: string): Promise<string | null> {
  const [found] = await tx.query<{ disbursedAt: string | null }>(
    'SELECT disbursed_at AS "disbursedAt" FROM distribution WHERE tenant_id = $1 AND id = $2',
    [tx.tenantId, id],
  );
  return found?.disbursedAt ?? null;
}

export const loadAcknowledgments = (tx: Transaction, id: string): Promise<Acknowledgment[]> =>
  tx.query<Acknowledgment>(
    `SELECT n.text, n.key FROM distribution d, jsonb_to_recordset(d.acknowledgments) AS n(text text, key text)
     WHERE d.tenant_id = $1 AND d.id = $2 AND n.key IS NOT NULL`,
    [tx.tenantId, id],
  );

const personAt = (column: string) => personName(`d.${column}`);

/** Head of a distribution as the contract returns it, without rows and actions. */
export type DisplayedHead = Omit<
  Distribution,
  | 'distributionSources'
  | 'distributionParticipants'
  | 'reconciliation'
  | 'warnings'
  | 'problems'
  | 'actions'
  | 'canEdit'
  | 'previous'
  | 'numberOfEntries'
  | 'approvals'
  | 'approvalRule'
> & { readonly approvals: Distribution['earlierApprovals']; readonly remarks: readonly Remark[] };

/** SQL for approvals of the distribution `d` as the contract returns them. */
const approvalsWhere = (condition: string, order: string): string =>
  `coalesce((SELECT jsonb_agg(jsonb_build_object('id', a.id, 'approver', jsonb_build_object('id', p.id, 'name', ${fullName('p')}),
      'decidedBy', CASE WHEN a.decided_by <> a.approver_id THEN jsonb_build_object('id', a.decided_by, 'name', ${personName('a.decided_by')}) END,
      'approvalDecision', a.approval_decision, 'approvalComments', a.approval_comments, 'isPayee', coalesce(a.is_payee, false),
      'decidedDate', to_char(a.decided_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY ${order})
    FROM distribution_approval a JOIN person p ON p.id = a.approver_id
    WHERE a.tenant_id = d.tenant_id AND a.distribution_id = d.id AND ${condition}), '[]')`;

const statusTexts: Readonly<Record<string, string>> = distributionLifecycle.states;

export async function loadDisplayedHead(tx: Transaction, id: string): Promise<DisplayedHead | undefined> {
  const reference = (where: string) =>
    `(SELECT jsonb_build_object('id', r.id, 'name', r.name) FROM distribution r WHERE r.tenant_id = d.tenant_id AND ${where})`;
  const [head] = await tx.prepared<Omit<DisplayedHead, 'status'> & { status: string }>(
    `SELECT d.id, d.row_version AS "rowVersion", d.created_at AS "createdDate", ${personAt('created_by')} AS "createdBy",
       d.updated_at AS "updatedDate", ${personAt('updated_by')} AS "updatedBy", d.name, d.description, d.distribution_date AS "distributionDate",
       d.status, (SELECT jsonb_build_object('id', r.id, 'code', r.code, 'description', r.description) FROM reference_entry r
         WHERE r.tenant_id = d.tenant_id AND r.id = d.currency_id) AS currency,
       d.is_determined AND NOT ${isTaxUnknown('d')} AS "isDetermined", ${determinedSql('total_carry_distributed', 'd')} AS "totalCarryDistributed",
       ${determinedSql('number_of_participants', 'd')} AS "numberOfParticipants",
       (SELECT count(*)::int FROM distribution_source s WHERE s.tenant_id = d.tenant_id AND s.distribution_id = d.id) AS "numberOfSources",
       trim_scale(d.default_escrow) AS "defaultEscrow", trim_scale(d.default_terminated_escrow) AS "defaultTerminatedEscrow",
       d.investor_balance_based AS "investorBalanceBased", d.unallocated_acknowledged_at IS NOT NULL AS "unallocatedAcknowledged",
       d.engine_version AS "engineVersion", (SELECT coalesce(jsonb_agg(jsonb_build_object('text', n.text, 'acknowledgedBy', ${fullName('p')},
         'acknowledgedDate', n.at)), '[]') FROM jsonb_to_recordset(d.acknowledgments) AS n(text text, by uuid, at text) LEFT JOIN person p ON p.id = n.by) AS acknowledgments,
       ${reference('r.id = d.reverses_id')} AS "reversalOf",
       (SELECT jsonb_build_object('id', r.id, 'name', r.name, 'isDisbursed', r.status = 'DISB', 'distributionDate', r.distribution_date) FROM distribution r
         WHERE r.tenant_id = d.tenant_id AND r.reverses_id = d.id) AS "reversedBy", d.warnings AS remarks,
       ${approvalsWhere('a.round = d.approval_round', 'a.position, a.id')} AS approvals,
       ${approvalsWhere('a.round < d.approval_round AND a.approval_decision IS NOT NULL', 'a.decided_at DESC, a.id')} AS "earlierApprovals"
     FROM distribution d WHERE d.tenant_id = $1 AND d.id = $2`,
    [tx.tenantId, id],
  );
  if (!head) return undefined;
  return { ...head, status: { code: head.status, description: statusTexts[head.status] ?? head.status } };
}

const sourcesOf = (run: string) =>
  `ARRAY(SELECT s.container_id FROM distribution_source s WHERE s.tenant_id = ${run}.tenant_id AND s.distribution_id = ${run}.id ORDER BY 1)`;

export interface PreviousDistribution {
  readonly id: string;
  readonly name: string;
  readonly distributionDate: string;
  readonly totalCarryDistributed: string;
  /** True if it paid exactly the same sources, so that the totals are comparable. */
  readonly hasSameSources: boolean;
}

/** Returns the disbursed distribution before this one, ignoring reversals and reversed distributions. */
export async function loadPrevious(tx: Transaction, id: string): Promise<PreviousDistribution | undefined> {
  const [previous] = await tx.prepared<PreviousDistribution>(
    `SELECT d.id, d.name, d.distribution_date AS "distributionDate", d.total_carry_distributed AS "totalCarryDistributed",
       own.kind = 'REGULAR' AND ${sourcesOf('d')} = ${sourcesOf('own')} AS "hasSameSources"
     FROM distribution d JOIN distribution own ON own.tenant_id = d.tenant_id AND own.id = $2
     WHERE d.tenant_id = $1 AND d.id <> own.id AND d.status = 'DISB' AND d.kind = 'REGULAR'
       AND (d.distribution_date, d.created_at) < (own.distribution_date, own.created_at)
       AND NOT EXISTS (SELECT FROM distribution r WHERE r.tenant_id = d.tenant_id AND r.reverses_id = d.id AND r.status = 'DISB')
     ORDER BY d.distribution_date DESC, d.created_at DESC, d.id DESC LIMIT 1`,
    [tx.tenantId, id],
  );
  return previous;
}
