import { unreportedShort } from '@carrara/domain/performance/period';
import { textLiteral } from '../../engine/texts/text.ts';
import type { InvestmentRow } from '@carrara/contract/performance/investment/investment';
import {
  column,
  condition,
  entry,
  excludedPartSql,
  nameWithinCurrency,
  referenceColumn,
} from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { searchTerms } from '../../engine/lists/search.ts';
import { amountsSql, currencyCode } from '../../engine/texts/amounts.ts';
import { navBasisAt } from '../ledger/navBasis.ts';
import { hasVehicleEndedSql, quartersSql } from '../periodFigures/hasVehicleEndedSql.ts';
import { nothingBookedSql, notReportedSql } from '../periodFigures/figureRows.ts';
import { displayedQuarter } from '../periodFigures/displayedQuarter.ts';
import { holdings, unreportedHolding } from '../periodFigures/unreportedHolding.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** Returns SQL for the requested quarter end, otherwise the default one. */
const endDateSql = (requestedDate: string): string => `coalesce(${requestedDate}::date, ${displayedQuarter()})`;

/** Stored part of an investment's row. The domain computes the rest. */
export interface StoredInvestmentRow
  extends Omit<
    InvestmentRow,
    'percentTotal' | 'coverage' | 'fundsCovered' | 'grossIrr' | 'grossIrrAnnualized' | 'grossMoic' | 'notDetermined'
  > {
  readonly investedOfAll: string | null;
  readonly endDate: string | null;
  /** Figures of its only holding. Null if it has several; then `trades` has their transactions. */
  readonly figures: Pick<InvestmentRow, 'grossIrr' | 'grossIrrAnnualized' | 'grossMoic' | 'notDetermined'> | null;
  readonly trades:
    | readonly {
        readonly holdingId: string;
        readonly type: string;
        readonly date: string;
        readonly amount: string;
      }[]
    | null;
  /** Its holdings by fund. */
  readonly holdings: readonly StoredHolding[] | null;
}
/** A holding with its amounts at the quarter end. */
export interface StoredHolding {
  readonly id: string;
  /** Its fund. */
  readonly vehicle: { readonly id: string; readonly name: string };
  readonly currencyId: string;
  /** The quarter end of its last figures if they are earlier. It has no amounts then. */
  readonly lastDate: string | null;
  readonly invested: string | null;
  readonly realized: string | null;
  readonly fairValue: string | null;
  readonly grossIrr: string | null;
  readonly grossIrrAnnualized: boolean | null;
  readonly notDetermined: InvestmentRow['notDetermined'];
}

const own = 'g.tenant_id = h.tenant_id AND g.subject_id = h.id';
/**
 * Returns SQL for the last figures of the holding `h` if they are earlier than the quarter end and its vehicle wasn't
 * over then.
 */
export const lateFigures = (h: string, end: string): string =>
  `SELECT l.currency_id, l.period_end FROM (SELECT g.tenant_id, g.vehicle_id, g.currency_id, g.period_end FROM period_figure g
      WHERE g.tenant_id = ${h}.tenant_id AND g.subject_id = ${h}.id AND g.period_end <= ${end} ORDER BY g.period_end DESC LIMIT 1) l
    WHERE l.period_end < ${end} AND NOT ${hasVehicleEndedSql('l')}`;
/**
 * SQL for the last reported value of the holding `h` in a vehicle with reported values. For data from a transfer, this
 * is everything known: the trades stay with the manager. A holding without a value since has none of later quarter ends.
 */
const reportedValue = `SELECT m.* FROM (SELECT p.period_end, p.end_proceeds, p.end_value FROM holding_period p
      WHERE p.tenant_id = h.tenant_id AND p.holding_id = h.id AND p.period_end <= a.day AND (p.period_end = a.day OR p.end_value IS NOT NULL)
        AND ${navBasisAt('a.day')} = 'REPORTED' ORDER BY p.period_end DESC LIMIT 1) m
    WHERE m.period_end = a.day OR m.end_value <> 0`;
const listed = ['totalFundInvestedAmount', 'percentTotal', 'realized', 'fairValue', 'grossIrr', 'grossMoic'];
/** SQL for the reasons of a holding `m` for which only values were reported. */
const unreportedAmounts = `(SELECT jsonb_agg(jsonb_build_object('field', n.field, 'code', 'NOT_REPORTED', 'message', ${textLiteral(unreportedShort)}))
  FROM unnest(ARRAY['totalFundInvestedAmount', 'percentTotal', 'grossIrr', 'grossMoic'] || CASE WHEN m.end_proceeds IS NULL THEN ARRAY['realized'] ELSE '{}' END
    || CASE WHEN m.end_value IS NULL THEN ARRAY['fairValue'] ELSE '{}' END) n(field))`;
