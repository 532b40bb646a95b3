import { defineReport } from '../../core/report.ts';
import { currency, employeeAsked, employeeAt, money, ofPay } from './common.ts';

/** How many years stand side by side. */
export const yearsSideBySide = 5;
/** Total compensation of an employee, five years side by side. */
export const employeeCompensation = defineReport({
  ...ofPay,
  name: 'ecr',
  title: 'Employee compensation',
  summary: 'Total compensation of each employee, the year of a day and the four before it side by side.',
  parameters: { selectedDate: { kind: 'date', title: 'As of' }, employeeId: employeeAsked },
  columns: [
    employeeAt('compensation'),
    currency,
    money('fourBefore', 'Four years before'),
    money('threeBefore', 'Three years before'),
    money('twoBefore', 'Two years before'),
    money('oneBefore', 'Year before'),
    money('year', 'Year'),
    { field: 'change', kind: 'money', title: 'Change' },
    { field: 'percent', kind: 'percent', title: 'Change %' },
  ],
  marks: ['notDetermined'],
  groupBy: [],
  apart: ['currency'],
  defaultSort: { field: 'employee', ascending: true },
  tags: ['Salary', 'Award', 'DeferredAward', 'Distribution'],
});
