import { salaryList, salaryStore, type StoredSalary } from '@carrara/adapters/postgres/compensation/salary';
import type { Salary, salaryEndpoints } from '@carrara/contract/compensation/salary';
import type { Reference, StatusValue } from '@carrara/contract/core/kinds';
import { annualRates, type PayFrequency, salaryFailures } from '@carrara/domain/compensation/salary';
import { type CalendarDate, decimal, err, moneyText } from '@carrara/domain/kernel';
import type { Operations } from '../../operations.ts';
import { listOperation, recordOperations } from '../../recordOperations.ts';
import { payableEmployee } from './payableEmployee.ts';

const figureOf = (value: unknown) => (value === null || value === undefined ? null : decimal(String(value)));

/** Operations on salaries. The annual rate follows from the input, and nobody can edit their own. */
const salaries = recordOperations<Salary, StoredSalary>({
  store: salaryStore,
  answer: async (_tx, stored) => ({ ...stored, name: stored.employee?.name ?? '' }),
  prepare: async (context, values) => {
    const payable = await payableEmployee(context, (values['employee'] as Reference).id);
    if (payable.isErr()) return err(payable.error);
    const { employee, isOwn } = payable.value;
    const hireDate = employee.hireDate as CalendarDate | null;
    const wrong = salaryFailures(values['effectiveDate'] as CalendarDate, { hireDate, isOwn }, context.today);
    const rates = annualRates({
      amount: decimal(String(values['amount'])),
      frequency: (values['frequency'] as StatusValue).code as PayFrequency,
      hoursAWeek: figureOf(values['hoursAWeek']),
      ftePercent: decimal(String(values['ftePercent'])),
    });
    const failures = [...wrong, ...(rates.isErr() ? rates.error : [])];
    if (failures.length > 0) return err(failures);
    return rates.map(({ annualRate, paidRate }) => ({
      ...values,
      annualRate: moneyText(annualRate),
      paidRate: moneyText(paidRate),
    }));
  },
});

export const salaryOperations: Operations<typeof salaryEndpoints> = {
  listSalaries: listOperation(salaryList),
  getSalary: salaries.get,
  saveSalary: salaries.save('saveSalary'),
  deleteSalary: salaries.remove('deleteSalary'),
};
