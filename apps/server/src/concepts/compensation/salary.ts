import { salaryList, salaryStore, type StoredSalary } from '@carrara/adapters/postgres/compensation/salary';
import type { Salary, salaryEndpoints } from '@carrara/contract/compensation/salary';
import type { Reference, StatusValue } from '@carrara/contract/core/kinds';
import { decideSalary, type PayFrequency } from '@carrara/domain/compensation/salary';
import { type CalendarDate, decimal, moneyText } from '@carrara/domain/kernel';
import type { Operations } from '../../core/operations.ts';
import { listOperation, recordOperations } from '../../core/recordOperations.ts';
import { payableEmployee } from '../../usecases/compensation/payableEmployee.ts';

const figureOf = (value: unknown) => (value === null || value === undefined ? null : decimal(String(value)));

/** Operations on salaries. The annual rate follows from the input, and nobody can edit their own. */
const salariesWhere = (warningsConfirmed: boolean) =>
  recordOperations<Salary, StoredSalary>({
    store: salaryStore,
    answer: async (_tx, stored) => ({ ...stored, name: stored.employee?.name ?? '' }),
    prepare: async (context, values) => {
      const employee = await payableEmployee(context, (values['employee'] as Reference).id);
      const rates = decideSalary(
        {
          effectiveDate: values['effectiveDate'] as CalendarDate,
          amount: decimal(String(values['amount'])),
          frequency: (values['frequency'] as StatusValue).code as PayFrequency,
          hoursAWeek: figureOf(values['hoursAWeek']),
          ftePercent: decimal(String(values['ftePercent'])),
          warningsConfirmed,
        },
        employee,
        context.today,
      );
      return rates.map(({ annualRate, paidRate }) => ({
        ...values,
        annualRate: moneyText(annualRate),
        paidRate: moneyText(paidRate),
      }));
    },
  });
const salaries = salariesWhere(false);

export const salaryOperations: Operations<typeof salaryEndpoints> = {
  listSalaries: listOperation(salaryList),
  getSalary: salaries.get,
  saveSalary: (context, { body: { warningsConfirmed, ...body } }) =>
    salariesWhere(warningsConfirmed).save('saveSalary')(context, { body }),
  deleteSalary: salaries.remove('deleteSalary'),
};
