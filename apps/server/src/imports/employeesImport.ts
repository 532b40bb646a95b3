import { existingEmployees, deletionBlockers } from '@carrara/adapters/postgres/compensation/imports';
import { readPayScope } from '@carrara/adapters/postgres/compensation/compEmployee';
import { canViewAllPay } from '@carrara/adapters/postgres/platform/user/canViewAllPay';
import { storeUploadRecords, type UploadRecord } from '@carrara/adapters/postgres/platform/upload/uploadRecords';
import { employeeStore } from '@carrara/adapters/postgres/people/participant/participantStore';
import { compEmployeeFields } from '@carrara/contract/compensation/compEmployee';
import { payImportTypes, type PlannedEmployee, planEmployees } from '@carrara/domain/compensation/imports';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import { compEmployeeOperations } from '../concepts/compensation/compEmployee.ts';
import type { RequestContext } from '../core/operations.ts';
import { asFormValues } from './asFormValues.ts';
import { tableImporter } from './importer.ts';
import { namedEntries } from './namedEntries.ts';
import { plannedTable } from './plannedTable.ts';
import { undoRecords } from './undoRecords.ts';

const fields = payImportTypes.employees;
type Body = Parameters<typeof compEmployeeOperations.saveCompEmployee>[1]['body'];

/** Stores employees first and then the reporting lines, because a manager may come later in the file. */
async function carryOut(
  context: RequestContext,
  uploadId: string,
  employees: readonly PlannedEmployee[],
  onProgress: (percent: number) => void,
): Promise<Result<void, Failures>> {
  const stored = new Map<string, string>();
  const records = new Map<string, UploadRecord>();
  const storedAs = (id: string) => stored.get(id) ?? id;
  const save = async ({ id, isNew, values, managerId }: PlannedEmployee, withManager: boolean) => {
    const existing = storedAs(id);
    const before =
      isNew && !withManager
        ? undefined
        : await compEmployeeOperations.getCompEmployee(context, { params: { id: existing } });
    if (before?.isErr()) return err(before.error);
    const was = before?.unwrapOr(undefined);
    const { titleId, officeId, ...texts } = values;
    const manager = withManager && managerId !== null ? { id: storedAs(managerId) } : (was?.manager ?? null);
    const saved = await compEmployeeOperations.saveCompEmployee(context, {
      body: {
        isPayRestricted: false,
        ...was,
        ...texts,
        title: titleId === null ? null : { id: titleId },
        office: officeId === null ? null : { id: officeId },
        manager,
      } as Body,
    });
    return saved.map((employee) => {
      stored.set(id, employee.id);
      const first = records.get(id);
      records.set(id, {
        objectType: 'employee',
        objectId: employee.id,
        objectName: employee.name ?? '',
        versionBefore: first ? first.versionBefore : (was?.rowVersion ?? null),
        versionAfter: employee.rowVersion,
        before: first ? first.before : (was ?? null),
      });
    });
  };
  const steps = [
    ...employees.map((employee) => [employee, false] as const),
    ...employees
      .filter(
        (plannedEmployee) =>
          plannedEmployee.managerId !== null &&
          (plannedEmployee.isNew || plannedEmployee.changed.some(({ field }) => field === 'manager')),
      )
      .map((plannedEmployee) => [plannedEmployee, true] as const),
  ];
  for (const [at, [employee, withManager]] of steps.entries()) {
    const done = await save(employee, withManager);
    if (done.isErr()) return err(done.error);
    onProgress(Math.floor((100 * (at + 1)) / steps.length));
  }
  await storeUploadRecords(context.tx, uploadId, [...records.values()]);
  return ok(undefined);
}

async function withManager(context: RequestContext, id: string, manager: Body['manager']) {
  const was = await compEmployeeOperations.getCompEmployee(context, { params: { id } });
  if (was.isErr()) return err(was.error);
  return compEmployeeOperations.saveCompEmployee(context, { body: { ...was.value, manager } as Body });
}

/** Imports a file of employees: hire dates, positions and managers. It contains no pay. */
export const employeesImporter = tableImporter('employees', {
  sample: `Code,First name,Last name,E-mail,Hire date,Business title,Title,Office,Department,Manager
E-100,Nora,Lead,nora.lead@firm.example,2015-01-05,Head of Finance,,,Finance,
E-101,Pia,Pay,pia.pay@firm.example,2020-03-16,Controller,,,Finance,E-100
`,
  async plan({ tx }, read, { uploadId }) {
    const table = asFormValues(read, () => compEmployeeFields);
    const existing = {
      employees: await existingEmployees(tx),
      titles: await namedEntries(tx, 'title'),
      offices: await namedEntries(tx, 'office'),
      canViewAllPay: await canViewAllPay(tx),
    };
    const plan = planEmployees(table.every, existing, newId);
    const titles: Readonly<Record<string, { readonly title: string }>> = fields;
    return {
      ...plannedTable(table, {
        kind: 'Employees',
        ...plan,
        changes: plan.employees.flatMap(({ values, changed }) =>
          changed.map(({ field, before, after }) => ({
            kind: 'Employees',
            record: `${values.firstName} ${values.lastName}`,
            field: titles[field]?.title ?? field,
            before,
            after,
          })),
        ),
      }),
      carryOut: (context, onProgress) => carryOut(context, uploadId, plan.employees, onProgress),
    };
  },
  undo: undoRecords({
    employee: {
      version: async ({ tx }, id) => (await employeeStore.load(tx, id))?.rowVersion,
      blockers: async ({ tx }, { objectId, versionBefore }) =>
        versionBefore === null ? deletionBlockers(tx, objectId) : [],
      async loosen(context, { objectId, before }) {
        const scope = await readPayScope(context.tx, objectId);
        const was = (before as Partial<Body> | null)?.manager?.id;
        return scope?.manager && scope.manager.id !== was ? withManager(context, objectId, null) : ok(undefined);
      },
      remove: (context, id, { rowVersion }) =>
        compEmployeeOperations.deleteCompEmployee(context, { params: { id }, query: { rowVersion } }),
      restore: (context, before, rowVersion) =>
        compEmployeeOperations.saveCompEmployee(context, { body: { ...before, rowVersion } as Body }),
    },
  }),
});
