import { exportFormats } from '@carrara/contract/core/fileTypes';
import { awardList } from '@carrara/adapters/postgres/compensation/award';
import { deferredAwardList } from '@carrara/adapters/postgres/compensation/deferred/deferredAwardList';
import { salaryList } from '@carrara/adapters/postgres/compensation/salary';
import { awardEndpoints } from '@carrara/contract/compensation/award';
import { deferredAwardEndpoints } from '@carrara/contract/compensation/deferredAward';
import { salaryEndpoints } from '@carrara/contract/compensation/salary';
import { compensationColumns, type yearsOfPayEndpoints } from '@carrara/contract/compensation/yearsOfPay';
import { print } from '@carrara/adapters/pdf/print';
import { err, ok } from '@carrara/domain/kernel';
import { exportedFor } from '../../files/exportList.ts';
import type { Operations } from '../../core/operations.ts';
import { listAllRows } from '../../core/ownerScope.ts';
import { compEmployeeOperations } from './compEmployee.ts';
import { type CarryPorts, yearsOfEmployee } from './yearsOfPay.ts';

const facts = [
  ['businessTitle', 'text', 'Business title'],
  ['office', 'reference', 'Office'],
  ['manager', 'reference', 'Manager'],
  ['hireDate', 'date', 'Hire date'],
  ['terminationDate', 'date', 'Termination date'],
  ['status', 'status', 'Status'],
] as const;
/** The name is already in the heading. */
const withoutName = <C extends { readonly field: string }>(columns: readonly C[]) =>
  columns.filter(({ field }) => field !== 'name');

/** Operation that prints the profile of an employee with their pay. */
export const printedEmployee = (
  ports: CarryPorts,
): Pick<Operations<typeof yearsOfPayEndpoints>, 'printCompEmployee'> => ({
  async printCompEmployee(context, { params }) {
    const { id } = params;
    const years = await yearsOfEmployee(context, id, ports);
    if (years.isErr()) return err(years.error);
    const found = await compEmployeeOperations.getCompEmployee(context, { params });
    if (found.isErr()) return err(found.error);
    const employee: Readonly<Record<string, unknown>> = found.value;
    const filters = { employeeId: id };
    const { profilePdf } = await import('@carrara/adapters/pdf/profilePdf');
    const { extension, type } = exportFormats['application/pdf'];
    const { name } = years.value;
    const profile = {
      title: 'Employee',
      name,
      note: `Compensation \u00b7 ${print('date', context.today)}`,
      facts: facts.map(([field, kind, label]) => ({ label, text: print(kind, employee[field]) })),
      tables: [
        { title: 'Compensation by year', columns: compensationColumns, rows: years.value.years },
        {
          title: 'Salaries',
          columns: withoutName(salaryEndpoints.listSalaries.list.columns),
          rows: await listAllRows(context.tx, salaryList, filters),
        },
        {
          title: 'Awards',
          columns: withoutName(awardEndpoints.listAwards.list.columns),
          rows: await listAllRows(context.tx, awardList, filters),
        },
        {
          title: 'Deferred awards',
          columns: withoutName(deferredAwardEndpoints.listDeferredAwards.list.columns),
          rows: await listAllRows(context.tx, deferredAwardList, filters),
        },
      ],
    };
    return ok({
      name: `${name} ${context.today}.${extension}`,
      type,
      content: profilePdf(profile, exportedFor(context, true)),
      employees: [id],
    });
  },
});
