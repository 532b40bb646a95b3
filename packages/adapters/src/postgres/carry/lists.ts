import { emptyId } from '@carrara/contract/kinds';
import { currencyOfHolder } from '../carryViews/sources.ts';
import { column, condition, defineListQuery, referenceColumn } from '../lists/index.ts';

/** The currencies that funds and coinvestments hold in; a row for each. */
const currencies = `(SELECT f.currency_id FROM fund f UNION SELECT v.currency_id FROM coinvestment v WHERE v.currency_id IS NOT NULL)`;
const holders = `(SELECT h.fund_id AS id FROM fund_investment h WHERE h.tenant_id = s.tenant_id AND h.investment_id = s.investment_id
  UNION ALL SELECT h.coinvestment_id FROM coinvestment_investment h WHERE h.tenant_id = s.tenant_id AND h.investment_id = s.investment_id)`;
/** The currency of what is held of an investment `s`; a firm with one currency asks nothing of the single investments. */
const currencyOfInvestment = `CASE WHEN (SELECT count(*) FROM ${currencies} c) < 2 THEN (SELECT c.currency_id FROM ${currencies} c LIMIT 1)
  ELSE (SELECT CASE WHEN count(DISTINCT x.currency_id) = 1 THEN (array_agg(x.currency_id))[1] END
    FROM (SELECT ${currencyOfHolder('p.id').replace('h.tenant_id = p.tenant_id', 'h.tenant_id = s.tenant_id')} AS currency_id FROM ${holders} p) x) END`;

/** The sums that the database keeps beside each investment. */
const kept = (sum: string) => ({
  sum,
  from: 'investment_total s',
  key: 's.investment_id',
  beside: 's',
  currency: currencyOfInvestment,
});

/** A reference entry by its id, or by its code, whatever the case. */
const entryOf = (at: string, type: string) =>
  `${at} IN (SELECT r.id FROM reference_entry r WHERE r.type = '${type}' AND (r.id::text = ? OR lower(r.code) = lower(?)))`;

/** The investments, with what they are held by, cost and paid. */
export const investmentList = defineListQuery({
  base: {
    table: 'container',
    where: `b.kind = 'investment'`,
    joins: {
      i: 'JOIN investment i ON i.tenant_id = b.tenant_id AND i.id = b.id',
      s: 'JOIN investment_total s ON s.tenant_id = b.tenant_id AND s.investment_id = b.id',
    },
  },
  columns: {
    rowVersion: column('count', 'i.row_version', ['i']),
    code: column('code', 'b.code'),
    investmentName: column('text', 'b.name'),
    legalName: column('text', 'b.legal_name'),
    type: referenceColumn('i.type_id', 'reference:investment-type', ['i']),
    status: referenceColumn('i.status_id', 'reference:investment-status', ['i']),
    sector: referenceColumn('i.sector_id', 'reference:sector', ['i']),
    heldBy: {
      value: `(SELECT coalesce(string_agg(c.code, ', ' ORDER BY c.code), '') FROM (
        SELECT x.fund_id AS id FROM fund_investment x WHERE x.tenant_id = b.tenant_id AND x.investment_id = b.id
        UNION SELECT x.coinvestment_id FROM coinvestment_investment x WHERE x.tenant_id = b.tenant_id AND x.investment_id = b.id
      ) h JOIN container c ON c.tenant_id = b.tenant_id AND c.id = h.id)`,
    },
    initialInvestmentDate: column('date', 'i.initial_investment_date', ['i']),
    totalFundInvestmentAmount: { ...column('money', 's.invested', ['s']), total: kept('s.invested') },
    totalCarryDistributed: { ...column('money', 's.carry_distributed', ['s']), total: kept('s.carry_distributed') },
  },
  search: { text: 'b.search_text', index: 'matching_containers' },
  filters: {
    status: condition(entryOf('i.status_id', 'investment-status'), ['i']),
    type: condition(entryOf('i.type_id', 'investment-type'), ['i']),
    // No fund at all: what coinvestments hold.
    fundId: condition(
      `(EXISTS (SELECT FROM fund_investment x WHERE x.tenant_id = b.tenant_id AND x.investment_id = b.id AND x.fund_id = ?::uuid)
        OR (?::uuid = '${emptyId}' AND EXISTS (SELECT FROM coinvestment_investment x WHERE x.tenant_id = b.tenant_id AND x.investment_id = b.id)))`,
    ),
    coinvestmentId: condition(
      'b.id IN (SELECT x.investment_id FROM coinvestment_investment x WHERE x.tenant_id = b.tenant_id AND x.coinvestment_id = ?::uuid)',
    ),
  },
  defaultSort: { field: 'investmentName', ascending: true },
});
