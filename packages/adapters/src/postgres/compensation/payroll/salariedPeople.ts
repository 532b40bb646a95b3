import type { PaidPeriod, SalariedPerson } from '@carrara/domain/compensation/imports';
import { calendarDate } from '@carrara/domain/kernel';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { employmentSql, readSpans, type StoredEmployment } from '../employment.ts';

interface Salaried extends StoredEmployment {
  readonly employeeId: string;
  readonly salaries: readonly { readonly effectiveDate: string; readonly currency: string }[];
}

/**
 * Returns the people with a stored salary, with its currency id. Row-level security returns only people whose pay is
 * visible.
 */
export async function salariedPeople(tx: Transaction): Promise<readonly SalariedPerson[]> {
  const people = await tx.query<Salaried>(
    `SELECT e.id AS "employeeId", ${employmentSql}, s.salaries
     FROM employee e JOIN participant p ON p.tenant_id = e.tenant_id AND p.id = e.id
     JOIN (SELECT s.employee_id, jsonb_agg(jsonb_build_object('effectiveDate', s.effective_date, 'currency', s.currency_id) ORDER BY s.effective_date) AS salaries
       FROM salary s WHERE s.tenant_id = $1 GROUP BY s.employee_id) s ON s.employee_id = e.id
     WHERE e.tenant_id = $1 ORDER BY lower(p.name), e.id`,
    [tx.tenantId],
  );
  return people.map(({ employeeId, salaries, ...employment }) => ({
    employeeId,
    employment: readSpans(employment),
    salaries: salaries.map((salary) => ({ ...salary, effectiveDate: calendarDate(salary.effectiveDate) })),
  }));
}

/** Returns the people to whom files in force, except these, pay a salary for days that overlap the period. */
export async function paidSalaryInPeriod(
  tx: Transaction,
  { periodStart, periodEnd }: { readonly periodStart: string; readonly periodEnd: string },
  except: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ employeeId: string }>(
    `SELECT DISTINCT r.employee_id AS "employeeId" FROM payroll_file f
     JOIN payroll_row r ON r.tenant_id = f.tenant_id AND r.payroll_file_id = f.id
     JOIN reference_entry t ON t.tenant_id = r.tenant_id AND t.id = r.pay_type_id
     WHERE f.tenant_id = $1 AND f.superseded_by IS NULL AND NOT f.is_undone AND t.sub_type = 'SALARY'
       AND f.period_start <= $3::date AND f.period_end >= $2::date AND f.id <> ALL ($4::uuid[])`,
    [tx.tenantId, periodStart, periodEnd, except],
  );
  return new Set(rows.map(({ employeeId }) => employeeId));
}

/** Returns the periods, overlapping the given one, for which files in force, except these, pay anybody whose pay is visible. */
export async function paidPeriods(
  tx: Transaction,
  { periodStart, periodEnd }: { readonly periodStart: string; readonly periodEnd: string },
  except: readonly string[],
): Promise<readonly PaidPeriod[]> {
  const rows = await tx.query<Record<keyof PaidPeriod, string>>(
    `SELECT DISTINCT r.employee_id AS "employeeId", r.pay_type_id AS "payTypeId", f.provider, f.period_start::text AS "periodStart",
       f.period_end::text AS "periodEnd"
     FROM payroll_file f JOIN payroll_row r ON r.tenant_id = f.tenant_id AND r.payroll_file_id = f.id
     WHERE f.tenant_id = $1 AND f.superseded_by IS NULL AND NOT f.is_undone
       AND f.period_start <= $3::date AND f.period_end >= $2::date AND f.id <> ALL ($4::uuid[])
     ORDER BY "periodStart", "periodEnd", f.provider`,
    [tx.tenantId, periodStart, periodEnd, except],
  );
  return rows.map((row) => ({
    ...row,
    periodStart: calendarDate(row.periodStart),
    periodEnd: calendarDate(row.periodEnd),
  }));
}
