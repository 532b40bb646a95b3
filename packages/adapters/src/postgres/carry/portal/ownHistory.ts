import type { YearSpan } from '@carrara/domain/kernel/measures';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** An amount paid in a span. */
export interface OwnPoint {
  readonly currency: string | null;
  readonly from: string;
  readonly on: string;
  readonly value: string;
}

/** Returns what disbursed distributions paid to a participant in each span, by currency. */
export const ownHistory = (tx: Transaction, participantId: string, spans: readonly YearSpan[]): Promise<OwnPoint[]> =>
  tx.prepared<OwnPoint>(
    `SELECT r.code AS currency, x.first_day::text AS "from", x.day::text AS on, x.value::numeric(38,2)::text AS value FROM (
       SELECT d.currency_id, s.first_day, s.until AS day, sum(p.net_carry_distributed) AS value
       FROM unnest($3::date[], $4::date[]) AS s(first_day, until)
       JOIN distribution d ON d.tenant_id = $1 AND d.status = 'DISB' AND d.distribution_date BETWEEN s.first_day AND s.until
       JOIN distribution_detail p ON p.tenant_id = d.tenant_id AND p.distribution_id = d.id AND p.participant_id = $2::uuid
       GROUP BY d.currency_id, s.first_day, s.until) x
     LEFT JOIN reference_entry r ON r.tenant_id = $1 AND r.id = x.currency_id`,
    [tx.tenantId, participantId, spans.map(({ from }) => from), spans.map(({ on }) => on)],
  );
