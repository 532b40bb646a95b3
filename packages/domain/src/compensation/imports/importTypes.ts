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
const word = (title: string, hint: string): ImportField => ({ title, kind: 'text', max: 200, hint });

/** The kinds of records that a row of a compensation file creates. */
export const compensationKinds = { SALARY: 'Salary', AWARD: 'Award', DEFERRED: 'Deferred award' } as const;
export type CompensationKind = keyof typeof compensationKinds;
const frequencies = Object.fromEntries(Object.entries(payFrequencies).map(([code, { title }]) => [code, title]));

/** The columns of the compensation import files. */
export const payImportTypes = {
  employees: {
    code: word('Code', 'by it, or by the e-mail, an employee is known again'),
    firstName: word('First name', 'required for new employees'),
    lastName: word('Last name', 'required for new employees'),
    email: word('E-mail', 'by it, or by the code, an employee is known again'),
    hireDate: { title: 'Hire date', kind: 'date', hint: 'first day of the employment' },
    businessTitle: word('Business title', 'as written on the card'),
    title: word('Title', 'code or name of a title'),
    office: word('Office', 'code or name of an office'),
    department: word('Department', 'as text'),
    manager: word(
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
      hint: 'a deferred award has a row for each of its tranches; required',
    },
    employee,
    date: {
      title: 'Date',
      kind: 'date',
      required: true,
      hint: 'from which a salary is effective; of the award or the grant; required',
    },
    amount: {
      title: 'Amount',
      kind: 'money',
      required: true,
      hint: 'of each payment of a salary, of an hour for who is paid by it; of the whole award; required',
    },
    currency,
    frequency: {
      title: 'Frequency',
      kind: 'choice',
      choices: frequencies,
      hint: 'of a salary; annual where it is left out',
    },
    hoursAWeek: { title: 'Hours a week', kind: 'number', hint: 'of who is paid by the hour' },
    ftePercent: { title: 'FTE %', kind: 'number', unit: 'percentage', hint: 'of a salary; 100 where it is left out' },
    payType: word('Pay type', 'code or name of a pay type; of an award'),
    performanceYear: {
      title: 'Performance year',
      kind: 'number',
      hint: 'of an award; the year of its date where it is left out',
    },
    vestDate: { title: 'Vest date', kind: 'date', hint: 'of a tranche' },
    percent: {
      title: 'Percent',
      kind: 'number',
      unit: 'percentage',
      hint: 'of a tranche; those of an award add up to 100',
    },
    payDate: { title: 'Pay date', kind: 'date', hint: 'of an award or a tranche' },
    reason: word('Reason', 'of a change of salary'),
  },
  'payroll-actuals': {
    employee,
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
    currency,
  },
} as const satisfies Readonly<Record<string, ImportFields>>;
