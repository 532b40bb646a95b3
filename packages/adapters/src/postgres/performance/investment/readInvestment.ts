import type { InvestmentCharts, InvestmentSource, NewsItem } from '@carrara/contract/performance/investment/investment';
import type { ReportingDate } from '@carrara/contract/performance/period/periodFigures';
import { readPoints, readSlices, type ChartPoint } from '../../engine/charts/sumBy.ts';
import { coverageSql, excludedPartSql } from '../../engine/lists/definition.ts';
import { searchTerms } from '../../engine/lists/search.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { currencySort } from '../../engine/texts/amounts.ts';
import type { NavigationEntry } from '../../portfolio/container/navigation.ts';
import { quartersSql } from '../periodFigures/hasVehicleEndedSql.ts';
import { displayedQuarter } from '../periodFigures/displayedQuarter.ts';
import { nothingBookedSql, notReportedSql } from '../periodFigures/figureRows.ts';
import { holdings, unreportedHolding } from '../periodFigures/unreportedHolding.ts';
import { holdingsOn, lateFigures } from './investmentList.ts';
import { newsStore } from './periodStores.ts';

/** SQL for the currency of the vehicle `v`. */
export const vehicleCurrency = `(SELECT coalesce(f.currency_id, k.currency_id) FROM container q LEFT JOIN fund f ON f.tenant_id = q.tenant_id AND f.id = q.id
  LEFT JOIN coinvestment k ON k.tenant_id = q.tenant_id AND k.id = q.id WHERE q.tenant_id = v.tenant_id AND q.id = v.id)`;

/** Returns the holdings in an investment by code, first of funds, then of coinvestments. */
export const readSources = (tx: Transaction, investmentId: string): Promise<InvestmentSource[]> =>
  tx.query<InvestmentSource>(
    `SELECT h.id, h.investment_id AS "investmentId", v.kind, jsonb_build_object('id', v.id, 'code', v.code, 'name', v.name) AS vehicle,
       coalesce((SELECT r.code FROM reference_entry r WHERE r.tenant_id = v.tenant_id AND r.id = ${vehicleCurrency}), '') AS currency
     FROM ${holdings} h JOIN container v ON v.tenant_id = h.tenant_id AND v.id = h.vehicle_id
     WHERE h.tenant_id = $1 AND h.investment_id = $2 ORDER BY v.kind DESC, v.code, h.id`,
    [tx.tenantId, investmentId],
  );

/** SQL condition for the figures of the holdings `h`. */
const ofHoldings = `f.tenant_id = $1 AND f.subject = 'HOLDING' AND f.subject_id IN (SELECT id FROM h)`;
/** Returns the quarter ends with figures or metrics, latest first. Without a holding, covers all. */
export const readReportingDates = (
  tx: Transaction,
  { investmentId, sourceId }: { readonly investmentId?: string | undefined; readonly sourceId?: string | undefined },
): Promise<ReportingDate[]> =>
  tx.query(
    `WITH h AS (SELECT x.id FROM ${holdings} x WHERE x.tenant_id = $1 AND ($2::uuid IS NULL OR x.investment_id = $2) AND ($3::uuid IS NULL OR x.id = $3))
     SELECT d.day AS id, d.day AS "endDate", d.day AS "reportingDate", to_char(d.day, 'MM/DD/YYYY') AS "formattedDate",
       to_char(d.day, 'MM/DD/YYYY') AS name, '[]'::jsonb AS collection, '[]'::jsonb AS late, w.whole AS "isWhole",
       d.day IS NOT DISTINCT FROM max(d.day) FILTER (WHERE w.whole) OVER () AS "isDefault" FROM (
       SELECT f.period_end AS day FROM period_figure f WHERE f.tenant_id = $1 AND f.subject = 'HOLDING' AND f.subject_id IN (SELECT id FROM h)
       UNION SELECT p.period_end FROM holding_period p WHERE p.tenant_id = $1 AND p.holding_id IN (SELECT id FROM h)
       UNION SELECT p.period_end FROM investment_period p WHERE p.tenant_id = $1 AND p.investment_id = $2) d
     CROSS JOIN LATERAL (SELECT NOT (d.day > ${displayedQuarter(ofHoldings)}
       AND EXISTS (SELECT FROM period_figure f WHERE ${ofHoldings} AND f.period_end = d.day)) AS whole) w
     ORDER BY 1 DESC`,
    [tx.tenantId, investmentId ?? null, sourceId ?? null],
  );

