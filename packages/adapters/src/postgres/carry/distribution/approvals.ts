import { reopensApproval, type DistributionHead } from '@carrara/domain/carry/distribution';
import { v7 as newId } from 'uuid';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { insertBulk } from '../run/bulk.ts';

interface Approver {
  readonly id: string;
  readonly approverId: string;
  readonly position: number;
  readonly round: number;
}

/** Inserts approvers for the current round, from a position on. */
export async function insertApprovals(
  tx: Transaction,
  id: string,
  approverIds: readonly string[],
  first = 0,
): Promise<void> {
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
      { name: 'id', type: 'uuid', valueOf: (row) => row.id },
      { name: 'distribution_id', type: 'uuid', valueOf: () => id },
      { name: 'approver_id', type: 'uuid', valueOf: (row) => row.approverId },
      { name: 'position', type: 'integer', valueOf: (row) => row.position },
      { name: 'round', type: 'integer', valueOf: (row) => row.round },
      { name: 'created_by', type: 'uuid', valueOf: () => tx.personId },
    ],
    rows,
  );
}

/**
 * Replaces the list of approvers. If somebody has already decided, a new round begins for all, and the earlier
 * decisions stay.
 */
export async function replaceApprovals(
  tx: Transaction,
  id: string,
  approverIds: readonly string[],
  before: DistributionHead | undefined,
): Promise<void> {
  if (before && reopensApproval(before)) return requestApprovals(tx, id, approverIds);
  await tx.query(
    `DELETE FROM distribution_approval a USING distribution d
     WHERE a.tenant_id = $1 AND a.distribution_id = $2 AND d.tenant_id = a.tenant_id AND d.id = a.distribution_id AND a.round = d.approval_round`,
    [tx.tenantId, id],
  );
  await insertApprovals(tx, id, approverIds);
}

/** Removes one approver from the list. A decision already made stays. */
export async function removeApprover(tx: Transaction, head: DistributionHead, approvalId: string): Promise<void> {
  const remaining = head.approvals.filter((approval) => approval.id !== approvalId);
  if (reopensApproval(head)) {
    await requestApprovals(
      tx,
      head.id,
      remaining.map(({ approverId }) => approverId),
    );
    return;
  }
  await tx.query('DELETE FROM distribution_approval WHERE tenant_id = $1 AND distribution_id = $2 AND id = $3', [
    tx.tenantId,
    head.id,
    approvalId,
  ]);
}

/** Stores whose answers are requested in the current round. */
export const storeRequested = (tx: Transaction, id: string, approverIds: readonly string[]): Promise<unknown> =>
  tx.query(
    `UPDATE distribution_approval a SET is_requested = a.approver_id = ANY ($3::uuid[]) FROM distribution d
     WHERE a.tenant_id = $1 AND a.distribution_id = $2 AND d.tenant_id = a.tenant_id AND d.id = a.distribution_id AND a.round = d.approval_round
       AND a.is_requested IS DISTINCT FROM (a.approver_id = ANY ($3::uuid[]))`,
    [tx.tenantId, id, approverIds],
  );

/** Returns the submitted distributions that can't be approved without a person: those that ask this approver now or, one after another, later. */
export const runsWaitingFor = (
  tx: Transaction,
  approverId: string,
): Promise<{ id: string; name: string; submittedById: string | null }[]> =>
  tx.query(
    `SELECT d.id, d.name, d.submitted_by AS "submittedById" FROM distribution_approval a
     JOIN distribution d ON d.tenant_id = a.tenant_id AND d.id = a.distribution_id AND d.approval_round = a.round
     WHERE a.tenant_id = $1 AND a.approver_id = $2 AND a.approval_decision IS NULL AND d.status = 'SUB'
       AND (a.is_requested OR d.approval_rule ->> 'mode' = 'ORDERED') ORDER BY d.id`,
    [tx.tenantId, approverId],
  );

/** Starts a new round for all approvers. The decisions of the previous round stay. */
export const requestApprovalAgain = (tx: Transaction, { id, approvals }: DistributionHead): Promise<void> =>
  requestApprovals(
    tx,
    id,
    approvals.map(({ approverId }) => approverId),
  );

async function requestApprovals(tx: Transaction, id: string, approverIds: readonly string[]): Promise<void> {
  await tx.query('UPDATE distribution SET approval_round = approval_round + 1 WHERE tenant_id = $1 AND id = $2', [
    tx.tenantId,
    id,
  ]);
  await insertApprovals(tx, id, approverIds);
}
