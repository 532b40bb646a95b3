import type { payrollEndpoints } from '@carrara/contract/compensation/payroll';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { column, condition, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { personName } from '../../engine/texts/personName.ts';

const nameOfEmployee = '(SELECT p.name FROM participant p WHERE p.tenant_id = b.tenant_id AND p.id = b.employee_id)';
const f = 'JOIN payroll_file f ON f.tenant_id = b.tenant_id AND f.id = b.payroll_file_id';

/** Joins the file that contained the row, which a partial correction may have superseded. */
const s = 'JOIN payroll_file s ON s.tenant_id = b.tenant_id AND s.id = coalesce(b.source_file_id, b.payroll_file_id)';

/** SQL for the file's name, visible only to people who may see the file. */
const fileName = (alias: string) =>
  `(SELECT u.name FROM upload_history u WHERE u.tenant_id = ${alias}.tenant_id AND u.id = ${alias}.upload_id)`;

/** List of payments from the files in force. */
export const payrollList = defineListQuery<RowOf<(typeof payrollEndpoints)['listPayroll']>>({
  base: {
    table: 'payroll_row',
    where: `EXISTS (SELECT FROM payroll_file o WHERE o.tenant_id = b.tenant_id AND o.id = b.payroll_file_id AND o.superseded_by IS NULL AND NOT o.is_undone)`,
    joins: { f, s },
  },
  columns: {
    employeeId: { value: 'b.employee_id' },
    name: column('text', nameOfEmployee),
    provider: column('text', 'f.provider', ['f']),
    periodStart: column('date', 'f.period_start', ['f']),
    periodEnd: column('date', 'f.period_end', ['f']),
    payDate: column('date', 'b.pay_date'),
    payType: referenceColumn('b.pay_type_id', 'reference:pay-type'),
    amount: column('money', 'b.amount'),
    currency: referenceColumn('b.currency_id', 'reference:currency'),
    fileName: column('text', fileName('s'), ['s']),
  },
  filters: {
    employeeId: condition('b.employee_id = ?::uuid'),
    periodStart: condition('f.period_start = ?::date', ['f']),
    periodEnd: condition('f.period_end = ?::date', ['f']),
    from: condition('b.pay_date >= ?::date'),
    to: condition('b.pay_date <= ?::date'),
  },
  search: { text: `lower(${nameOfEmployee})` },
  defaultSort: { field: 'payDate', ascending: false },
});

/** List of a provider's periods by file. It contains no names. */
export const payrollFileList = defineListQuery<RowOf<(typeof payrollEndpoints)['listPayrollFiles']>>({
  base: { table: 'payroll_file' },
  columns: {
    provider: column('text', 'b.provider'),
    periodStart: column('date', 'b.period_start'),
    periodEnd: column('date', 'b.period_end'),
    rows: column(
      'count',
      '(SELECT count(*) FROM payroll_row r WHERE r.tenant_id = b.tenant_id AND r.payroll_file_id = b.id AND r.source_file_id IS NULL)',
    ),
    state: column(
      'text',
      `CASE WHEN b.is_undone THEN 'Undone' WHEN b.superseded_by IS NULL THEN 'In force' ELSE 'Superseded' END`,
    ),
    fileName: column('text', fileName('b')),
    createdDate: column('instant', 'b.created_at'),
    createdBy: column('text', `coalesce(${personName('b.created_by')}, '')`),
  },
  search: { text: 'lower(b.provider)' },
  defaultSort: { field: 'periodEnd', ascending: false },
});
