import { type Failure, ok, type Result } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import { type Act, defineRecord } from '../../engine/records/recordStore.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/**
 * A figure of a fund or an investment on a date: the total, and the shares of the general partner and the joint
 * venture.
 */
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
  links: { container: { kind: 'reference', target: 'container' } },
});

/** A figure of a holding that comes from a closed quarter. */
export interface ClosedMetric {
  readonly periodId: string;
  readonly containerId: string;
  readonly metricDate: string;
  readonly displayOrder: number;
  /** MULT is a multiple. All other codes are amounts. */
  readonly transactionTypeCode: string;
  readonly transactionTypeDescription: string;
  readonly totalAmount: string;
  readonly gpAmount: string | null;
  readonly jvAmount: string | null;
}

/**
 * Replaces all metrics that these quarters have passed to carry. They belong to the quarter, whose change the caller
 * records. A metric entered by hand for the same holding and date is replaced, and the replacement is recorded.
 */
export async function replaceMetricsOfPeriods(
  tx: Transaction,
  act: Pick<Act, 'operation' | 'reason'>,
  periodIds: readonly string[],
  metrics: readonly ClosedMetric[],
): Promise<Result<void, Failure>> {
  const rows = metrics.map((closedMetric) => ({
    id: newId(),
    container_id: closedMetric.containerId,
    metric_date: closedMetric.metricDate,
    transaction_type_code: closedMetric.transactionTypeCode,
    transaction_type_description: closedMetric.transactionTypeDescription,
    total_amount: closedMetric.totalAmount,
    gp_amount: closedMetric.gpAmount,
    jv_amount: closedMetric.jvAmount,
    display_order: closedMetric.displayOrder,
    period_id: closedMetric.periodId,
  }));
  const byHand = await tx.query<{ id: string; containerId: string }>(
    `SELECT m.id, m.container_id AS "containerId" FROM metric m WHERE m.tenant_id = $1 AND m.period_id IS NULL AND EXISTS (
       SELECT FROM jsonb_populate_recordset(NULL::metric, $2::jsonb) r WHERE r.container_id = m.container_id AND r.metric_date = m.metric_date)
     ORDER BY m.id`,
    [tx.tenantId, JSON.stringify(rows.map(({ container_id, metric_date }) => ({ container_id, metric_date })))],
  );
  for (const { id, containerId } of byHand) {
    const removed = await metricStore.remove(tx, { ...act, containerId }, id);
    if (removed.isErr()) return removed.map(() => undefined);
  }
  await tx.query('DELETE FROM metric WHERE tenant_id = $1 AND period_id = ANY ($2::uuid[])', [tx.tenantId, periodIds]);
  await tx.query(
    `INSERT INTO metric (tenant_id, id, container_id, metric_date, transaction_type_code, transaction_type_description, total_amount, gp_amount,
       jv_amount, display_order, period_id, created_at, created_by, updated_at, updated_by)
     SELECT $1, r.id, r.container_id, r.metric_date, r.transaction_type_code, r.transaction_type_description, r.total_amount, r.gp_amount,
       r.jv_amount, r.display_order, r.period_id, $2, $3, $2, $3 FROM jsonb_populate_recordset(NULL::metric, $4::jsonb) r`,
    [tx.tenantId, tx.now, tx.personId, JSON.stringify(rows)],
  );
  return ok(undefined);
}
