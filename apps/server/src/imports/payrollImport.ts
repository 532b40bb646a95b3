import {
  keepPayroll,
  payrollInForce,
  payrollOfUpload,
  undoPayroll,
} from '@carrara/adapters/postgres/compensation/payroll';
import { namedPeople } from '@carrara/adapters/postgres/compensation/imports';
import { payImportTypes, planPayroll } from '@carrara/domain/compensation/imports';
import { err, fail, ok } from '@carrara/domain/kernel';
import { importPermissions } from './importPermissions.ts';
import { tableImporter } from './importer.ts';
import { namedEntries } from './namedEntries.ts';
import { payFileFailures } from './payFiles.ts';
import { plannedTable } from './plannedTable.ts';
import { tableTemplate } from './tableTemplate.ts';

const fields = payImportTypes['payroll-actuals'];

/** A file of what a payroll provider paid. */
export const payrollImporter = tableImporter({
  permission: importPermissions['payroll-actuals'],
  fields,
  refuses: payFileFailures,
  async plan({ tx }, table, { uploadId, overwrite, isWritten }) {
    const ends = [...new Set(table.rows.flatMap(({ values }) => values['periodEnd'] ?? []))];
    const people = await namedPeople(tx);
    const known = {
      employees: people,
      payTypes: await namedEntries(tx, 'pay-type'),
      currencies: await namedEntries(tx, 'currency'),
      inForce: await payrollInForce(tx, ends, isWritten),
    };
    const plan = planPayroll(table.every, known, { overwrite });
    const nameOf = new Map(people.map(({ id, name }) => [id, name]));
    return {
      ...plannedTable(table, {
        kind: 'Payroll rows',
        ...plan,
        changes: plan.changed.map(({ row, before }) => ({
          kind: 'Payroll rows',
          record: `${nameOf.get(row.employeeId) ?? ''} ${row.payDate}`,
          field: fields.amount.title,
          isNumber: true,
          before,
          after: row.amount,
        })),
      }),
      carryOut: async (context, onProgress) => {
        for (const file of plan.files) await keepPayroll(context.tx, 'importPayroll', file, uploadId);
        onProgress(100);
        return ok(undefined);
      },
    };
  },
  /** Fails: BUILT_UPON (a later file of the period is in force), OWN_PAY. */
  async undo({ tx }, uploadId, { isWritten }) {
    const files = await payrollOfUpload(tx, uploadId, isWritten);
    const failures = files.flatMap(({ provider, periodEnd, isSuperseded, isOwn }) => {
      const period = `${provider}, period to ${periodEnd}`;
      if (isSuperseded)
        return [fail('BUILT_UPON', [], `${period}: a later file has taken its place. Undo that one first.`)];
      return isOwn ? [fail('OWN_PAY', [], `${period}: nobody takes back the own pay.`)] : [];
    });
    if (failures.length > 0) return err(failures);
    return ok({
      notes: [],
      figures: [],
      async carryOut() {
        for (const file of files) await undoPayroll(tx, 'undoPayroll', file);
        return ok({ alsoTells: [], following: [] });
      },
    });
  },
  template: () => tableTemplate('Payroll', fields),
});
