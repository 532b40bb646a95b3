import { type Failure, ok, type Result } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import { type Act, defineRecord } from '../../engine/records/index.ts';
import type { Transaction } from '../../engine/unitOfWork/index.ts';

/** A figure of a fund or an investment on a date: its whole, and the general partner's and the joint venture's share of it. */
export const metricStore = defineRecord({
  objectType: 'metric',
  linkType: 'Investment',
  table: 'metric',
  fields: {
    metricDate: { kind: 'date', title: 'Date' },
    transactionTypeCode: { kind: 'code', title: 'Metric code' },
    transactionTypeDescription: { kind: 'text', title: 'Metric' },
    totalAmount: { kind: 'rate', title: 'Total' },
    gpAmount: { kind: 'rate', title: 'GP' },
    jvAmount: { kind: 'rate', title: 'JV' },
    displayOrder: { kind: 'count', title: 'Order' },
  },
  links: { container: { kind: 'reference', of: 'container' } },
});

/** One figure as it is given: its place in the order is its place in the list. */
export interface GivenMetric {
  /** MULT is a multiple; every other code is an amount. */
  readonly transactionTypeCode: string;
  readonly transactionTypeDescription: string;
  readonly totalAmount: string | null;
  readonly gpAmount: string | null;
  readonly jvAmount: string | null;
}

/**
 * Makes the figures of a fund, an investment or a part of one on a date equal to the given ones: the only way in which they are written.
 *
 * Fails: NOT_FOUND (no such container), DUPLICATE (a code that is given twice) and what the database refuses.
 */
export async function replaceMetrics(
  tx: Transaction,
  act: Pick<Act, 'operation' | 'reason'>,
  of: { readonly containerId: string; readonly metricDate: string },
  given: readonly GivenMetric[],
): Promise<Result<void, Failure>> {
  const ours = { ...act, containerId: of.containerId };
  const stored = await metricStore.find(tx, { container: of.containerId, metricDate: of.metricDate });
  for (const gone of stored.filter((row) => !given.some((one) => one.transactionTypeCode === codeOf(row)))) {
    const removed = await metricStore.remove(tx, ours, gone.id);
    if (removed.isErr()) return removed.map(() => undefined);
  }
  const added: Record<string, unknown>[] = [];
  for (const [displayOrder, one] of given.entries()) {
    const before = stored.find((row) => codeOf(row) === one.transactionTypeCode);
    const values = { ...one, displayOrder, metricDate: of.metricDate, container: { id: of.containerId } };
    if (!before) {
      added.push(values);
      continue;
    }
    const saved = await metricStore.update(tx, ours, before.id, before.rowVersion, values);
    if (saved.isErr()) return saved.map(() => undefined);
  }
  return added.length > 0 ? (await metricStore.insertMany(tx, ours, added)).map(() => undefined) : ok(undefined);
}

const codeOf = (row: Readonly<Record<string, unknown>>) => row['transactionTypeCode'];

/** A figure of a holding, as a closed quarter gives it. */
export interface ClosedMetric extends GivenMetric {
  readonly containerId: string;
}

/**
 * Makes the figures that a quarter gives to carry equal to these, all at once. They are part of the quarter, whose change the caller records; one that
 * was entered by hand for the same holding and day gives way, which is recorded.
 */
export async function replaceMetricsOfPeriod(
  tx: Transaction,
  act: Pick<Act, 'operation' | 'reason'>,
  { periodId, metricDate }: { readonly periodId: string; readonly metricDate: string },
  given: readonly ClosedMetric[],
): Promise<Result<void, Failure>> {
  const containers = [...new Set(given.map(({ containerId }) => containerId))];
  const byHand = await tx.query<{ id: string; containerId: string }>(
    `SELECT id, container_id AS "containerId" FROM metric
     WHERE tenant_id = $1 AND metric_date = $2 AND container_id = ANY ($3::uuid[]) AND period_id IS NULL ORDER BY id`,
    [tx.tenantId, metricDate, containers],
  );
  for (const { id, containerId } of byHand) {
    const removed = await metricStore.remove(tx, { ...act, containerId }, id);
    if (removed.isErr()) return removed.map(() => undefined);
  }
  await tx.query('DELETE FROM metric WHERE tenant_id = $1 AND period_id = $2', [tx.tenantId, periodId]);
  const rows = given.map((one, displayOrder) => ({
    id: newId(),
    container_id: one.containerId,
    transaction_type_code: one.transactionTypeCode,
    transaction_type_description: one.transactionTypeDescription,
    total_amount: one.totalAmount,
    gp_amount: one.gpAmount,
    jv_amount: one.jvAmount,
    display_order: displayOrder,
  }));
  await tx.query(
    `INSERT INTO metric (tenant_id, id, container_id, metric_date, transaction_type_code, transaction_type_description, total_amount, gp_amount,
       jv_amount, display_order, period_id, created_at, created_by, updated_at, updated_by)
     SELECT $1, r.id, r.container_id, $2, r.transaction_type_code, r.transaction_type_description, r.total_amount, r.gp_amount, r.jv_amount,
       r.display_order, $3, $4, $5, $4, $5 FROM jsonb_populate_recordset(NULL::metric, $6::jsonb) r`,
    [tx.tenantId, metricDate, periodId, tx.now, tx.personId, JSON.stringify(rows)],
  );
  return ok(undefined);
}
