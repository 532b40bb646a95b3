import type { DistributionHead } from '@carrara/domain/distribution';
import { v7 as newId } from 'uuid';
import type { Transaction } from '../unitOfWork/index.ts';
import { insertBulk } from './bulk.ts';

interface Approver {
  readonly id: string;
  readonly approverId: string;
  readonly position: number;
  readonly round: number;
}

/** Lists people as approvers of the current round, from a place on. */
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
export async function replaceApprovals(tx: Transaction, id: string, approverIds: readonly string[]): Promise<void> {
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

/** Everybody is asked in a new round; the answers of the one before stay. */
export async function askAnew(tx: Transaction, { id, approvals }: DistributionHead): Promise<void> {
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
