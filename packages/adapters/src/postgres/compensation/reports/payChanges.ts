import { payChanges as report } from '@carrara/contract/compensation/reports/payChanges';
import { payChange } from '@carrara/domain/compensation/salary';
import { decimal, moneyText, numberText } from '@carrara/domain/kernel';
import { defineReportQuery, queryRows } from '../../engine/reports/reportQuery.ts';
import { currencyCodeSql } from '../../engine/texts/amounts.ts';

interface Salary {
  readonly id: string;
  readonly after: string;
  readonly before: string | null;
}
const statement = `SELECT s.id, s.employee_id AS employee, s.effective_date AS "effectiveDate", ${currencyCodeSql('s')} AS currency, s.paid_rate::text AS after, s.reason,
    (SELECT CASE WHEN o.currency_id = s.currency_id THEN o.paid_rate::text END FROM salary o
      WHERE o.tenant_id = s.tenant_id AND o.employee_id = s.employee_id AND o.effective_date < s.effective_date
      ORDER BY o.effective_date DESC LIMIT 1) AS before
  FROM salary s
  WHERE (:from::date IS NULL OR s.effective_date >= :from::date) AND (:to::date IS NULL OR s.effective_date <= :to::date)
    AND (:employeeId::uuid IS NULL OR s.employee_id = :employeeId)`;

/** Report on the salaries of the period. A salary in another currency than the one before has no comparison. */
export const payChanges = defineReportQuery(report, {
  source: 'rows',
  from: async (tx, values) =>
    (await queryRows<Salary>(tx, statement, values)).map(({ before, after, ...row }) => {
      const { amount, percent } = payChange(before === null ? null : decimal(before), decimal(after));
      return { ...row, before, after, change: amount && moneyText(amount), percent: percent && numberText(percent) };
    }),
});
