import { v7 as newId } from 'uuid';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

export interface PayrollExplanation {
  readonly employeeId: string;
  readonly name: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  /** Currency code. */
  readonly currency: string;
  /** Amount of the difference. */
  readonly difference: string;
  readonly explanation: string;
}

/** Stores why payroll differs from a salary, and replaces an explanation of an earlier difference. */
export async function storeExplanation(
  tx: Transaction,
  operation: string,
  explained: PayrollExplanation,
): Promise<string> {
  const { employeeId, name, periodStart, periodEnd, currency, difference, explanation } = explained;
  const [existing] = await tx.query<{ id: string; rowVersion: number }>(
    `INSERT INTO payroll_explanation (tenant_id, id, employee_id, period_start, period_end, currency_id, difference, explanation, created_at, created_by, updated_at, updated_by)
     SELECT $1, $2, $3, $4, $5, r.id, $7, $8, $9, $10, $9, $10 FROM reference_entry r WHERE r.tenant_id = $1 AND r.type = 'currency' AND r.code = $6
     ON CONFLICT (tenant_id, employee_id, period_start, period_end, currency_id) DO UPDATE SET difference = excluded.difference,
       explanation = excluded.explanation, row_version = payroll_explanation.row_version + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by
     RETURNING id, row_version AS "rowVersion"`,
    [tx.tenantId, newId(), employeeId, periodStart, periodEnd, currency, difference, explanation, tx.now, tx.personId],
  );
  if (!existing) throw new Error(`there is no currency ${currency}`);
  tx.record({
    operation,
    objectType: 'payrollExplanation',
    objectId: existing.id,
    objectName: name,
    containerId: employeeId,
    before: null,
    after: { periodStart, periodEnd, currency, difference, explanation },
    rowVersion: existing.rowVersion,
  });
  return existing.id;
}