export interface HoldingFigures {
  readonly sourceId: string;
  readonly name: string;
  readonly currency: string;
  readonly invested: string | null;
  readonly proceeds: string | null;
  readonly income: string | null;
  readonly cost: string | null;
  readonly fairValue: string | null;
  readonly grossIrr: string | null;
  readonly grossIrrAnnualized: boolean | null;
  readonly grossMoic: string | null;
  readonly notDetermined: { field: string; code: string; message: string }[];
}

const holdingFigureNames = ['invested', 'proceeds', 'income', 'cost', 'fairValue', 'grossIrr', 'grossMoic'] as const;
/** Returns the figures of an investment's holdings at a quarter end. A holding without figures has nulls, with a reason if its fund is late or didn't report it. */
export const readHoldingFigures = (tx: Transaction, investmentId: string, end: string): Promise<HoldingFigures[]> =>
  tx.query<HoldingFigures>(
    `SELECT h.id AS "sourceId", v.name, coalesce(r.code, '') AS currency, f.invested, f.proceeds, f.income, f.cost, f.fair_value AS "fairValue",
       trim_scale(f.gross_irr)::text AS "grossIrr", f.gross_irr_annualized AS "grossIrrAnnualized", trim_scale(f.gross_moic)::text AS "grossMoic",
       coalesce(f.not_determined, CASE WHEN l.period_end IS NOT NULL THEN ${nothingBookedSql('$3::date', 'l.period_end', holdingFigureNames)}
         WHEN u.message IS NOT NULL THEN ${notReportedSql('u.message', holdingFigureNames)} END, '[]') AS "notDetermined"
     FROM ${holdings} h JOIN container v ON v.tenant_id = h.tenant_id AND v.id = h.vehicle_id
     LEFT JOIN ${quartersSql('$3::date')} q ON q.tenant_id = h.tenant_id AND q.id = h.vehicle_id
     LEFT JOIN period_figure f ON f.tenant_id = h.tenant_id AND f.subject = 'HOLDING' AND f.subject_id = h.id AND f.period_end = q.period_end
     LEFT JOIN LATERAL (${lateFigures('h', '$3::date')}) l ON f.subject_id IS NULL
     LEFT JOIN LATERAL (${unreportedHolding('x.tenant_id = h.tenant_id AND x.id = h.id', '$3::date')}) u ON f.subject_id IS NULL AND l.period_end IS NULL
     LEFT JOIN reference_entry r ON r.tenant_id = h.tenant_id AND r.id = coalesce(f.currency_id, ${vehicleCurrency})
     WHERE h.tenant_id = $1 AND h.investment_id = $2 ORDER BY v.kind DESC, v.code, h.id`,
    [tx.tenantId, investmentId, end],
  );

/** True if the holding vehicle's quarter is locked. */
export async function isLockedFor(tx: Transaction, vehicleId: string, end: string): Promise<boolean> {
  const found = await tx.query(
    `SELECT FROM period WHERE tenant_id = $1 AND vehicle_id = $2 AND period_end = $3 AND status = 'LOCKED'`,
    [tx.tenantId, vehicleId, end],
  );
  return found.length > 0;
}

const chart = {
  from: `${holdingsOn('$2')} p JOIN container c ON c.tenant_id = p.tenant_id AND c.id = p.investment_id
    JOIN investment i ON i.tenant_id = c.tenant_id AND i.id = c.id
    LEFT JOIN reference_entry s ON s.tenant_id = i.tenant_id AND s.id = i.sector_id`,
  where: 'p.tenant_id = $1 AND p.invested <> 0',
  amount: 'p.invested',
  currencyOf: 'p',
};
/** The funds with invested amounts at the quarter end. A fund excludes its holdings without one. */
const fundsInvested = `SELECT p.currency_id, bool_or(p.invested IS NOT NULL) AS is_included, ${excludedPartSql({
  id: 'p.vehicle_id',
  name: 'p.name',
  reason: `min(p.not_determined -> 0 ->> 'message') FILTER (WHERE p.invested IS NULL)`,
  lastDate: 'max(p.last_date) FILTER (WHERE p.invested IS NULL)',
})} AS part, bool_or(p.invested IS NULL) AS leaves_out
  FROM ${holdingsOn('$2')} p WHERE p.tenant_id = $1 GROUP BY p.currency_id, p.vehicle_id, p.name`;
