import { payrollActuals as report } from '@carrara/contract/compensation/reports/payrollActuals';
import { defineReportQuery } from '../../engine/reports/reportQuery.ts';
import { currencyCodeSql } from '../../engine/texts/amounts.ts';

const inForce = (f: string) => `${f}.superseded_by IS NULL AND NOT ${f}.is_undone`;
const past = (unit: string, length: string) =>
  `w.pay_date >= date_trunc('${unit}', :today::date - interval '${length}') AND w.pay_date < date_trunc('${unit}', :today::date)`;

/** Report on the rows of the files in force. Months, quarters and years follow the pay date. */
export const payrollActuals = defineReportQuery(report, {
  source: 'facts',
  from: `SELECT w.tenant_id, w.employee_id AS employee, w.pay_type_id AS "payType", f.provider, ${currencyCodeSql('w')} AS currency, w.id AS "rowId", w.amount
    FROM payroll_row w JOIN payroll_file f ON f.tenant_id = w.tenant_id AND f.id = w.payroll_file_id AND ${inForce('f')}
    WHERE (:employeeId::uuid IS NULL OR w.employee_id = :employeeId) AND (:payTypeId::uuid IS NULL OR w.pay_type_id = :payTypeId) AND (:from::date IS NULL OR w.pay_date >= :from::date)
      AND (:to::date IS NULL OR w.pay_date <= :to::date)
      AND CASE :period::text
        WHEN 'payPeriod' THEN f.period_end = (SELECT max(o.period_end) FROM payroll_file o
          WHERE o.tenant_id = f.tenant_id AND o.period_end <= :today::date AND ${inForce('o')})
        WHEN 'pastMonth' THEN ${past('month', '1 month')}
        WHEN 'pastQuarter' THEN ${past('quarter', '3 months')}
        WHEN 'pastYear' THEN ${past('year', '1 year')}
        ELSE true END`,
});
