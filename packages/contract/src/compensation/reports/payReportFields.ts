import type { ReportColumn } from '../../core/report.ts';

/** Settings of every pay report: it contains employees whose pay the user can see, and reading it is logged. */
export const payReport = { module: 'comp', permission: 'pay.view', sensitive: 'always' } as const;
export const currency = { field: 'currency', kind: 'code', title: 'Currency' } as const satisfies ReportColumn;
export const employeeAt = (view: string) =>
  ({
    field: 'employee',
    kind: 'reference',
    target: 'compEmployee',
    title: 'Employee',
    href: `/comp/employee/{employee}/profile/${view}`,
  }) as const satisfies ReportColumn;
export const requestedEmployee = { kind: 'reference', target: 'compEmployee', title: 'Employee' } as const;
export const fromDate = { kind: 'date', title: 'From' } as const;
export const toDate = { kind: 'date', title: 'To' } as const;
export const money = <const F extends string>(field: F, title: string) =>
  ({ field, kind: 'money', title, adds: true, nullIs: 'not determined' }) as const satisfies ReportColumn;