/**
 * SQL for the holdings with their figures at the quarter end, or with reported values of it. A holding can have only
 * figures of an earlier quarter end (`last_date`), or none because its fund didn't report them.
 */
const parts = `SELECT h.tenant_id, h.investment_id, h.id, v.id AS vehicle_id, coalesce(v.code, v.name) AS name, d.last_date,
    coalesce(g.currency_id, l.currency_id, f.currency_id, k.currency_id) AS currency_id, g.invested,
    CASE WHEN g.subject_id IS NOT NULL THEN g.proceeds + g.income WHEN d.last_date IS NULL THEN m.end_proceeds END AS realized,
    CASE WHEN g.subject_id IS NOT NULL THEN g.fair_value WHEN d.last_date IS NULL THEN m.end_value END AS fair_value,
    trim_scale(g.gross_irr)::text AS irr, g.gross_irr_annualized AS irr_annualized, trim_scale(g.gross_moic)::text AS moic,
    CASE WHEN g.subject_id IS NOT NULL THEN g.not_determined WHEN d.last_date IS NOT NULL THEN ${nothingBookedSql('a.day', 'd.last_date', listed)}
      WHEN m.period_end IS NOT NULL THEN ${unreportedAmounts} ELSE ${notReportedSql('u.message', listed)} END AS not_determined
  FROM ${holdings} h CROSS JOIN requested a JOIN container v ON v.tenant_id = h.tenant_id AND v.id = h.vehicle_id
  LEFT JOIN fund f ON f.tenant_id = v.tenant_id AND f.id = v.id LEFT JOIN coinvestment k ON k.tenant_id = v.tenant_id AND k.id = v.id
  LEFT JOIN ${quartersSql('(SELECT day FROM requested)')} q ON q.tenant_id = h.tenant_id AND q.id = h.vehicle_id
  LEFT JOIN period_figure g ON ${own} AND g.subject = 'HOLDING' AND g.period_end = q.period_end
  LEFT JOIN LATERAL (${lateFigures('h', 'a.day')}) l ON g.subject_id IS NULL
  LEFT JOIN LATERAL (${reportedValue}) m ON g.subject_id IS NULL AND l.period_end IS NULL
  LEFT JOIN LATERAL (${unreportedHolding('x.tenant_id = h.tenant_id AND x.id = h.id', 'a.day')}) u
    ON g.subject_id IS NULL AND l.period_end IS NULL AND m.period_end IS NULL
  CROSS JOIN LATERAL (SELECT coalesce(l.period_end, nullif(m.period_end, a.day)) AS last_date) d
  WHERE g.subject_id IS NOT NULL OR l.period_end IS NOT NULL OR m.period_end IS NOT NULL OR u.message IS NOT NULL`;
const hasAll = '(p.invested IS NOT NULL AND p.realized IS NOT NULL AND p.fair_value IS NOT NULL)';
/** True for a holding whose amounts count: it has all, or none of the currency has all (as the domain's `comparableParts`). */
const isComparable = `(${hasAll} OR NOT bool_or(${hasAll}) OVER (PARTITION BY p.tenant_id, p.investment_id, p.currency_id))`;
/** SQL for the holdings with the amounts that count, so that the amounts and the MOIC of an investment are of the same funds. */
const comparableHoldings = `SELECT p.tenant_id, p.investment_id, p.id, p.vehicle_id, p.name, p.last_date, p.currency_id, p.irr, p.irr_annualized, p.moic, p.not_determined,
    ${['invested', 'realized', 'fair_value'].map((name) => `CASE WHEN ${isComparable} THEN p.${name} END AS ${name}`).join(', ')}
  FROM (${parts}) p`;
/** Returns SQL for all holdings with the amounts that count at a quarter end, as a relation. */
export const holdingsOn = (requestedDate: string): string =>
  `(WITH requested AS MATERIALIZED (SELECT ${endDateSql(requestedDate)} AS day) ${comparableHoldings})`;
/** SQL for the amounts of an investment in each currency, with the funds whose invested amount isn't determined. */
const inCurrencies = `SELECT p.tenant_id, p.investment_id, p.currency_id, sum(p.invested) AS amount, sum(p.realized) AS realized, sum(p.fair_value) AS fair_value,
    max(p.last_date) AS last_date, jsonb_agg(${excludedPartSql({
      id: 'p.vehicle_id',
      name: 'p.name',
      reason: `p.not_determined -> 0 ->> 'message'`,
      lastDate: 'p.last_date',
    })} ORDER BY lower(p.name), p.vehicle_id) FILTER (WHERE p.invested IS NULL) AS excluded
  FROM part p GROUP BY 1, 2, 3`;
