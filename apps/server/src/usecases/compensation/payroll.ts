import type { ListRow } from '@carrara/adapters/postgres/engine/lists/listQuery';
import { storeExplanation } from '@carrara/adapters/postgres/compensation/payroll/explanations';
import { payrollTieOut } from '@carrara/adapters/postgres/compensation/reports/payrollTieOut';
import { decideExplanation } from '@carrara/domain/compensation/payroll';
import { err, ok } from '@carrara/domain/kernel';
import type { RequestContext } from '../../core/operations.ts';
import type { Outcome } from '../outcome.ts';

type TiedRow = ListRow & {
  readonly employee: { readonly id: string; readonly name?: string };
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly currency: string;
  readonly difference: string | null;
};
type Explanation = Omit<Parameters<typeof storeExplanation>[2], 'name'>;

/** Explains the difference between payroll and salary of a period. Fails: as `decideExplanation`. */
export async function explainPayroll({ tx, today }: RequestContext, explanation: Explanation): Outcome {
  const { employeeId, periodStart, periodEnd, currency } = explanation;
  const filters = { employeeId, from: periodStart, to: periodEnd, today };
  const tied = await payrollTieOut.page(tx, { pageSize: 1000, filters });
  if (tied.isErr()) return err([tied.error]);
  const row = (tied.value.pageData as readonly TiedRow[]).find(
    (candidate) =>
      candidate.periodStart === periodStart && candidate.periodEnd === periodEnd && candidate.currency === currency,
  );

  const decision = decideExplanation(row, explanation.difference);
  if (decision.isErr()) return err(decision.error);

  return ok(await storeExplanation(tx, 'explainPayroll', { ...explanation, name: row?.employee.name ?? '' }));
}
