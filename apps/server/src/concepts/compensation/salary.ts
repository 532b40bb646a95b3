import { payPlaceOf, seesPayOf } from '@carrara/adapters/postgres/compensation/compEmployee';
import { salaryList, salaryStore, type StoredSalary } from '@carrara/adapters/postgres/compensation/salary';
import { employeeStore } from '@carrara/adapters/postgres/people/participant';
import type { Salary, salaryEndpoints } from '@carrara/contract/compensation/salary';
import type { Reference, StatusValue } from '@carrara/contract/core/kinds';
import { annualRates, type PayFrequency, salaryFailures } from '@carrara/domain/compensation/salary';
import { type CalendarDate, decimal, err, fail, moneyText } from '@carrara/domain/kernel';
import type { Operations } from '../../operations.ts';
import { listOperation, recordOperations } from '../../recordOperations.ts';

const figureOf = (value: unknown) => (value === null || value === undefined ? null : decimal(String(value)));

/** Salaries: the rate of a year follows from what is typed, and nobody writes the own. */
const salaries = recordOperations<Salary, StoredSalary>({
  store: salaryStore,
  answer: async (_tx, stored) => ({ ...stored, name: stored.employee?.name ?? '' }),
  prepare: async ({ tx, person }, values) => {
    const employeeId = (values['employee'] as Reference).id;
    const [employee, place] = [await employeeStore.load(tx, employeeId), await payPlaceOf(tx, employeeId)];
    const isOwn = place?.user?.id === person.id;
    // Out of sight is as if it were not there.
    if (!employee || !(isOwn || (await seesPayOf(tx, employeeId))))
      return err([fail('NOT_FOUND', ['employee'], 'Employee does not exist.')]);
    const wrong = salaryFailures(values['effectiveDate'] as CalendarDate, {
      hireDate: employee.hireDate as CalendarDate | null,
      isOwn,
    });
    if (wrong.length > 0) return err(wrong);
    const rates = annualRates({
      amount: decimal(String(values['amount'])),
      frequency: (values['frequency'] as StatusValue).code as PayFrequency,
      hoursAWeek: figureOf(values['hoursAWeek']),
      ftePercent: decimal(String(values['ftePercent'])),
    });
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
