import type { ImportFields } from '../../platform/upload/index.ts';

/** The columns of the files that compensation reads. */
export const payImportTypes = {
  'payroll-actuals': {
    employee: {
      title: 'Employee',
      kind: 'text',
      required: true,
      hint: 'code or e-mail of an employee, or a name that only one has; required',
    },
    provider: { title: 'Provider', kind: 'text', required: true, max: 200, hint: 'who runs the payroll; required' },
    periodStart: { title: 'Period start', kind: 'date', required: true, hint: 'first day of the pay period; required' },
    periodEnd: { title: 'Period end', kind: 'date', required: true, hint: 'last day of the pay period; required' },
    payDate: { title: 'Pay date', kind: 'date', required: true, hint: 'the day of the payment; required' },
    payType: { title: 'Pay type', kind: 'text', required: true, hint: 'code or name of a pay type; required' },
    amount: {
      title: 'Amount',
      kind: 'money',
      required: true,
      hint: 'before deductions; below zero for a correction; required',
    },
    currency: { title: 'Currency', kind: 'text', required: true, hint: 'code of the currency; required' },
  },
} as const satisfies Readonly<Record<string, ImportFields>>;
