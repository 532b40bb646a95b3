import type { ApproverFacts, DistributionHead } from '@carrara/domain/carry/distribution';
import { type Decimal, decimal } from '@carrara/domain/kernel';
import { currencyCodeSql } from '../../engine/texts/amounts.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { substitutesOn } from '../approvalPolicy/substitutes.ts';

/** Returns the users whom a distribution pays: as employees, or through entities or their own trusts. */
export async function payeesOf(tx: Transaction, id: string): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ personId: string }>(
    `SELECT DISTINCT e.person_id AS "personId" FROM distribution_detail l
     LEFT JOIN trust t ON t.tenant_id = l.tenant_id AND t.id = l.participant_id
     JOIN employee e ON e.tenant_id = l.tenant_id AND e.id = coalesce(t.employee_id, l.participant_id)
     WHERE l.tenant_id = $1 AND l.distribution_id = $2 AND l.is_leaf AND l.gross_carry_distributed <> 0 AND e.person_id IS NOT NULL`,
    [tx.tenantId, id],
  );
  return new Set(rows.map(({ personId }) => personId));
}

/** Returns the payees of a distribution and today's substitutes of its approvers. */
export async function approverFacts(
  tx: Transaction,
  { id, approvals }: Pick<DistributionHead, 'id' | 'approvals'>,
  today: string,
): Promise<ApproverFacts> {
  const substitutes = await substitutesOn(
    tx,
    today,
    approvals.map(({ approverId }) => approverId),
  );
  return { payeeIds: await payeesOf(tx, id), substitutes };
}

/** Returns the gross of a stored distribution and its currency. */
export async function amountToApprove(
  tx: Transaction,
  id: string,
): Promise<{ readonly amount: Decimal; readonly currency: string | null }> {
  const [found] = await tx.query<{ amount: string; currency: string | null }>(
    `SELECT d.total_carry_distributed AS amount, ${currencyCodeSql('d')} AS currency FROM distribution d
     WHERE d.tenant_id = $1 AND d.id = $2`,
    [tx.tenantId, id],
  );
  return { amount: decimal(found?.amount ?? '0'), currency: found?.currency ?? null };
}
