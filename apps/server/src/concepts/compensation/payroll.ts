import { keepExplanation, payrollFileList, payrollList } from '@carrara/adapters/postgres/compensation/payroll';
import { payrollTieOut } from '@carrara/adapters/postgres/compensation/reports';
import type { payrollEndpoints } from '@carrara/contract/compensation/payroll';
import { err, fail, ok } from '@carrara/domain/kernel';
import type { Operations } from '../../operations.ts';
import { listOperation } from '../../recordOperations.ts';

interface TiedRow {
  readonly employee: { readonly id: string; readonly name?: string };
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly currency: string;
  readonly difference: string | null;
}

export const payrollOperations: Operations<typeof payrollEndpoints> = {
  listPayroll: listOperation(payrollList),
  listPayrollFiles: listOperation(payrollFileList),
  async explainPayroll({ tx, today }, { body }) {
    const { employeeId, periodStart, periodEnd, currency, difference, explanation } = body;
    const filters = { employeeId, from: periodStart, to: periodEnd, today };
    const tied = await payrollTieOut.page(tx, { pageSize: 1000, filters });
    if (tied.isErr()) return err([tied.error]);
    const rows = tied.value.pageData as unknown as readonly TiedRow[];
    const row = rows.find(
      (one) => one.periodStart === periodStart && one.periodEnd === periodEnd && one.currency === currency,
    );
    if (!row) return err([fail('NOT_FOUND', ['employeeId'], 'There is no payroll for this employee and period.')]);
    if (row.difference !== difference)
      return err([
        fail('STALE_VERSION', ['difference'], 'The difference has changed since you opened it. Review it again.'),
      ]);
    const name = row.employee.name ?? '';
    const id = await keepExplanation(tx, 'explainPayroll', { ...body, explanation, name });
    return ok({ id, employeeId });
  },
};
