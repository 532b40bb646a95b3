import { holdingParts } from '../container/containerInvestments.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

export interface MetricRow {
  readonly id: string;
  readonly containerId: string;
  readonly name: string;
  readonly date: string;
  readonly transactionTypeCode: string;
  readonly transactionTypeDescription: string;
  readonly totalAmount: string | null;
  readonly gpAmount: string | null;
  readonly jvAmount: string | null;
  readonly displayOrder: number;
}

/**
 * Returns metrics, latest date first: of an investment with its holdings, of a single holding, or of a fund with all
 * its holdings.
 */
export function readMetrics(
  tx: Transaction,
  filter: { fundId: string } | { investmentId: string; fundOrCoinvestmentId?: string | undefined },
): Promise<MetricRow[]> {
  const [id, holdingFilter, holderId] =
    'fundId' in filter
      ? [filter.fundId, 'h.fund_id = $2', undefined]
      : [filter.investmentId, 'h.investment_id = $2', filter.fundOrCoinvestmentId];
  const amount = (name: string) => `trim_scale(m.${name})::text`;
  return tx.query<MetricRow>(
    `SELECT m.id, m.container_id AS "containerId", c.name, m.metric_date AS date, m.transaction_type_code AS "transactionTypeCode",
       m.transaction_type_description AS "transactionTypeDescription", ${amount('total_amount')} AS "totalAmount",
       ${amount('gp_amount')} AS "gpAmount", ${amount('jv_amount')} AS "jvAmount", m.display_order AS "displayOrder"
     FROM metric m JOIN container c ON c.tenant_id = m.tenant_id AND c.id = m.container_id
     WHERE m.tenant_id = $1 AND m.container_id IN (
       SELECT $2::uuid UNION SELECT h.id FROM ${holdingParts} h WHERE h.tenant_id = $1 AND ${holdingFilter} AND ($3::uuid IS NULL OR $3 IN (h.id, h.holder_id))
       UNION SELECT h.investment_id FROM ${holdingParts} h WHERE h.tenant_id = $1 AND ${holdingFilter})
     ORDER BY m.metric_date DESC, c.id <> $2, lower(c.name), c.id, m.display_order, m.transaction_type_code`,
    [tx.tenantId, id, holderId ?? null],
  );
}
