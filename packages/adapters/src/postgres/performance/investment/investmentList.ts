import { unreportedShort } from '@carrara/domain/performance/period';
import { quoted } from '../../engine/words/text.ts';
import type { InvestmentRow } from '@carrara/contract/performance/investment';
import { column, condition, entry, leftOutSql, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { searchTerms } from '../../engine/lists/search.ts';
import { amountsSql, currencyCode } from '../../engine/words/amounts.ts';
import { navBasisAt } from '../ledger/navBasis.ts';
import { isOver, quartersSql } from '../periodFigures/isOver.ts';
import { nothingBooked } from '../periodFigures/figureRows.ts';
import { displayedQuarter } from '../periodFigures/displayedQuarter.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** SQL for the holdings of vehicles in investments. */
export const holdings = `(
  SELECT x.tenant_id, x.id, x.investment_id, x.fund_id AS vehicle_id FROM fund_investment x
  UNION ALL SELECT x.tenant_id, x.id, x.investment_id, x.coinvestment_id FROM coinvestment_investment x)`;
/** Returns SQL for the requested quarter end, otherwise the default one. */
export const endOf = (requestedDate: string): string => `coalesce(${requestedDate}::date, ${displayedQuarter()})`;

/** Stored part of an investment's row. The domain computes the rest. */
export interface StoredInvestmentRow
  extends Omit<
    InvestmentRow,
    'percentTotal' | 'fundsCovered' | 'grossIrr' | 'grossIrrAnnualized' | 'grossMoic' | 'notDetermined'
  > {
  readonly investedOfAll: string | null;
  readonly endDate: string | null;
  /** Figures of its only holding. Null if it has several; then `trades` has their transactions. */
  readonly figures: Pick<InvestmentRow, 'grossIrr' | 'grossIrrAnnualized' | 'grossMoic' | 'notDetermined'> | null;
  readonly trades: readonly { readonly type: string; readonly date: string; readonly amount: string }[] | null;
  /** Its holdings by fund. */
  readonly holdings: readonly StoredHolding[] | null;
}
/** A holding with its amounts at the quarter end. */
export interface StoredHolding {
  readonly id: string;
  /** Code of its fund. */
  readonly name: string;
  readonly invested: string;
  readonly realized: string | null;
  readonly fairValue: string | null;
  readonly notDetermined: InvestmentRow['notDetermined'];
}

const sumOf = (amount: string) => `CASE WHEN count(DISTINCT f.currency_id) = 1 THEN sum(${amount}) END`;
const own = 'f.tenant_id = h.tenant_id AND f.subject_id = h.id';
/** SQL for the common currency of an investment's rows. Null if there are several. */
const singleCurrency = 'CASE WHEN count(DISTINCT f.currency_id) = 1 THEN min(f.currency_id::text)::uuid END';
const amounts = (row: string) =>
  `jsonb_to_recordset(${row}.by_currency) AS k(currency_id uuid, amount numeric, realized numeric, fair_value numeric)`;
/** SQL for an amount of the row `b` in each currency, as a JSON array. Empty if the figures of the quarter end aren't determined. */
const inEach = (name: 'amount' | 'realized' | 'fair_value') =>
  `CASE WHEN b.ended IS NULL THEN ${amountsSql(`SELECT b.tenant_id, k.currency_id, k.${name} AS amount FROM ${amounts('b')} WHERE k.${name} IS NOT NULL`)} ELSE '[]'::jsonb END`;
/**
 * SQL for the holdings of the investment `c` that have no figures at the quarter end, although they have earlier ones
 * and their vehicle isn't over.
 */
const ended = `SELECT l.currency_id, l.period_end FROM ${holdings} h
  JOIN LATERAL (SELECT g.tenant_id, g.vehicle_id, g.currency_id, g.period_end FROM period_figure g WHERE g.tenant_id = h.tenant_id AND g.subject_id = h.id AND g.period_end <= e.day
    ORDER BY g.period_end DESC LIMIT 1) l ON l.period_end < e.day
  WHERE h.tenant_id = c.tenant_id AND h.investment_id = c.id AND NOT ${isOver('l')}`;
/**
 * SQL for the reported figures of the holdings of the investment `c` at the quarter end, in vehicles with reported
 * values. For data from a transfer, this is everything known: the trades stay with the manager.
 */
const totals = `SELECT min(d.currency_id::text)::uuid AS currency_id, min(d.end_date) AS end_date,
    CASE WHEN count(DISTINCT d.currency_id) = 1 AND bool_and(m.end_proceeds IS NOT NULL) THEN sum(m.end_proceeds) END AS realized,
    CASE WHEN count(DISTINCT d.currency_id) = 1 AND bool_and(m.end_value IS NOT NULL) THEN sum(m.end_value) END AS fair_value
  FROM (SELECT h.tenant_id, h.id, e.day AS end_date, coalesce(f.currency_id, k.currency_id) AS currency_id FROM ${holdings} h
    JOIN container v ON v.tenant_id = h.tenant_id AND v.id = h.vehicle_id
    LEFT JOIN fund f ON f.tenant_id = v.tenant_id AND f.id = v.id LEFT JOIN coinvestment k ON k.tenant_id = v.tenant_id AND k.id = v.id
    WHERE h.tenant_id = c.tenant_id AND h.investment_id = c.id AND ${navBasisAt('e.day')} = 'REPORTED') d
  JOIN holding_period m ON m.tenant_id = d.tenant_id AND m.holding_id = d.id AND m.period_end = d.end_date
  HAVING count(*) > 0 AND t.investment_id IS NULL AND l.period_end IS NULL`;
const notReported = `(SELECT jsonb_agg(jsonb_build_object('field', n.field, 'code', 'NOT_REPORTED', 'message', ${quoted(unreportedShort)}))
  FROM unnest(ARRAY['totalFundInvestedAmount', 'grossIrr', 'grossMoic'] || CASE WHEN r.realized IS NULL THEN ARRAY['realized'] ELSE '{}' END
    || CASE WHEN r.fair_value IS NULL THEN ARRAY['fairValue'] ELSE '{}' END) n(field))`;
const noRates = (reasons: string) =>
  `jsonb_build_object('grossIrr', NULL, 'grossIrrAnnualized', NULL, 'grossMoic', NULL, 'notDetermined', ${reasons})`;
const undetermined = ['totalFundInvestedAmount', 'realized', 'fairValue', 'grossIrr', 'grossMoic'];

/** List of all investments with the combined figures of their holdings at a quarter end. */
export const performanceInvestmentList = defineListQuery<StoredInvestmentRow>({
  base: {
    table: 'vehicle_holding',
    rows: `SELECT c.tenant_id, c.id, c.code, c.name, c.legal_name, c.search_text, i.type_id, i.sector_id, i.address_country_id, e.day AS end_date,
        p.holding_ids, p.vehicle_ids, t.holdings, t.parts, coalesce(t.currency_id, l.currency_id, r.currency_id) AS currency_id,
        l.period_end AS ended, r.end_date AS reported_on, CASE WHEN l.period_end IS NULL THEN t.invested END AS invested,
        CASE WHEN l.period_end IS NULL THEN coalesce(t.realized, r.realized) END AS realized,
        CASE WHEN l.period_end IS NULL THEN coalesce(t.fair_value, r.fair_value) END AS fair_value,
        CASE WHEN l.period_end IS NOT NULL THEN ${noRates(nothingBooked('e.day', 'l.period_end', undetermined))}
          WHEN r.end_date IS NOT NULL THEN ${noRates(notReported)} ELSE t.figures END AS figures,
        coalesce(t.by_currency, '[]') || coalesce(l.by_currency, '[]')
          || CASE WHEN r.end_date IS NULL THEN '[]' ELSE jsonb_build_array(to_jsonb(r) || jsonb_build_object('amount', NULL::numeric)) END AS by_currency
      FROM container c JOIN investment i ON i.tenant_id = c.tenant_id AND i.id = c.id
      CROSS JOIN (SELECT ${endOf(':endDate')} AS day) e
      LEFT JOIN (SELECT h.tenant_id, h.investment_id, array_agg(h.id ORDER BY v.code, h.id) AS holding_ids, array_agg(h.vehicle_id) AS vehicle_ids
        FROM ${holdings} h JOIN container v ON v.tenant_id = h.tenant_id AND v.id = h.vehicle_id GROUP BY 1, 2) p
        ON p.tenant_id = c.tenant_id AND p.investment_id = c.id
      LEFT JOIN (SELECT h.tenant_id, h.investment_id, count(*) AS holdings, ${singleCurrency} AS currency_id, ${sumOf('f.invested')} AS invested,
          ${sumOf('f.proceeds + f.income')} AS realized, ${sumOf('f.fair_value')} AS fair_value,
          CASE WHEN count(*) = 1 THEN jsonb_agg(jsonb_build_object('grossIrr', trim_scale(f.gross_irr)::text,
            'grossIrrAnnualized', f.gross_irr_annualized, 'grossMoic', trim_scale(f.gross_moic)::text, 'notDetermined', f.not_determined)) -> 0 END AS figures,
          jsonb_agg(jsonb_build_object('id', v.id, 'name', coalesce(v.code, v.name), 'invested', f.invested::text, 'realized', (f.proceeds + f.income)::text,
            'fairValue', f.fair_value::text, 'notDetermined', f.not_determined) ORDER BY v.code, h.id) AS parts,
          (SELECT jsonb_agg(to_jsonb(g))
            FROM (SELECT u.currency_id, sum(u.amount) AS amount, sum(u.realized) AS realized, sum(u.fair_value) AS fair_value
              FROM unnest(array_agg(f.currency_id), array_agg(f.invested), array_agg(f.proceeds + f.income), array_agg(f.fair_value)) AS u(currency_id, amount, realized, fair_value) GROUP BY 1) g)
            AS by_currency
        FROM ${holdings} h JOIN ${quartersSql(`(SELECT ${endOf(':endDate')})`)} q ON q.tenant_id = h.tenant_id AND q.id = h.vehicle_id
        JOIN container v ON v.tenant_id = h.tenant_id AND v.id = h.vehicle_id
        JOIN period_figure f ON ${own} AND f.subject = 'HOLDING' AND f.period_end = q.period_end GROUP BY 1, 2) t
        ON t.tenant_id = c.tenant_id AND t.investment_id = c.id
      LEFT JOIN LATERAL (SELECT max(d.period_end) AS period_end, min(d.currency_id::text)::uuid AS currency_id,
          jsonb_agg(DISTINCT jsonb_build_object('currency_id', d.currency_id, 'amount', NULL::numeric)) AS by_currency
        FROM (${ended}) d) l ON true
      LEFT JOIN LATERAL (${totals}) r ON true
      WHERE c.kind = 'investment'`,
  },
  columns: {
    investmentId: { value: 'b.id' },
    fundInvestmentId: { value: 'b.holding_ids[1]' },
    code: column('code', 'b.code'),
    investmentName: column('text', 'b.name'),
    legalName: column('text', 'b.legal_name'),
    holderName: {
      value: `(SELECT coalesce(string_agg(v.code, ', ' ORDER BY v.code), '') FROM container v WHERE v.tenant_id = b.tenant_id AND v.id = ANY (b.vehicle_ids))`,
    },
    type: referenceColumn('b.type_id', 'reference:investment-type'),
    sector: referenceColumn('b.sector_id', 'reference:sector'),
    country: referenceColumn('b.address_country_id', 'reference:country'),
    currency: { value: currencyCode('b.currency_id') },
    totalFundInvestedAmount: {
      ...column('money', 'b.invested'),
      total: {
        sum: 'k.amount',
        undetermined: 'k.amount IS NULL',
        leftOut: leftOutSql({
          id: 'b.id',
          name: 'coalesce(b.code, b.name)',
          reason: `(SELECT d ->> 'message' FROM jsonb_array_elements(b.figures -> 'notDetermined') d LIMIT 1)`,
          lastDate: 'b.ended',
        }),
        from: `vehicle_holding b CROSS JOIN LATERAL ${amounts('b')}`,
        key: 'b.id',
        currency: 'k.currency_id',
      },
    },
    investedAmounts: { value: inEach('amount') },
    realizedAmounts: { value: inEach('realized') },
    fairValueAmounts: { value: inEach('fair_value') },
    investedOfAll: {
      value: `(SELECT sum(k.amount)::text FROM vehicle_holding o CROSS JOIN LATERAL ${amounts('o')}
        WHERE k.currency_id = b.currency_id)`,
    },
    realized: column('money', 'b.realized'),
    fairValue: column('money', 'b.fair_value'),
    endDate: { value: 'b.end_date' },
    figures: { value: 'b.figures' },
    holdings: { value: 'b.parts' },
    trades: {
      value: `CASE WHEN b.holdings > 1 AND b.currency_id IS NOT NULL THEN (SELECT coalesce(jsonb_agg(jsonb_build_object(
          'type', l.type, 'date', l.effective_date, 'amount', l.amount::text)), '[]')
        FROM ledger_entry l WHERE l.tenant_id = b.tenant_id AND l.holding_id = ANY (b.holding_ids) AND l.booked <= b.end_date
          AND (l.type IN ('BUY', 'SELL') OR l.type LIKE 'INC-%')) END`,
    },
  },
  search: { text: 'b.search_text' },
  filters: {
    vehicleId: condition('?::uuid = ANY (b.vehicle_ids)'),
    sector: entry('b.sector_id', 'sector'),
    type: entry('b.type_id', 'investment-type'),
  },
  defaultSort: { field: 'investmentName', ascending: true },
});

export interface SectorFacet {
  readonly value: string;
  readonly childCount: number;
}

/** Returns the number of investments per sector among those that match a search, largest first. */
export const sectorFacets = (tx: Transaction, search: string): Promise<SectorFacet[]> =>
  tx.query<SectorFacet>(
    `SELECT coalesce(r.description, 'No sector') AS value, count(*)::int AS "childCount"
     FROM container c JOIN investment i ON i.tenant_id = c.tenant_id AND i.id = c.id
     LEFT JOIN reference_entry r ON r.tenant_id = i.tenant_id AND r.id = i.sector_id
     WHERE c.tenant_id = $1 AND c.kind = 'investment' AND c.search_text LIKE '%' || lower($2::text) || '%'
     GROUP BY 1 ORDER BY 2 DESC, 1`,
    [tx.tenantId, searchTerms(search)?.pattern ?? ''],
  );
