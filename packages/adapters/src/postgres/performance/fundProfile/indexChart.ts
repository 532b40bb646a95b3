import { calendarDate, decimal, groupBy } from '@carrara/domain/kernel';
import type { ChartedFunds } from '@carrara/domain/performance/fundProfile';
import { entryTypeCodes, isContribution } from '@carrara/domain/performance/ledger';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { textLiteral } from '../../engine/texts/text.ts';
import { hasVehicleEndedSql } from '../periodFigures/hasVehicleEndedSql.ts';

export interface ChartedIndex {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
}

/**
 * Returns the indices that funds can be compared with, which have a currency and levels. The longest history comes
 * first, because it covers the most cash flows.
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

/** SQL for paid-in capital of all partners: calls less returned excess, and carry that the general partner returned. */
const paidIn = `sum(CASE WHEN e.type LIKE 'EXCESS-%' THEN -e.amount ELSE e.amount END)`;
const isPaidIn = `e.type IN (${entryTypeCodes.filter(isContribution).map(textLiteral).join(', ')})`;

/**
 * The vehicles `v` of a currency with their first quarter, and their values `p` at the quarter ends `days`. The last
 * of these is the reporting date. `parts` is the vehicle by itself, or null if it has a value at each quarter end
 * since its first. The value is NAV plus all distributions. It is unknown if only others' sums were reported. The
 * value of a vehicle that was over stays.
 */
const parts = `v AS MATERIALIZED (SELECT n.id, n.code, (SELECT min(g.period_end) FROM period_figure g
    WHERE g.tenant_id = n.tenant_id AND g.subject = 'VEHICLE' AND g.subject_id = n.id) AS first
  FROM container n LEFT JOIN fund f ON f.tenant_id = n.tenant_id AND f.id = n.id
  LEFT JOIN coinvestment c ON c.tenant_id = n.tenant_id AND c.id = n.id
  JOIN reference_entry r ON r.tenant_id = n.tenant_id AND r.id = coalesce(f.currency_id, c.currency_id)
  WHERE n.tenant_id = $1 AND n.is_vehicle AND r.code = $2),
own AS MATERIALIZED (SELECT o.* FROM v JOIN period_figure o ON o.tenant_id = $1 AND o.subject = 'VEHICLE' AND o.subject_id = v.id
  WHERE o.period_end <= $3),
days AS MATERIALIZED (SELECT o.period_end FROM own o UNION SELECT $3::date),
last AS (SELECT DISTINCT ON (o.subject_id) o.* FROM own o ORDER BY o.subject_id, o.period_end DESC),
p AS MATERIALIZED (SELECT o.subject_id AS id, o.period_end, CASE WHEN o.recallable IS NOT NULL THEN o.nav + o.distributions END AS value,
    o.recallable IS NULL AS is_reported FROM own o
  UNION ALL SELECT l.subject_id, d.period_end, l.nav + l.distributions, false FROM last l
  JOIN days d ON d.period_end > l.period_end WHERE l.recallable IS NOT NULL AND ${hasVehicleEndedSql('l')}),
parts AS MATERIALIZED (SELECT v.id, v.code, v.first, CASE WHEN count(p.value) = (SELECT count(*) FROM days d WHERE d.period_end >= v.first) THEN NULL ELSE v.id END AS part
  FROM v LEFT JOIN p ON p.id = v.id WHERE v.first <= $3 GROUP BY v.id, v.code, v.first)`;

/**
 * Returns the funds of a currency with their values at quarter ends and their calls. Funds that have a value at every
 * quarter end are added up as one.
 */
export async function fundsOfCurrency(
  tx: Transaction,
  currency: string,
  endDate: string,
): Promise<readonly ChartedFunds[]> {
  const params = [tx.tenantId, currency, endDate];
  const [values, calls] = await Promise.all([
    tx.query<{
      part: string | null;
      code: string | null;
      date: string;
      value: string | null;
      count: number;
      isReported: boolean;
    }>(
      `WITH ${parts} SELECT s.part, min(s.code) AS code, p.period_end AS date, sum(p.value)::text AS value, count(*)::int AS count, bool_or(p.is_reported) AS "isReported"
       FROM parts s JOIN p ON p.id = s.id GROUP BY s.part, p.period_end ORDER BY s.part NULLS FIRST, p.period_end`,
      params,
    ),
    tx.query<{ part: string | null; date: string; booked: string; amount: string }>(
      `WITH ${parts} SELECT s.part, e.effective_date AS date, e.booked, ${paidIn}::text AS amount FROM parts s
       JOIN ledger_entry e ON e.tenant_id = $1 AND e.vehicle_id = s.id
       WHERE ${isPaidIn} AND e.booked <= $3 GROUP BY 1, 2, 3 ORDER BY 2, 3`,
      params,
    ),
  ]);
  const callsByPart = groupBy(calls, ({ part }) => part);
  return [...groupBy(values, ({ part }) => part)].map(([part, quarters]) => ({
    single: part === null ? null : { id: part, name: quarters[0].code ?? '' },
    quarters: quarters.map(({ date, value, count, isReported }) => ({
      date: calendarDate(date),
      value: value === null ? null : decimal(value),
      count,
      isReported,
    })),
    calls: (callsByPart.get(part) ?? []).map(({ date, booked, amount }) => ({
      date: calendarDate(date),
      booked: calendarDate(booked),
      amount: decimal(amount),
    })),
  }));
}
