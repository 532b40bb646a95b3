import type { CalendarDate } from '@carrara/domain/kernel';
import type { YearSpan } from '@carrara/domain/kernel/measures';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { entriesCountedFor } from '../accountEntry/accountEntries.ts';

/** An amount paid in a span, or the escrow held on a day, which has no first day. */
export interface OwnPoint {
  readonly field: 'netPaid' | 'escrow';
  readonly currency: string | null;
  readonly from: string | null;
  readonly on: string;
  readonly value: string;
}

/** Returns what disbursed distributions paid to a participant in each span, and the escrow held at the end of each day, by currency. */
export const ownHistory = (
  tx: Transaction,
  participantId: string,
  days: readonly CalendarDate[],
  spans: readonly YearSpan[],
): Promise<OwnPoint[]> =>
  tx.prepared<OwnPoint>(
    `SELECT x.field, r.code AS currency, x.first_day::text AS "from", x.day::text AS on, x.value::numeric(38,2)::text AS value FROM (
       SELECT 'netPaid' AS field, d.currency_id, s.first_day, s.until AS day, sum(p.net_carry_distributed) AS value
       FROM unnest($4::date[], $5::date[]) AS s(first_day, until)
       JOIN distribution d ON d.tenant_id = $1 AND d.status = 'DISB' AND d.distribution_date BETWEEN s.first_day AND s.until
       JOIN distribution_detail p ON p.tenant_id = d.tenant_id AND p.distribution_id = d.id AND p.participant_id = $2::uuid
       GROUP BY d.currency_id, s.first_day, s.until
       UNION ALL SELECT 'escrow', e.currency_id, NULL::date, d.at, sum(e.amount)
       FROM unnest($3::date[]) AS d(at) JOIN ${entriesCountedFor('escrow_entry', 'ARRAY[$2::uuid]')} e ON e.entry_date <= d.at
       GROUP BY e.currency_id, d.at) x
     LEFT JOIN reference_entry r ON r.tenant_id = $1 AND r.id = x.currency_id`,
    [tx.tenantId, participantId, days, spans.map(({ from }) => from), spans.map(({ on }) => on)],
  );
