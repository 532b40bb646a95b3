import type { HoldingRow } from '@carrara/contract/performance/reporting/reporting';
import { column, condition, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { figureColumns, figureRows, figureTotals } from '../periodFigures/figureRows.ts';

/**
 * SQL for the holdings of vehicles, each with the fund it is grouped under: the fund itself, or the fund that a
 * coinvestment belongs to. The holdings of a fund and its coinvestments in one investment share a `pool_id`.
 */
export const holdingParts = `
  SELECT h.*, md5(h.investment_id::text || h.fund_id::text)::uuid AS pool_id FROM (
    SELECT x.tenant_id, x.id, x.investment_id, x.fund_id AS vehicle_id, x.fund_id FROM fund_investment x
    UNION ALL SELECT x.tenant_id, x.id, x.investment_id, x.coinvestment_id, c.fund_id FROM coinvestment_investment x
      JOIN coinvestment c ON c.tenant_id = x.tenant_id AND c.id = x.coinvestment_id) h`;
const currencyOf = (vehicle: string) =>
  `(SELECT coalesce(f.currency_id, c.currency_id) FROM container v LEFT JOIN fund f ON f.tenant_id = v.tenant_id AND f.id = v.id
    LEFT JOIN coinvestment c ON c.tenant_id = v.tenant_id AND c.id = v.id WHERE v.tenant_id = h.tenant_id AND v.id = ${vehicle})`;

/** List of holdings by holder: every vehicle, funds combined with their coinvestments, or funds alone (`:view`). */
export const holdingList = defineListQuery<HoldingRow>({
  base: {
    table: 'holding_figures',
    rows: figureRows(
      'HOLDING',
      `SELECT h.tenant_id, h.id, h.investment_id AS of_id, h.vehicle_id, ${currencyOf('h.vehicle_id')} AS currency_id, ARRAY[h.id] AS part_ids FROM (${holdingParts}) h
         WHERE :view::text = 'all' OR (:view::text = 'fundonly' AND h.vehicle_id = h.fund_id)
       UNION ALL SELECT h.tenant_id, h.pool_id, h.investment_id, h.fund_id, ${currencyOf('h.fund_id')}, h.part_ids FROM (
         SELECT p.tenant_id, p.pool_id, p.investment_id, p.fund_id, array_agg(p.id) AS part_ids FROM (${holdingParts}) p
         WHERE p.fund_id IS NOT NULL GROUP BY 1, 2, 3, 4) h
         WHERE :view::text = 'includingCoinvest'`,
      ['vehicle_id'],
      'r.part_ids',
    ),
    joins: {
      n: 'JOIN container n ON n.tenant_id = b.tenant_id AND n.id = b.of_id',
      i: 'JOIN investment i ON i.tenant_id = b.tenant_id AND i.id = b.of_id',
    },
  },
  columns: {
    ...figureColumns,
    ...figureTotals('holding_figures', ['invested', 'proceeds', 'income', 'cost', 'fairValue', 'unrealized']),
    investmentId: { value: 'b.of_id' },
    investmentName: column('text', 'n.name', ['n']),
    code: column('code', 'n.code', ['n']),
    vehicle: referenceColumn('b.vehicle_id', 'vehicle'),
    sector: referenceColumn('i.sector_id', 'reference:sector', ['i']),
    currency: referenceColumn('b.currency_id', 'reference:currency'),
    periodEndDate: column('date', 'b.period_end'),
  },
  search: { text: 'n.search_text', joins: ['n'] },
  filters: { investmentId: condition('b.of_id = ?::uuid') },
  defaultSort: { field: 'investmentName', ascending: true },
});

/** The same rows, counted as investments. */
export const holdingInvestmentList = defineListQuery<HoldingRow>({ ...holdingList.definition, record: 'b.of_id' });
