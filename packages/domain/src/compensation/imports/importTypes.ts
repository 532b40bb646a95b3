import type { ImportField, ImportFields } from '../../platform/upload/index.ts';
import { payFrequencies } from '../salary/index.ts';

const employee: ImportField = {
  title: 'Employee',
  kind: 'text',
  required: true,
  hint: 'code or e-mail of an employee, or a name that only one has; required',
};
const currency: ImportField = {
  title: 'Currency',
  kind: 'text',
  required: true,
  hint: 'code of the currency; required',
};
const textField = (title: string, hint: string): ImportField => ({ title, kind: 'text', max: 200, hint });

/** The kinds of records that a row of a compensation file creates. */
export const compensationKinds = { SALARY: 'Salary', AWARD: 'Award', DEFERRED: 'Deferred award' } as const;
export type CompensationKind = keyof typeof compensationKinds;
const frequencies = Object.fromEntries(Object.entries(payFrequencies).map(([code, { title }]) => [code, title]));

/** The columns of the compensation import files. */
export const payImportTypes = {
  employees: {
    code: textField('Code', 'identifies an existing employee; alternatively the e-mail'),
    firstName: textField('First name', 'required for new employees'),
    lastName: textField('Last name', 'required for new employees'),
    email: textField('E-mail', 'identifies an existing employee; alternatively the code'),
    hireDate: { title: 'Hire date', kind: 'date', hint: 'first day of the employment' },
    businessTitle: textField('Business title', 'as on the business card'),
    title: textField('Title', 'code or name of a title'),
    office: textField('Office', 'code or name of an office'),
    department: textField('Department', 'as text'),
    manager: textField(
      'Manager',
      'code, e-mail or name of the manager; only people with access to everyone’s pay can set it',
    ),
  },
  compensation: {
    kind: {
      title: 'Kind',
      kind: 'choice',
      choices: compensationKinds,
      required: true,
      hint: 'for a deferred award, one row per tranche; required',
    },
    employee,
    date: {
      title: 'Date',
      kind: 'date',
      required: true,
      hint: 'effective date of a salary, or date of an award or grant; required',
    },
    amount: {
      title: 'Amount',
      kind: 'money',
      required: true,
      hint: 'per salary payment, per hour for hourly pay, or for the whole award; required',
    },
    currency,
    frequency: {
      title: 'Frequency',
      kind: 'choice',
      choices: frequencies,
      hint: 'for salaries; annual if empty',
    },
    hoursAWeek: { title: 'Hours a week', kind: 'number', hint: 'for hourly pay' },
    ftePercent: { title: 'FTE %', kind: 'number', unit: 'percentage', hint: 'for salaries; 100 if empty' },
    payType: textField('Pay type', 'for awards: code or name of a pay type'),
    performanceYear: {
      title: 'Performance year',
      kind: 'number',
      hint: 'for awards; the year of the date if empty',
    },
    vestDate: { title: 'Vest date', kind: 'date', hint: 'of a tranche' },
    percent: {
      title: 'Percent',
      kind: 'number',
      unit: 'percentage',
      hint: 'for tranches; must add up to 100 for an award',
    },
    payDate: { title: 'Pay date', kind: 'date', hint: 'for awards and tranches' },
    reason: textField('Reason', 'for salary changes'),
  },
  'payroll-actuals': {
    employee,
    provider: {
      title: 'Provider',
      kind: 'text',
      required: true,
      max: 200,
      hint: 'company that runs the payroll; required',
    },
    periodStart: { title: 'Period start', kind: 'date', required: true, hint: 'first day of the pay period; required' },
    periodEnd: { title: 'Period end', kind: 'date', required: true, hint: 'last day of the pay period; required' },
    payDate: { title: 'Pay date', kind: 'date', required: true, hint: 'payment date; required' },
    payType: { title: 'Pay type', kind: 'text', required: true, hint: 'code or name of a pay type; required' },
    amount: {
      title: 'Amount',
      kind: 'money',
      required: true,
      hint: 'before deductions; negative for a correction; required',
    },
    currency,
  },
} as const satisfies Readonly<Record<string, ImportFields>>;