/** Returns the invested amounts by investment and by sector, with the funds that they include and leave out in each currency. */
export async function investmentCharts(tx: Transaction, end: string | undefined): Promise<InvestmentCharts> {
  const [byInvestment, bySector, coverage] = await Promise.all([
    readSlices(tx, { ...chart, id: 'c.id', name: 'c.name' }, [end ?? null]),
    readSlices(tx, { ...chart, id: 's.id', name: `coalesce(s.description, 'No sector')` }, [end ?? null]),
    tx.query<InvestmentCharts['coverage'][number]>(
      `SELECT r.code AS currency, ${coverageSql({
        included: 'v.is_included',
        undetermined: 'NOT v.is_included',
        excluded: 'v.part',
        partly: 'CASE WHEN v.is_included AND v.leaves_out THEN jsonb_build_array(v.part) END',
      })} AS coverage FROM (${fundsInvested}) v JOIN reference_entry r ON r.tenant_id = $1 AND r.id = v.currency_id
       GROUP BY 1 ORDER BY ${currencySort('r.code')}`,
      [tx.tenantId, end ?? null],
    ),
  ]);
  return { byInvestment, bySector, coverage };
}

const seriesOf = { 'Fair value': 'f.fair_value', Invested: 'f.invested', Realized: 'f.proceeds + f.income' } as const;
/** Returns the values of an investment's holdings, or of one, at each quarter end from their first purchase on. */
export async function investmentHistory(
  tx: Transaction,
  investmentId: string,
  sourceId: string | undefined,
): Promise<ChartPoint[]> {
  const points = await Promise.all(
    Object.entries(seriesOf).map(([name, amount]) =>
      readPoints(
        tx,
        {
          from: `period_figure f JOIN ${holdings} h ON h.tenant_id = f.tenant_id AND h.id = f.subject_id`,
          where: `f.tenant_id = $1 AND f.subject = 'HOLDING' AND h.investment_id = $2 AND ($3::uuid IS NULL OR h.id = $3)
            AND EXISTS (SELECT FROM period_figure e WHERE e.tenant_id = f.tenant_id AND e.subject = f.subject AND e.subject_id = f.subject_id
              AND e.period_end <= f.period_end AND (e.invested <> 0 OR e.fair_value <> 0))`,
          amount,
          currencyOf: 'f',
          id: 'h.investment_id',
          name: `'${name}'`,
        },
        'f.period_end',
        [investmentId, sourceId ?? null],
      ),
    ),
  );
  return points.flat();
}

/** Returns the investments with securities, of all vehicles or of one. */
export const summaryInvestments = (tx: Transaction, vehicleId: string | undefined): Promise<NavigationEntry[]> =>
  tx.query<NavigationEntry>(
    `SELECT c.id, c.name, c.code FROM container c WHERE c.tenant_id = $1 AND c.kind = 'investment' AND EXISTS (
       SELECT FROM security s JOIN ${holdings} h ON h.tenant_id = s.tenant_id AND h.id = s.holding_id
       WHERE s.tenant_id = c.tenant_id AND h.investment_id = c.id AND ($2::uuid IS NULL OR h.vehicle_id = $2))
     ORDER BY lower(c.name), c.id`,
    [tx.tenantId, vehicleId ?? null],
  );

const mostNews = 200;
/** Returns the news that match a search, of an investment or of all, latest first. */
export async function readNews(tx: Transaction, investmentId: string | undefined, query = ''): Promise<NewsItem[]> {
  const found = await tx.query<{ id: string }>(
    `SELECT n.id FROM news_item n JOIN container c ON c.tenant_id = n.tenant_id AND c.id = n.investment_id
     WHERE n.tenant_id = $1 AND ($2::uuid IS NULL OR n.investment_id = $2)
       AND lower(concat_ws(E'\\n', n.title, n.source, n.text, c.name)) LIKE '%' || lower($3::text) || '%'
     ORDER BY n.published_on DESC, n.id DESC LIMIT ${mostNews}`,
    [tx.tenantId, investmentId ?? null, searchTerms(query)?.pattern ?? ''],
  );
  const items = await newsStore.loadMany(
    tx,
    found.map(({ id }) => id),
  );
  return found.flatMap(({ id }) => items.find((item) => item.id === id) ?? []);
}
