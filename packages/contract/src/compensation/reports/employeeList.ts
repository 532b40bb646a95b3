import { statusOptions } from '../../lifecycles.ts';
import { defineReport } from '../../core/report.ts';
import { employeeAt } from './payReportFields.ts';

const options = statusOptions('employee');
/** All current and former employees, without pay. */
export const employeeList = defineReport({
  name: 'employee-list',
  title: 'Employee list',
  group: 'People and access',
  summary: 'Current and former employees with title, office, employment dates and manager.',
  module: 'comp',
  permission: 'compEmployee.view',
  parameters: { status: { kind: 'status', title: 'Status', options } },
  columns: [
    employeeAt('overview'),
    { field: 'code', kind: 'code', title: 'Code' },
    { field: 'businessTitle', kind: 'text', title: 'Business title' },
    { field: 'title', kind: 'reference', target: 'reference:title', title: 'Title' },
    { field: 'office', kind: 'reference', target: 'reference:office', title: 'Office' },
    { field: 'department', kind: 'text', title: 'Department' },
    { field: 'manager', kind: 'reference', target: 'compEmployee', title: 'Manager' },
    { field: 'hireDate', kind: 'date', title: 'Hire date' },
    { field: 'terminationDate', kind: 'date', title: 'Termination date' },
    { field: 'status', kind: 'status', title: 'Status', options },
  ],
  groupBy: [],
  splitBy: [],
  defaultSort: { field: 'employee', ascending: true },
  tags: ['CompEmployee', 'Employee'],
});
