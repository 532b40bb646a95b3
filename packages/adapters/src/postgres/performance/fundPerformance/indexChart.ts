import { calendarDate, decimal } from '@carrara/domain/kernel';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { isOver } from '../periodFigures/isOver.ts';

export interface ChartedIndex {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
}

/**
 * Returns the indices that funds can be compared with: those with a currency and levels, the longest history first,
 * because it covers the most cash flows.
 */
export const chartedIndices = (tx: Transaction): Promise<ChartedIndex[]> =>
  tx.query<ChartedIndex>(
    `SELECT s.id, s.name, r.code AS currency FROM index_series s
     JOIN reference_entry r ON r.tenant_id = s.tenant_id AND r.id = s.currency_id
     JOIN LATERAL (SELECT min(v.level_date) AS first_date FROM index_level v
       WHERE v.tenant_id = s.tenant_id AND v.index_series_id = s.id) l ON l.first_date IS NOT NULL
     WHERE s.tenant_id = $1 ORDER BY l.first_date, lower(s.name), s.id`,
    [tx.tenantId],
  );

const vehicles = `v AS MATERIALIZED (SELECT n.id, (SELECT min(g.period_end) FROM period_figure g
    WHERE g.tenant_id = n.tenant_id AND g.subject = 'VEHICLE' AND g.subject_id = n.id) AS first
  FROM container n LEFT JOIN fund f ON f.tenant_id = n.tenant_id AND f.id = n.id
  LEFT JOIN coinvestment c ON c.tenant_id = n.tenant_id AND c.id = n.id
  JOIN reference_entry r ON r.tenant_id = n.tenant_id AND r.id = coalesce(f.currency_id, c.currency_id)
  WHERE n.tenant_id = $1 AND n.is_vehicle AND r.code = $2)`;

/** SQL for paid-in capital: calls less returned excess. */
const paidIn = `sum(CASE WHEN e.type LIKE 'CALL-%' THEN e.amount ELSE -e.amount END)`;
const isPaidIn = `e.type ~ '^(CALL|EXCESS)-'`;

/** Returns the paid-in amounts per date for the vehicles of a currency. */
export async function callsOfCurrency(tx: Transaction, currency: string, endDate: string) {
  const rows = await tx.query<{ date: string; amount: string }>(
    `WITH ${vehicles} SELECT e.effective_date AS date, ${paidIn}::text AS amount FROM v
     JOIN ledger_entry e ON e.tenant_id = $1 AND e.vehicle_id = v.id
     WHERE ${isPaidIn} AND e.booked <= $3 GROUP BY 1 ORDER BY 1`,
    [tx.tenantId, currency, endDate],
  );
  return rows.map(({ date, amount }) => ({ date: calendarDate(date), amount: decimal(amount) }));
}

export interface ValueOfQuarter {
  readonly date: string;
  readonly contributions: string;
  /** NAV plus all distributions. Null if a vehicle's NAV is unknown. */
  readonly totalValue: string | null;
}

/**
 * Returns the paid-in capital and the total value of a currency's vehicles at each quarter end. The sum is unknown if a
 * vehicle that has begun and isn't over has no figures then, or has reported figures but no cash.
 */
export const valuesOfCurrency = (tx: Transaction, currency: string, endDate: string): Promise<ValueOfQuarter[]> =>
  tx.query<ValueOfQuarter>(
    `WITH ${vehicles}, paid AS MATERIALIZED (SELECT e.booked, ${paidIn} AS amount FROM v
       JOIN ledger_entry e ON e.tenant_id = $1 AND e.vehicle_id = v.id WHERE ${isPaidIn} AND e.booked <= $3 GROUP BY 1),
     own AS MATERIALIZED (SELECT p.* FROM v JOIN period_figure p ON p.tenant_id = $1 AND p.subject = 'VEHICLE' AND p.subject_id = v.id
       WHERE p.period_end <= $3),
     last AS (SELECT DISTINCT ON (o.subject_id) o.* FROM own o ORDER BY o.subject_id, o.period_end DESC),
     p AS (SELECT o.period_end, o.nav, o.recallable, o.distributions FROM own o
       UNION ALL SELECT d.period_end, l.nav, l.recallable, l.distributions FROM last l
       JOIN (SELECT DISTINCT o.period_end FROM own o) d ON d.period_end > l.period_end WHERE ${isOver('l')})
     SELECT p.period_end AS date, (SELECT coalesce(sum(a.amount), 0.00)::text FROM paid a WHERE a.booked <= p.period_end) AS contributions,
       CASE WHEN bool_or(p.nav IS NULL OR p.recallable IS NULL) OR count(*) < (SELECT count(*) FROM v begun WHERE begun.first <= p.period_end)
       THEN NULL ELSE sum(p.nav + p.distributions)::text END AS "totalValue"
     FROM p GROUP BY p.period_end ORDER BY p.period_end`,
    [tx.tenantId, currency, endDate],
  );
