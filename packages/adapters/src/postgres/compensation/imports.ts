import type { ExistingEmployee, ExistingPay, PaidPerson } from '@carrara/domain/compensation/imports';
import { calendarDate } from '@carrara/domain/kernel';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import { employmentSql, readSpans, type StoredEmployment } from './employment.ts';

const day = (text: string | null) => (text === null ? null : calendarDate(text));

/** Returns the people that a pay file can name. */
export async function namedPeople(tx: Transaction): Promise<readonly PaidPerson[]> {
  const people = await tx.query<Omit<PaidPerson, 'hireDate' | 'employment'> & StoredEmployment>(
    `SELECT p.id, nullif(p.code, '') AS code, p.name, nullif(e.email, '') AS email, ${employmentSql},
       e.person_id IS NOT DISTINCT FROM $2::uuid AS "isOwn"
     FROM participant p JOIN employee e ON e.tenant_id = p.tenant_id AND e.id = p.id WHERE p.tenant_id = $1 AND p.kind = 'employee'`,
    [tx.tenantId, tx.personId],
  );
  return people.map(({ hireDate, terminationDate, events, ...person }) => ({
    ...person,
    hireDate: day(hireDate),
    employment: readSpans({ hireDate, terminationDate, events }),
  }));
}

/** Returns the employees of the firm, with the fields that an employee file can contain. */
export async function existingEmployees(tx: Transaction): Promise<readonly ExistingEmployee[]> {
  const all = await tx.query<{ [K in keyof ExistingEmployee]: string | null }>(
    `SELECT p.id, nullif(p.code, '') AS code, p.name, e.first_name AS "firstName", e.last_name AS "lastName", nullif(e.email, '') AS email,
       e.hire_date::text AS "hireDate", e.business_title AS "businessTitle", e.title_id AS "titleId", e.office_id AS "officeId", e.department,
       e.manager_id AS "managerId", p.carry_eligible_date::text AS "carryEligibleDate"
     FROM participant p JOIN employee e ON e.tenant_id = p.tenant_id AND e.id = p.id WHERE p.tenant_id = $1 AND p.kind = 'employee'`,
    [tx.tenantId],
  );
  return all.map(
    (item) =>
      ({ ...item, hireDate: day(item.hireDate), carryEligibleDate: day(item.carryEligibleDate) }) as ExistingEmployee,
  );
}

/** Returns what keeps an employee from being deleted, as text: stored pay, payroll payments, reporting lines. */
export async function deletionBlockers(tx: Transaction, id: string): Promise<readonly string[]> {
  const existsIn = (table: string, noun: string) =>
    `SELECT '${noun}' AS noun WHERE EXISTS (SELECT FROM ${table} x WHERE x.tenant_id = $1 AND x.employee_id = $2)`;
  const rows = await tx.query<{ noun: string }>(
    [
      existsIn('salary', 'salaries'),
      existsIn('award', 'awards'),
      existsIn('deferred_award', 'deferred awards'),
      existsIn('payroll_row', 'payroll'),
    ].join(' UNION ALL '),
    [tx.tenantId, id],
  );
  return rows.map(({ noun }) => noun);
}

/**
 * Returns the salaries, awards and grants of some people in the form that a file would enter them. Reversed ones are
 * left out.
 */
export const existingPay = async (tx: Transaction, employees: readonly string[]): Promise<readonly ExistingPay[]> =>
  (
    await tx.query<{ pay: ExistingPay }>(
      `SELECT jsonb_build_object('kind', 'SALARY', 'id', s.id, 'rowVersion', s.row_version, 'isSettled', false, 'employeeId', s.employee_id,
         'date', s.effective_date, 'amount', s.amount::numeric(30, 2)::text, 'currencyId', s.currency_id, 'frequency', s.frequency,
         'hoursAWeek', trim_scale(s.hours_a_week)::text, 'ftePercent', trim_scale(s.fte_percent)::text, 'reason', s.reason) AS pay
       FROM salary s WHERE s.tenant_id = $1 AND s.employee_id = ANY ($2::uuid[])
       UNION ALL
       SELECT jsonb_build_object('kind', 'AWARD', 'id', a.id, 'rowVersion', a.row_version, 'isSettled', a.status <> 'AWARDED', 'employeeId', a.employee_id,
         'date', a.award_date, 'amount', a.amount::numeric(30, 2)::text, 'currencyId', a.currency_id, 'payTypeId', a.pay_type_id,
         'performanceYear', a.performance_year, 'payDate', a.pay_date)
       FROM award a WHERE a.tenant_id = $1 AND a.employee_id = ANY ($2::uuid[]) AND a.reverses_id IS NULL
       UNION ALL
       SELECT jsonb_build_object('kind', 'DEFERRED', 'id', d.id, 'rowVersion', d.row_version, 'isSettled', true, 'employeeId', d.employee_id,
         'date', d.grant_date, 'amount', d.amount::numeric(30, 2)::text, 'currencyId', d.currency_id, 'tranches',
         (SELECT jsonb_agg(jsonb_build_object('vestDate', t.vest_date, 'percent', trim_scale(t.percent)::text, 'payDate', t.pay_date) ORDER BY t.position)
           FROM deferred_tranche t WHERE t.tenant_id = d.tenant_id AND t.deferred_award_id = d.id))
       FROM deferred_award d WHERE d.tenant_id = $1 AND d.employee_id = ANY ($2::uuid[])
         AND (SELECT sum(e.amount) FROM deferred_entry e WHERE e.tenant_id = d.tenant_id AND e.deferred_award_id = d.id AND e.kind = 'GRANT') <> 0`,
      [tx.tenantId, employees],
    )
  ).map(({ pay }) => pay);
