import type { vintageEndpoints } from '@carrara/contract/portfolio/vintage';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { column, condition, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { currencyOfHolder, disbursedFrom } from './sources.ts';

/** SQL for the holdings of funds and coinvestments in investments. */
export const holdingParts = `(
  SELECT x.tenant_id, x.id, x.investment_id, x.vintage_id, x.invested_amount, x.fund_id, NULL::uuid AS coinvestment_id, x.fund_id AS holder_id
  FROM fund_investment x
  UNION ALL
  SELECT x.tenant_id, x.id, x.investment_id, x.vintage_id, x.invested_amount, NULL, x.coinvestment_id, x.coinvestment_id
  FROM coinvestment_investment x
)`;
const containsTranche = (alias: string) => `${alias}.id IN (t.fund_investment_id, t.coinvestment_investment_id)`;
const tranches = (alias: string, through = containsTranche(alias)) =>
  `FROM tranche t WHERE t.tenant_id = ${alias}.tenant_id AND ${through}`;
/**
 * Returns SQL for the amount invested in a holding: the entered amount, otherwise the sum of its tranches. Null if
 * there is neither.
 */
export const investedIn = (alias: string, through?: string): string =>
  `coalesce(${alias}.invested_amount, (SELECT sum(t.invested_amount) ${tranches(alias, through)}))`;
/** Returns SQL for the carry that a holding and its tranches paid. */
const paidBy = (alias: string): string =>
  disbursedFrom(alias, `SELECT ${alias}.id UNION ALL SELECT t.id ${tranches(alias)}`);
const total = (figure: (alias: string) => string) => ({
  sum: figure('y'),
  from: `${holdingParts} y`,
  key: 'y.id',
  currency: currencyOfHolder('y.holder_id'),
});

/** List of the investments of a fund, a coinvestment or a vintage, one row per holding. */
export const containerInvestmentList = defineListQuery<RowOf<typeof vintageEndpoints.listVintageInvestments>>({
  base: {
    table: holdingParts,
    joins: {
      c: 'JOIN container c ON c.tenant_id = b.tenant_id AND c.id = b.investment_id',
      i: 'JOIN investment i ON i.tenant_id = b.tenant_id AND i.id = b.investment_id',
      h: 'JOIN container h ON h.tenant_id = b.tenant_id AND h.id = b.holder_id',
    },
  },
  columns: {
    investmentId: { value: 'b.investment_id' },
    code: column('code', 'c.code', ['c']),
    name: column('text', 'c.name', ['c']),
    holderName: column('text', 'h.name', ['h']),
    vintage: referenceColumn('b.vintage_id', 'vintage'),
    status: referenceColumn('i.status_id', 'reference:investment-status', ['i']),
    sector: referenceColumn('i.sector_id', 'reference:sector', ['i']),
    initialInvestmentDate: column('date', 'i.initial_investment_date', ['i']),
    numberOfTranches: column('count', `(SELECT count(*)::int ${tranches('b')})`),
    investedAmount: { ...column('money', investedIn('b')), total: total((alias) => investedIn(alias)) },
    totalCarryDistributed: { ...column('money', paidBy('b')), total: total(paidBy) },
  },
  search: { text: 'c.search_text', joins: ['c'] },
  filters: {
    fundId: condition('b.fund_id = ?::uuid'),
    coinvestmentId: condition('b.coinvestment_id = ?::uuid'),
    vintageId: condition('b.vintage_id = ?::uuid'),
  },
  defaultSort: { field: 'name', ascending: true },
});
