import { z } from 'zod';
import { defineEndpoints, listEndpoint } from '../core/endpoint.ts';
import { date, figure, id, instant, reference, requiredLongText } from '../core/schema.ts';

const tags = ['PayrollFile'];
const row = z.object({
  id: id(),
  employeeId: id(),
  name: z.string(),
  provider: z.string(),
  periodStart: date(),
  periodEnd: date(),
  payDate: date(),
  payType: reference(),
  amount: figure('money'),
  currency: reference(),
  fileName: z.string().nullable(),
});
const file = z.object({
  id: id(),
  provider: z.string(),
  periodStart: date(),
  periodEnd: date(),
  /** The number of rows for employees whose pay the user can see. */
  rows: z.int(),
  state: z.string(),
  fileName: z.string().nullable(),
  createdDate: instant(),
  createdBy: z.string(),
});

/** Payments according to payroll providers: the rows of the current files, for employees whose pay the user can see. */
export const payrollEndpoints = defineEndpoints({
  listPayroll: {
    ...listEndpoint({
      path: '/api/comp/payroll',
      title: 'Payroll',
      permission: 'pay.view',
      row,
      columns: [
        { field: 'name', kind: 'text', title: 'Name' },
        { field: 'payDate', kind: 'date', title: 'Pay date' },
        { field: 'payType', kind: 'reference', title: 'Pay type' },
        { field: 'amount', kind: 'money', title: 'Amount' },
        { field: 'currency', kind: 'reference', title: 'Currency' },
        { field: 'periodStart', kind: 'date', title: 'Period start' },
        { field: 'periodEnd', kind: 'date', title: 'Period end' },
        { field: 'provider', kind: 'text', title: 'Provider' },
        { field: 'fileName', kind: 'text', title: 'File', hidden: true },
      ],
      defaultSort: { field: 'payDate', ascending: false },
      filters: {
        employeeId: id().optional(),
        periodStart: date().optional(),
        periodEnd: date().optional(),
        from: date().optional(),
        to: date().optional(),
      },
      tags,
    }),
    sensitive: 'always',
  },
  /**
   * Explains why payroll paid a different amount than the salary on record. The explanation applies to the current difference; a different one needs
   * a new explanation.
   */
  explainPayroll: {
    method: 'POST',
    path: '/api/comp/payroll/explain',
    summary: 'Explain a difference between payroll and salary',
    permission: 'pay.edit',
    body: z.strictObject({
      employeeId: id(),
      periodStart: date(),
      periodEnd: date(),
      currency: z.string().min(1).max(20),
      difference: figure('money'),
      explanation: requiredLongText(),
    }),
    result: z.object({ id: id(), employeeId: id() }),
    failures: ['NOT_FOUND', 'STALE_VERSION', 'DUPLICATE'],
    sensitive: 'always',
    tags,
  },
  listPayrollFiles: listEndpoint({
    path: '/api/comp/payroll/file',
    title: 'Payroll files',
    permission: 'pay.view',
    row: file,
    columns: [
      { field: 'provider', kind: 'text', title: 'Provider' },
      { field: 'periodStart', kind: 'date', title: 'Period start' },
      { field: 'periodEnd', kind: 'date', title: 'Period end' },
      { field: 'rows', kind: 'count', title: 'Rows visible to you' },
      { field: 'state', kind: 'text', title: 'State' },
      { field: 'fileName', kind: 'text', title: 'File' },
      { field: 'createdDate', kind: 'instant', title: 'Read' },
      { field: 'createdBy', kind: 'text', title: 'By' },
    ],
    defaultSort: { field: 'periodEnd', ascending: false },
    tags,
  }),
});
