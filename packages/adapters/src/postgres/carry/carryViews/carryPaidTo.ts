import type { Transaction } from '../../engine/unitOfWork/index.ts';
import { currencyCode } from '../../engine/words/index.ts';

export interface CarryPaid {
  readonly employeeId: string;
  readonly on: string;
  readonly amount: string;
  readonly currency: string;
}

/** The gross that disbursed distributions paid employees, directly and through entities, with what their own trusts got. */
export const carryPaidTo = (tx: Transaction, employees: readonly string[]): Promise<CarryPaid[]> =>
  tx.query<CarryPaid>(
    `SELECT own.employee_id AS "employeeId", d.distribution_date::text AS "on", sum(b.gross_carry_distributed)::numeric(38,2)::text AS amount,
       ${currencyCode('d.currency_id')} AS currency
     FROM (SELECT e AS employee_id, e AS participant_id FROM unnest($2::uuid[]) e
       UNION ALL SELECT t.employee_id, t.id FROM trust t WHERE t.tenant_id = $1 AND t.employee_id = ANY ($2::uuid[])) own
     JOIN distribution_detail b ON b.tenant_id = $1 AND b.participant_id = own.participant_id
     JOIN distribution d ON d.tenant_id = b.tenant_id AND d.id = b.distribution_id AND d.status = 'DISB'
     GROUP BY own.employee_id, b.tenant_id, d.distribution_date, d.currency_id
     ORDER BY d.distribution_date`,
    [tx.tenantId, employees],
  );
