import { knownPay, namedPeople } from '@carrara/adapters/postgres/compensation/imports';
import { referenceEntries } from '@carrara/adapters/postgres/platform/reference';
import {
  compensationKinds,
  type CompensationPlan,
  payImportTypes,
  planCompensation,
} from '@carrara/domain/compensation/imports';
import { payFrequencies } from '@carrara/domain/compensation/salary';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { awardOperations } from '../concepts/compensation/award.ts';
import { deferredAwardOperations } from '../concepts/compensation/deferredAward.ts';
import { salaryOperations } from '../concepts/compensation/salary.ts';
import type { RequestContext } from '../operations.ts';
import { importPermissions } from './importPermissions.ts';
import { tableImporter } from './importer.ts';
import { namedEntries } from './namedEntries.ts';
import { payFileFailures } from './payFiles.ts';
import { plannedTable } from './plannedTable.ts';
import { tableTemplate } from './tableTemplate.ts';

const fields = payImportTypes.compensation;
type BodyOf<O extends (context: RequestContext, input: never) => unknown> = Parameters<O>[1] extends {
  readonly body: infer B;
}
  ? B
  : never;

/** Enters one of them by the call that its screen has, with all of its rules. */
async function enter(
  context: RequestContext,
  { planned, before }: CompensationPlan['pay'][number],
): Promise<Result<unknown, Failures>> {
  const { employeeId, amount, currencyId, date } = planned;
  const body = {
    ...(before ? { id: before.id, rowVersion: before.rowVersion } : {}),
    employee: { id: employeeId },
    amount,
    currency: { id: currencyId },
  };
  if (planned.kind === 'SALARY') {
    const { frequency, hoursAWeek, ftePercent, reason } = planned;
    const salary = {
      ...body,
      effectiveDate: date,
      frequency: { code: frequency, description: payFrequencies[frequency].title },
      hoursAWeek,
      ftePercent,
      reason,
    };
    return salaryOperations.saveSalary(context, { body: salary as BodyOf<typeof salaryOperations.saveSalary> });
  }
  if (planned.kind === 'AWARD') {
    const { payTypeId, performanceYear, payDate } = planned;
    const award = { ...body, awardDate: date, payType: { id: payTypeId }, performanceYear, payDate };
    return awardOperations.saveAward(context, { body: award as BodyOf<typeof awardOperations.saveAward> });
  }
  const grant = { ...body, grantDate: date, tranches: [...planned.tranches] };
  return deferredAwardOperations.grantDeferredAward(context, {
    body: grant as BodyOf<typeof deferredAwardOperations.grantDeferredAward>,
  });
}

/** A file of salaries, awards and deferred awards. */
export const compensationImporter = tableImporter({
  permission: importPermissions.compensation,
  fields,
  refuses: payFileFailures,
  async plan({ tx }, table) {
    const employees = await namedPeople(tx);
    const payTypes = await referenceEntries(tx, 'pay-type', { includeInactive: false });
    const plan = planCompensation(table.rows, {
      employees,
      payTypes: payTypes.map(({ id, code, description, subType }) => ({
        id,
        code,
        name: description,
        payTypeClass: subType ?? null,
      })),
      currencies: await namedEntries(tx, 'currency'),
      kept: await knownPay(
        tx,
        employees.map(({ id }) => id),
      ),
    });
    const nameOf = new Map(employees.map(({ id, name }) => [id, name]));
    return {
      ...plannedTable(table, {
        kind: 'Salaries and awards',
        ...plan,
        changes: plan.pay.flatMap(({ planned, before }) =>
          before
            ? [
                {
                  kind: compensationKinds[planned.kind],
                  record: `${nameOf.get(planned.employeeId) ?? ''} ${planned.date}`,
                  field: fields.amount.title,
                  before: before.amount,
                  after: planned.amount,
                },
              ]
            : [],
        ),
      }),
      async carryOut(context, onProgress) {
        for (const [at, one] of plan.pay.entries()) {
          const entered = await enter(context, one);
          if (entered.isErr()) return err(entered.error);
          onProgress(Math.floor((100 * (at + 1)) / plan.pay.length));
        }
        return ok(undefined);
      },
    };
  },
  template: () => tableTemplate('Compensation', fields),
});
