import { payFrequencies } from '@carrara/domain/compensation/salary';
import { z } from 'zod';
import { recordSchema, saveSchema } from '../core/endpoint.ts';
import { defineFields } from '../core/fields.ts';
import { recordEndpoints } from '../core/recordEndpoints.ts';
import { id } from '../core/schema.ts';

const frequencies = Object.entries(payFrequencies).map(([code, { title }]) => ({ code, description: title }));

/** A salary's annual rate from a date on, until the next one. */
export const salaryFields = defineFields({
  name: { kind: 'text', title: 'Name', readOnly: true, group: 'Salary' },
  employee: { kind: 'reference', target: 'compEmployee', title: 'Employee', required: true, group: 'Salary' },
  effectiveDate: { kind: 'date', title: 'Effective date', required: true, group: 'Salary' },
  amount: {
    kind: 'money',
    title: 'Amount',
    required: true,
    group: 'Rate',
    help: 'Amount per pay period (hourly rate for hourly employees).',
  },
  currency: { kind: 'reference', target: 'reference:currency', title: 'Currency', required: true, group: 'Rate' },
  frequency: { kind: 'status', options: frequencies, title: 'Frequency', required: true, group: 'Rate' },
  hoursAWeek: { kind: 'years', title: 'Hours a week', group: 'Rate', help: 'For hourly employees.' },
  ftePercent: { kind: 'percent', title: 'FTE %', required: true, group: 'Rate' },
  annualRate: { kind: 'money', title: 'Annual rate', readOnly: true, group: 'Rate' },
  paidRate: { kind: 'money', title: 'Paid rate', readOnly: true, group: 'Rate', help: 'Annual rate x FTE %.' },
  reason: { kind: 'text', title: 'Reason', group: 'Salary' },
});

const salary = recordSchema(salaryFields);
export type Salary = z.output<typeof salary>;

const calls = recordEndpoints('salary', {
  path: '/api/comp/salary',
  fields: salaryFields,
  record: salary,
  // A salary after the last day of employment has to be confirmed.
  body: saveSchema(salaryFields, { warningsConfirmed: z.boolean().default(false) }),
  columns: [
    'name',
    'effectiveDate',
    'amount',
    'currency',
    'frequency',
    'hoursAWeek',
    'ftePercent',
    'annualRate',
    'paidRate',
    'reason',
  ],
  row: { employeeId: id() },
  sortedBy: 'effectiveDate',
  filters: { employeeId: id().optional() },
  refusals: [
    'SALARY_BEFORE_HIRE',
    'DATE_TOO_LATE',
    'OWN_PAY',
    'FTE_RANGE',
    'HOURS_REQUIRED',
    'HOURS_RANGE',
    'NEGATIVE_AMOUNT',
    'MONEY_SCALE',
    'WARNINGS_NOT_CONFIRMED',
  ],
});
const sensitive = 'always' as const;
/** Salaries of the employees whose pay the user can see. */
export const salaryEndpoints = {
  listSalaries: { ...calls.listSalaries, sensitive },
  getSalary: { ...calls.getSalary, sensitive },
  saveSalary: { ...calls.saveSalary, sensitive },
  deleteSalary: { ...calls.deleteSalary, sensitive },
};
