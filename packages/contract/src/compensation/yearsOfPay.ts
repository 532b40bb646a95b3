import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint } from '../core/endpoint.ts';
import { notDetermined } from '../core/kinds.ts';
import { requestedYear, figure, figureOrNull, id } from '../core/schema.ts';

const tags = ['Salary', 'Award', 'DeferredAward'];
const base = '/api/comp/employee';
const sensitive = 'always' as const;

const reason = z.object({ field: z.string(), code: z.string(), message: z.string() });
const row = z.object({
  /** Identifies the year and the currency. */
  id: z.string(),
  employeeId: id(),
  name: z.string(),
  year: z.int(),
  currency: z.string(),
  baseSalary: figureOrNull('money'),
  bonus: figure('money'),
  supplementalBonus: figure('money'),
  other: figure('money'),
  totalCash: figureOrNull('money'),
  deferredGranted: figure('money'),
  grossCarryDistributed: figure('money'),
  totalCompensation: figureOrNull('money'),
  salaryEarned: figureOrNull('money'),
  notDetermined: z.array(reason),
});
export type CompensationYear = z.output<typeof row>;

const money = (field: string, title: string) =>
  ({ field, kind: 'money', title, sortable: false, nullIs: notDetermined }) as const;
/** The columns of a year of pay on the screen, in files and on the printed profile. */
export const compensationColumns = [
  { field: 'year', kind: 'year', title: 'Year' },
  { field: 'currency', kind: 'code', title: 'Currency', sortable: false },
  money('baseSalary', 'Base salary'),
  money('bonus', 'Bonus'),
  money('supplementalBonus', 'Supplemental bonus'),
  money('other', 'Other'),
  money('totalCash', 'Total cash'),
  money('deferredGranted', 'Deferred granted'),
  money('grossCarryDistributed', 'Gross carry distributed'),
  { ...money('totalCompensation', 'Total compensation'), isKey: true },
  money('salaryEarned', 'Salary earned'),
] as const;
const name = { field: 'name', kind: 'text', title: 'Name', sortable: false } as const;
const list = { permission: 'pay.view', row, defaultSort: { field: 'year', ascending: false }, tags } as const;

/** Pay by year and currency, of the employees whose pay the user can see. */
export const yearsOfPayEndpoints = defineEndpoints({
  listEmployeeCompensations: {
    ...listEndpoint({
      ...list,
      path: `${base}/:id/compensations`,
      title: 'Compensation by year',
      columns: compensationColumns,
    }),
    params: idParams,
    sensitive,
  },
  listCompensations: {
    ...listEndpoint({
      ...list,
      path: `${base}/employeesCompExport`,
      title: 'Compensation',
      columns: [name, ...compensationColumns],
      filters: { year: requestedYear().optional() },
    }),
    offThread: true,
    sensitive,
  },
  chartCompensationsByType: {
    method: 'GET',
    path: `${base}/:id/compensations/type`,
    summary: 'Compensation of an employee by year and type',
    permission: 'pay.view',
    params: idParams,
    result: z.object({
      employeeId: id(),
      /** Earliest year first. Null means not determined and leaves a gap. */
      parts: z.array(
        z.object({ year: z.int(), currency: z.string(), name: z.string(), amount: figureOrNull('money') }),
      ),
    }),
    sensitive,
    tags,
  },
  printCompEmployee: {
    method: 'GET',
    path: `${base}/:id/pdf`,
    summary: 'An employee’s profile with pay (PDF)',
    permission: 'pay.view',
    params: idParams,
    answers: 'file',
    sensitive,
  },
});
