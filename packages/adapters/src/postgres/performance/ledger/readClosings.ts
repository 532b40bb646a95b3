import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { fullName } from '../../engine/texts/personName.ts';
import { valuedDaySql } from './valuedDaySql.ts';

/** The last person who did something, and when. */
interface LastRow {
  readonly by: string | null;
  readonly on: string | null;
}
/** Returns the entries and values of a quarter. */
export interface EnteredForQuarter {
  readonly end: string;
  readonly entries: LastRow & { readonly count: number };
  readonly values: LastRow & { readonly holdings: number; readonly valued: number };
  readonly reported: LastRow & { readonly count: number };
}

/** Returns SQL for rows entered per quarter end: their number and the last of them. Reversed rows and reversals don't count. */
const enteredSql = (table: string, end: string, isCounted = 'true') =>
  `SELECT t.${end} AS "end", count(*) FILTER (WHERE ${isCounted})::int AS count,
     (array_agg(jsonb_build_object('by', ${nameSql}, 'on', ${instantSql}) ORDER BY t.seq DESC, t.id DESC) FILTER (WHERE ${isCounted}))[1] AS last
   FROM ${table} t LEFT JOIN person p ON p.id = t.created_by
   WHERE t.tenant_id = $1 AND t.vehicle_id = $2 GROUP BY t.${end}`;
const nameSql = `nullif(${fullName('p')}, '')`;
const instantSql = `to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const isInEffect = (table: string) =>
  `t.reverses_id IS NULL AND NOT EXISTS (SELECT FROM ${table} x WHERE x.tenant_id = t.tenant_id AND x.reverses_id = t.id)`;

const isValuedSql = `${valuedDaySql} = f.period_end`;

const noAct = `'{"by": null, "on": null}'::jsonb`;

/** Returns what has been entered for each quarter of a vehicle, latest first. */
export const readEnteredForQuarters = (tx: Transaction, vehicleId: string): Promise<EnteredForQuarter[]> =>
  tx.query(
    `WITH entered AS (${enteredSql('ledger_entry', 'booked', isInEffect('ledger_entry'))}),
       valuations AS (${enteredSql('valuation', 'valuation_date')}),
       reports AS (${enteredSql('reported_figure', 'figure_date', isInEffect('reported_figure'))}),
       holdings AS (SELECT f.period_end AS "end", count(*)::int AS holdings, count(*) FILTER (WHERE ${isValuedSql})::int AS valued
         FROM period_figure f WHERE f.tenant_id = $1 AND f.vehicle_id = $2 AND f.subject = 'HOLDING' AND f.fair_value <> 0 GROUP BY f.period_end)
     SELECT q.period_end AS "end",
       coalesce(e.last, ${noAct}) || jsonb_build_object('count', coalesce(e.count, 0)) AS entries,
       coalesce(v.last, ${noAct}) || jsonb_build_object('holdings', coalesce(h.holdings, 0), 'valued', coalesce(h.valued, 0)) AS values,
       coalesce(r.last, ${noAct}) || jsonb_build_object('count', coalesce(r.count, 0)) AS reported
     FROM period q LEFT JOIN entered e ON e."end" = q.period_end LEFT JOIN valuations v ON v."end" = q.period_end
     LEFT JOIN reports r ON r."end" = q.period_end LEFT JOIN holdings h ON h."end" = q.period_end
     WHERE q.tenant_id = $1 AND q.vehicle_id = $2 ORDER BY q.period_end DESC`,
    [tx.tenantId, vehicleId],
  );

/** The most vehicles to list as work. */
const mostWork = 10;

export interface VehicleToClose {
  readonly fundId: string;
  readonly fundCode: string;
  readonly fundName: string;
  readonly lastEnd: string;
  readonly hasValue: boolean;
  readonly firstOpen: string | null;
  readonly openQuarters: number;
  readonly holdings: number;
  readonly valued: number;
  readonly nav: string | null;
  readonly currency: string;
  /** The number of vehicles with work. */
  readonly total: number;
}

/**
 * Returns the vehicles that lack figures for the reporting date or for the last ended quarter, or have open quarters
 * by then. Late ones come first, then the largest.
 */
export const readQuarterWork = (
  tx: Transaction,
  { reportingDate, lastEnded }: { readonly reportingDate: string; readonly lastEnded: string },
  base: string,
): Promise<VehicleToClose[]> =>
  tx.query(
    `WITH work AS MATERIALIZED (
       SELECT v.tenant_id, v.id, v.code, v.name, l.period_end AS last_end, coalesce(l.nav, 0) > 0 AS has_value, l.nav, r.code AS currency, o.first, o.count,
         l.period_end < $2::date AND coalesce(l.nav, 0) > 0 AS is_late, count(*) OVER ()::int AS total
       FROM container v
       CROSS JOIN LATERAL (SELECT g.period_end, g.nav, g.currency_id FROM period_figure g WHERE g.tenant_id = v.tenant_id AND g.subject = 'VEHICLE'
         AND g.subject_id = v.id AND g.period_end <= greatest($2::date, $4::date) ORDER BY g.period_end DESC LIMIT 1) l
       JOIN reference_entry r ON r.tenant_id = v.tenant_id AND r.id = l.currency_id
       CROSS JOIN LATERAL (SELECT min(p.period_end) AS first, count(*)::int AS count FROM period p
         WHERE p.tenant_id = v.tenant_id AND p.vehicle_id = v.id AND p.status = 'OPEN' AND p.period_end <= $4::date) o
       WHERE v.tenant_id = $1 AND v.is_vehicle AND (o.count > 0 OR l.period_end < greatest($2::date, $4::date) AND l.nav > 0)
       ORDER BY is_late DESC, r.code <> $3, r.code, l.nav DESC NULLS LAST, v.code, v.id LIMIT ${String(mostWork)})
     SELECT w.id AS "fundId", coalesce(w.code, w.name) AS "fundCode", w.name AS "fundName", w.last_end AS "lastEnd", w.has_value AS "hasValue", w.first AS "firstOpen",
       w.count AS "openQuarters", h.holdings, h.valued, w.nav::text AS nav, w.currency, w.total
     FROM work w
     CROSS JOIN LATERAL (SELECT count(*)::int AS holdings, count(*) FILTER (WHERE ${isValuedSql})::int AS valued FROM period_figure f
       WHERE f.tenant_id = w.tenant_id AND f.vehicle_id = w.id AND f.subject = 'HOLDING' AND f.fair_value <> 0
         AND f.period_end = CASE WHEN w.is_late OR w.first IS NULL THEN w.last_end ELSE w.first END) h
     ORDER BY w.is_late DESC, w.currency <> $3, w.currency, w.nav DESC NULLS LAST, w.code, w.id`,
    [tx.tenantId, reportingDate, base, lastEnded],
  );
