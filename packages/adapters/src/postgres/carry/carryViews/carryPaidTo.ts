import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { currencyCode } from '../../engine/texts/amounts.ts';
import { containedInSql } from '../../portfolio/container/sources.ts';

export interface CarryPaid {
  readonly employeeId: string;
  readonly on: string;
  readonly amount: string;
  readonly currency: string;
}

/** SQL for these employees and their own trusts, each with the employee they belong to. */
const own = `(SELECT e AS employee_id, e AS participant_id FROM unnest($2::uuid[]) e
  UNION ALL SELECT t.employee_id, t.id FROM trust t WHERE t.tenant_id = $1 AND t.employee_id = ANY ($2::uuid[])) own`;
/** SQL for the amounts that disbursed distributions paid them, directly and through entities. */
const paid = `${own}
  JOIN distribution_detail b ON b.tenant_id = $1 AND b.participant_id = own.participant_id
  JOIN distribution d ON d.tenant_id = b.tenant_id AND d.id = b.distribution_id AND d.status = 'DISB'`;
const sum = (amount: string) => `sum(${amount})::numeric(38,2)::text`;

/**
 * Returns the gross carry that disbursed distributions paid to employees and their own trusts, directly and through
 * entities.
 */
export const carryPaidTo = (tx: Transaction, employees: readonly string[]): Promise<CarryPaid[]> =>
  tx.query<CarryPaid>(
    `SELECT own.employee_id AS "employeeId", d.distribution_date::text AS "on", ${sum('b.gross_carry_distributed')} AS amount,
       ${currencyCode('d.currency_id')} AS currency
     FROM ${paid}
     GROUP BY own.employee_id, b.tenant_id, d.distribution_date, d.currency_id
     ORDER BY d.distribution_date`,
    [tx.tenantId, employees],
  );

interface OfHolder {
  readonly employeeId: string;
  readonly holderId: string;
  readonly holder: string;
  readonly currency: string;
}
/** The same by fund, with the deductions. */
export interface CarryPaidByFund extends OfHolder {
  readonly on: string;
  readonly gross: string;
  readonly tax: string;
  readonly escrow: string;
  /** Loan repayments and other adjustments. */
  readonly other: string;
  readonly net: string;
}
const holder = 'coalesce(f.fund_id, f.coinvestment_id, f.id)';
const holderName = `coalesce(${containedInSql('f')}, f.name)`;

export const carryPaidByFund = (tx: Transaction, employees: readonly string[]): Promise<CarryPaidByFund[]> =>
  tx.query<CarryPaidByFund>(
    `SELECT own.employee_id AS "employeeId", ${holder} AS "holderId", ${holderName} AS holder, d.distribution_date::text AS "on",
       ${currencyCode('d.currency_id')} AS currency, ${sum('b.gross_carry_distributed')} AS gross, ${sum('b.tax')} AS tax, ${sum('b.escrow')} AS escrow,
       ${sum('b.loan_repayment + b.other_adjustment')} AS other, ${sum('b.net_carry_distributed')} AS net
     FROM ${paid}
     JOIN distribution_source s ON s.tenant_id = b.tenant_id AND s.id = b.distribution_source_id
     JOIN source_facts f ON f.tenant_id = s.tenant_id AND f.id = s.container_id
     GROUP BY own.employee_id, b.tenant_id, f.tenant_id, f.fund_id, f.coinvestment_id, f.id, f.name, d.distribution_date, d.currency_id
     ORDER BY d.distribution_date, 3, 2`,
    [tx.tenantId, employees],
  );

export interface CarryExpected extends OfHolder {
  readonly amount: string;
}
/** Returns the carry that forecasts in force expect for them from a date on, by fund. */
export const carryExpectedSql = (
  tx: Transaction,
  employees: readonly string[],
  from: string,
): Promise<CarryExpected[]> =>
  tx.query<CarryExpected>(
    `SELECT own.employee_id AS "employeeId", ${holder} AS "holderId", ${holderName} AS holder, ${currencyCode('o.currency_id')} AS currency,
       ${sum('b.gross_carry_distributed')} AS amount
     FROM ${own}
     JOIN forecast_detail b ON b.tenant_id = $1 AND b.participant_id = own.participant_id
     JOIN standing_forecast_source s ON s.tenant_id = b.tenant_id AND s.id = b.forecast_source_id
     JOIN forecast o ON o.tenant_id = s.tenant_id AND o.id = s.forecast_id AND o.distribution_date >= $3::date
     JOIN source_facts f ON f.tenant_id = s.tenant_id AND f.id = s.container_id
     GROUP BY own.employee_id, b.tenant_id, f.tenant_id, f.fund_id, f.coinvestment_id, f.id, f.name, o.currency_id
     ORDER BY 3, 2`,
    [tx.tenantId, employees, from],
  );
