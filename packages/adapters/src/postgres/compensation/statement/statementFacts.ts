import type { StatementInputText } from '@carrara/domain/compensation/statement';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { currencyCodeSql } from '../../engine/texts/amounts.ts';

/** Inputs of a statement besides years of pay: the ledgers of deferred awards, and payroll payments. */
export type OtherPay = Pick<StatementInputText, 'deferred' | 'payroll'>;

interface Ledger {
  readonly employeeId: string;
  readonly ledger: StatementInputText['deferred'][number];
}
interface Paid {
  readonly employeeId: string;
  readonly row: StatementInputText['payroll'][number];
}

/** Returns these inputs for each person, up to the end of a year, in two statements. */
export async function otherPayOfYears(
  tx: Transaction,
  employees: readonly string[],
  year: number,
): Promise<(employeeId: string) => OtherPay> {
  const values = [tx.tenantId, employees, year];
  const ledgers = await tx.query<Ledger>(
    `SELECT d.employee_id AS "employeeId", jsonb_build_object('grantDate', d.grant_date, 'currency', ${currencyCodeSql('d')}, 'entries',
       (SELECT jsonb_agg(jsonb_build_object('kind', e.kind, 'tranche', e.tranche, 'on', e.entry_date, 'amount', e.amount::text) ORDER BY e.position)
        FROM deferred_entry e WHERE e.tenant_id = d.tenant_id AND e.deferred_award_id = d.id AND e.entry_date <= make_date($3, 12, 31))) AS ledger
     FROM deferred_award d WHERE d.tenant_id = $1 AND d.employee_id = ANY ($2::uuid[])
       AND EXISTS (SELECT FROM deferred_entry e WHERE e.tenant_id = d.tenant_id AND e.deferred_award_id = d.id AND e.entry_date <= make_date($3, 12, 31))
     ORDER BY d.grant_date, d.id`,
    values,
  );
  const payroll = await tx.query<Paid>(
    `SELECT o.employee_id AS "employeeId", jsonb_build_object('on', o.pay_date, 'amount', o.amount::text, 'currency', ${currencyCodeSql('o')},
       'isDeferred', t.sub_type IS NOT DISTINCT FROM 'DEFERRED') AS row
     FROM payroll_row o JOIN reference_entry t ON t.tenant_id = o.tenant_id AND t.id = o.pay_type_id
     JOIN payroll_file f ON f.tenant_id = o.tenant_id AND f.id = o.payroll_file_id AND f.superseded_by IS NULL AND NOT f.is_undone
     WHERE o.tenant_id = $1 AND o.employee_id = ANY ($2::uuid[]) AND extract(year FROM o.pay_date) IN ($3::int - 1, $3::int)
     ORDER BY o.pay_date, o.id`,
    values,
  );
  const [ledgersOf, payrollOf] = [byEmployee(ledgers), byEmployee(payroll)];
  return (employeeId) => ({
    deferred: (ledgersOf.get(employeeId) ?? []).map(({ ledger }) => ledger),
    payroll: (payrollOf.get(employeeId) ?? []).map(({ row }) => row),
  });
}

function byEmployee<T extends { readonly employeeId: string }>(rows: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const row of rows) {
    const own = found.get(row.employeeId);
    if (own) own.push(row);
    else found.set(row.employeeId, [row]);
  }
  return found;
}
