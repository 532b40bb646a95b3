import { codeText } from '../engine/texts/text.ts';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { type Salary, type salaryEndpoints, salaryFields } from '@carrara/contract/compensation/salary';
import { payFrequencies } from '@carrara/domain/compensation/salary';
import { column, condition, referenceColumn } from '../engine/lists/definition.ts';
import { defineListQuery } from '../engine/lists/listQuery.ts';
import { defineRecord } from '../engine/records/recordStore.ts';

const statusTexts = Object.fromEntries(Object.entries(payFrequencies).map(([code, { title }]) => [code, title]));
const nameOfEmployee = '(SELECT p.name FROM participant p WHERE p.tenant_id = b.tenant_id AND p.id = b.employee_id)';

export type StoredSalary = Omit<Salary, 'name'>;

/** Store of salaries. Row-level security returns only those of people whose pay is visible. */
export const salaryStore = defineRecord<StoredSalary>({
  objectType: 'salary',
  table: 'salary',
  fields: salaryFields,
  containedBy: 'employee',
  stored: ['annualRate', 'paidRate'],
  statusTexts,
});

export const salaryList = defineListQuery<RowOf<(typeof salaryEndpoints)['listSalaries']>>({
  base: { table: 'salary' },
  columns: {
    rowVersion: column('count', 'b.row_version'),
    employeeId: { value: 'b.employee_id' },
    name: column('text', nameOfEmployee),
    effectiveDate: column('date', 'b.effective_date'),
    amount: column('money', 'b.amount'),
    currency: referenceColumn('b.currency_id', 'reference:currency'),
    frequency: {
      value: `jsonb_build_object('code', b.frequency, 'description', ${codeText('b.frequency', statusTexts)})`,
      sort: 'b.frequency',
    },
    hoursAWeek: column('years', 'b.hours_a_week'),
    ftePercent: column('percent', 'b.fte_percent'),
    annualRate: column('money', 'b.annual_rate'),
    paidRate: column('money', 'b.paid_rate'),
    reason: column('text', 'b.reason'),
  },
  filters: { employeeId: condition('b.employee_id = ?::uuid') },
  search: { text: `lower(${nameOfEmployee})`, index: 'matching_participants', ownerId: 'b.employee_id' },
  defaultSort: { field: 'effectiveDate', ascending: false },
});