const currenciesOf = (condition: string) => `count(DISTINCT p.currency_id) FILTER (WHERE ${condition})`;
/** True for a holding with amounts at the quarter end. */
const isIncluded = 'coalesce(p.invested, p.realized, p.fair_value) IS NOT NULL';
/** SQL for the common currency of an investment's amounts, or of all its holdings if none has amounts. Null if there are several. */
const singleCurrency = `CASE WHEN ${currenciesOf(isIncluded)} = 1 THEN min(p.currency_id::text) FILTER (WHERE ${isIncluded})
    WHEN ${currenciesOf('true')} = 1 THEN min(p.currency_id::text) END::uuid`;
const sumOf = (amount: string) => `CASE WHEN ${currenciesOf(isIncluded)} = 1 THEN sum(p.${amount}) END AS ${amount}`;
const amounts = (row: string) =>
  `jsonb_to_recordset(${row}.by_currency) AS k(currency_id uuid, amount numeric, realized numeric, fair_value numeric, last_date date, excluded jsonb)`;
/** SQL for an amount of the row `b` in each currency, as a JSON array. */
const inEach = (name: 'amount' | 'realized' | 'fair_value') =>
  amountsSql(`SELECT b.tenant_id, k.currency_id, k.${name} AS amount FROM ${amounts('b')} WHERE k.${name} IS NOT NULL`);

/** List of all investments with the combined figures of their holdings at a quarter end. */
export const performanceInvestmentList = defineListQuery<StoredInvestmentRow>({
  base: {
    table: 'vehicle_holding',
    rows: `WITH requested AS MATERIALIZED (SELECT ${endDateSql(':endDate')} AS day), part AS MATERIALIZED (${comparableHoldings})
      SELECT c.tenant_id, c.id, c.code, c.name, c.legal_name, c.search_text, i.type_id, i.sector_id, i.address_country_id, a.day AS end_date,
        o.holding_ids, o.vehicle_ids, t.holdings, t.parts, t.figures, t.currency_id, t.invested, t.realized, t.fair_value, coalesce(y.by_currency, '[]') AS by_currency
      FROM container c JOIN investment i ON i.tenant_id = c.tenant_id AND i.id = c.id CROSS JOIN requested a
      LEFT JOIN (SELECT h.tenant_id, h.investment_id, array_agg(h.id ORDER BY v.code, h.id) AS holding_ids, array_agg(h.vehicle_id) AS vehicle_ids
        FROM ${holdings} h JOIN container v ON v.tenant_id = h.tenant_id AND v.id = h.vehicle_id GROUP BY 1, 2) o
        ON o.tenant_id = c.tenant_id AND o.investment_id = c.id
      LEFT JOIN (SELECT p.tenant_id, p.investment_id, count(*) AS holdings, ${singleCurrency} AS currency_id,
          ${['invested', 'realized', 'fair_value'].map(sumOf).join(', ')},
          CASE WHEN count(*) = 1 THEN jsonb_agg(jsonb_build_object('grossIrr', p.irr, 'grossIrrAnnualized', p.irr_annualized, 'grossMoic', p.moic,
            'notDetermined', p.not_determined)) -> 0 END AS figures,
          jsonb_agg(jsonb_build_object('id', p.id, 'vehicle', jsonb_build_object('id', p.vehicle_id, 'name', p.name), 'currencyId', p.currency_id, 'lastDate', p.last_date,
            'invested', p.invested::text, 'realized', p.realized::text, 'fairValue', p.fair_value::text,
            'grossIrr', p.irr, 'grossIrrAnnualized', p.irr_annualized, 'notDetermined', p.not_determined) ORDER BY lower(p.name), p.id) AS parts
        FROM part p GROUP BY 1, 2) t ON t.tenant_id = c.tenant_id AND t.investment_id = c.id
      LEFT JOIN (SELECT z.tenant_id, z.investment_id, jsonb_agg(to_jsonb(z)) AS by_currency FROM (${inCurrencies}) z GROUP BY 1, 2) y
        ON y.tenant_id = c.tenant_id AND y.investment_id = c.id
      WHERE c.kind = 'investment'`,
  },
  columns: {
    investmentId: { value: 'b.id' },
    fundInvestmentId: { value: 'b.holding_ids[1]' },
    code: column('code', 'b.code'),
    investmentName: nameWithinCurrency('b.name', 'b.currency_id'),
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
        excluded: excludedPartSql({
          id: 'b.id',
          name: 'coalesce(b.code, b.name)',
          reason: `k.excluded -> 0 ->> 'reason'`,
          lastDate: 'k.last_date',
        }),
        partly: 'CASE WHEN k.amount IS NOT NULL THEN k.excluded END',
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
          'holdingId', l.holding_id, 'type', l.type, 'date', l.effective_date, 'amount', l.amount::text)), '[]')
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
