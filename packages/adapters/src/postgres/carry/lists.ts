import { emptyId } from '@carrara/contract/kinds';
import { heldParts, investedIn } from '../carryViews/heldInvestments.ts';
import { column, condition, defineListQuery, referenceColumn } from '../lists/index.ts';

const disbursed = (containers: string) =>
  `(SELECT coalesce(sum(s.gross_carry_distributed), 0.00)::text FROM distribution_source s
    JOIN distribution d ON d.tenant_id = s.tenant_id AND d.id = s.distribution_id AND d.status = 'DISB'
    WHERE s.tenant_id = b.tenant_id AND s.container_id IN (${containers}))`;

const disbursedTotal = {
  sum: 's.gross_carry_distributed',
  from: 'distribution_source s JOIN distribution d ON d.tenant_id = s.tenant_id AND d.id = s.distribution_id',
  where: `d.status = 'DISB'`,
};

/** Everything of an investment that can be the source of a distribution: its parts in funds and coinvestments, and its tranches. */
const partsOfInvestment = `
  SELECT x.id FROM fund_investment x WHERE x.tenant_id = b.tenant_id AND x.investment_id = b.id
  UNION ALL SELECT x.id FROM coinvestment_investment x WHERE x.tenant_id = b.tenant_id AND x.investment_id = b.id
  UNION ALL SELECT x.id FROM tranche x WHERE x.tenant_id = b.tenant_id AND x.investment_id = b.id`;

const invested = `(SELECT coalesce(sum(${investedIn('y')}), 0.00) FROM ${heldParts} y WHERE y.tenant_id = b.tenant_id AND y.investment_id = b.id)`;

/** A reference entry by its id, or by its code, whatever the case. */
const entryOf = (at: string, type: string) =>
  `${at} IN (SELECT r.id FROM reference_entry r WHERE r.type = '${type}' AND (r.id::text = ? OR lower(r.code) = lower(?)))`;

/** The investments, with what they are held by, cost and paid. */
export const investmentList = defineListQuery({
  base: {
    table: 'container',
    where: `b.kind = 'investment'`,
    joins: { i: 'JOIN investment i ON i.tenant_id = b.tenant_id AND i.id = b.id' },
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
    totalFundInvestmentAmount: {
      ...column('money', invested),
      total: { sum: investedIn('y'), from: `${heldParts} y`, key: 'y.investment_id' },
    },
    totalCarryDistributed: {
      value: disbursed(partsOfInvestment),
      sort: `${disbursed(partsOfInvestment)}::numeric`,
      total: {
        ...disbursedTotal,
        from: `${disbursedTotal.from} JOIN (
          SELECT x.tenant_id, x.id, x.investment_id FROM fund_investment x
          UNION ALL SELECT x.tenant_id, x.id, x.investment_id FROM coinvestment_investment x
          UNION ALL SELECT x.tenant_id, x.id, x.investment_id FROM tranche x
        ) x ON x.tenant_id = s.tenant_id AND x.id = s.container_id`,
        key: 'x.investment_id',
      },
    },
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
