import type { InvestmentRow } from '@carrara/contract/portfolio/investment';
import { emptyId } from '@carrara/contract/core/kinds';
import {
  hasSingleCurrency,
  investmentSums,
  storedAmounts,
  storedAsText,
  storedSum,
  singleCurrency,
} from './investmentCurrencies.ts';
import { column, condition, entry, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';

/** Columns for the sums stored with each investment. */
const storedTotal = (sum: 'invested' | 'carry_distributed') => ({
  ...column('money', storedSum(sum), ['s']),
  // Amounts in different currencies can't be ordered, so their plain sum stands for them.
  sort: `s.${sum}`,
  // Never null, so an index provides the order.
  nullsLast: false,
  total: {
    sum: `s.${sum}`,
    from: `${investmentSums} s`,
    key: 's.investment_id',
    currency: 's.currency_id',
    sameRowAs: 's',
    sameRowIf: { when: hasSingleCurrency, currency: singleCurrency },
  },
});

/** List of investments with their holders, cost and paid carry. */
export const investmentList = defineListQuery<InvestmentRow>({
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
    holderName: {
      // A lookup per row: for a join, the database would read all containers.
      value: `(SELECT coalesce(string_agg(h.code, ', ' ORDER BY h.code), '') FROM (
        SELECT (SELECT c.code FROM container c WHERE c.tenant_id = b.tenant_id AND c.id = u.id) AS code FROM (
          SELECT x.fund_id AS id FROM fund_investment x WHERE x.tenant_id = b.tenant_id AND x.investment_id = b.id
          UNION SELECT x.coinvestment_id FROM coinvestment_investment x WHERE x.tenant_id = b.tenant_id AND x.investment_id = b.id
        ) u) h)`,
    },
    initialInvestmentDate: column('date', 'i.initial_investment_date', ['i']),
    totalFundInvestmentAmount: storedTotal('invested'),
    investedByCurrency: { value: storedAsText('invested'), joins: ['s'] },
    investedAmounts: { value: storedAmounts('invested'), joins: ['s'] },
    totalCarryDistributed: storedTotal('carry_distributed'),
    carryByCurrency: { value: storedAsText('carry_distributed'), joins: ['s'] },
    carryAmounts: { value: storedAmounts('carry_distributed'), joins: ['s'] },
  },
  search: { text: 'b.search_text', index: 'matching_containers' },
  filters: {
    status: entry('i.status_id', 'investment-status', ['i']),
    type: entry('i.type_id', 'investment-type', ['i']),
    // The empty id means "no fund" and finds the investments that coinvestments hold.
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
