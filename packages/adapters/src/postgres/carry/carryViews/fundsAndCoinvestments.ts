import type { CoinvestmentRow } from '@carrara/contract/portfolio/coinvestment';
import type { fundViewEndpoints } from '@carrara/contract/carry/container/fundViews';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { coinvestmentList } from '../../portfolio/coinvestment.ts';
import { column, condition, nameWithinCurrency, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { type ChartSlice, readSlices, type SumBy } from '../../engine/charts/sumBy.ts';

const carryOfHolders = `(
  SELECT s.tenant_id, coalesce(f.fund_id, f.coinvestment_id) AS holder_id, s.gross_carry_distributed AS amount, d.currency_id
  FROM distribution_source s
  JOIN distribution d ON d.tenant_id = s.tenant_id AND d.id = s.distribution_id AND d.status = 'DISB'
  JOIN source_facts f ON f.tenant_id = s.tenant_id AND f.id = s.container_id)`;
const carry = `(SELECT coalesce(sum(g.amount), 0.00) FROM ${carryOfHolders} g WHERE g.tenant_id = b.tenant_id AND g.holder_id = b.id)`;
const investments = `(SELECT count(*)::int FROM (SELECT tenant_id, fund_id AS holder_id FROM fund_investment
  UNION ALL SELECT tenant_id, coinvestment_id FROM coinvestment_investment) n WHERE n.tenant_id = b.tenant_id AND n.holder_id = b.id)`;
/** SQL for the columns that funds and coinvestments have in common. */
const detail = `(
  SELECT tenant_id, id, NULL::uuid AS fund_id, currency_id, status_id, initial_close_date, 'fund-status' AS status_type FROM fund
  UNION ALL SELECT tenant_id, id, fund_id, currency_id, status_id, initial_close_date, 'coinvestment-status' FROM coinvestment)`;

export const fundAndCoinvestmentList = defineListQuery<RowOf<typeof fundViewEndpoints.listFundsAndCoinvestments>>({
  base: {
    table: 'container',
    where: `b.kind IN ('fund', 'coinvestment')`,
    joins: { h: `JOIN ${detail} h ON h.tenant_id = b.tenant_id AND h.id = b.id` },
  },
  columns: {
    type: column('text', 'initcap(b.kind)'),
    code: column('code', 'b.code'),
    name: nameWithinCurrency('b.name', 'h.currency_id', ['h']),
    fund: referenceColumn('h.fund_id', 'fund', ['h']),
    currency: referenceColumn('h.currency_id', 'reference:currency', ['h']),
    status: referenceColumn('h.status_id', 'reference:fund-status', ['h']),
    initialCloseDate: column('date', 'h.initial_close_date', ['h']),
    numberOfInvestments: column('count', investments),
    totalCarryDistributed: {
      ...column('money', carry),
      total: {
        sum: 'g.amount',
        from: `${carryOfHolders} g`,
        where: 'g.holder_id IS NOT NULL',
        key: 'g.holder_id',
        currency: 'g.currency_id',
      },
    },
  },
  search: { text: 'b.search_text', index: 'matching_containers' },
  filters: { view: condition(`(?::text = 'all' OR b.kind = ?::text)`) },
  defaultSort: { field: 'name', ascending: true },
});

/** List of the coinvestments alongside one fund. */
export const coinvestmentOfFundList = defineListQuery<CoinvestmentRow>({
  ...coinvestmentList.definition,
  filters: { fundId: condition('c.fund_id = ?::uuid', ['c']) },
});

/** Returns all funds and coinvestments in short form, funds first. */
export function combinedFunds(
  tx: Transaction,
): Promise<{ id: string; type: 'Fund' | 'Coinvestment'; code: string; name: string }[]> {
  return tx.query(
    `SELECT id, initcap(kind) AS type, code, name FROM container
     WHERE tenant_id = $1 AND kind IN ('fund', 'coinvestment') ORDER BY kind DESC, lower(name), id`,
    [tx.tenantId],
  );
}

/**
 * Returns, for each fund and coinvestment, the number of participants with an allocation in the profiles in force at or
 * below it.
 */
export function participantCounts(tx: Transaction): Promise<{ id: string; name: string; participantCount: number }[]> {
  return tx.query(
    `SELECT c.id, c.name, count(DISTINCT e.participant_id)::int AS "participantCount"
     FROM container c
     LEFT JOIN (SELECT f.tenant_id, coalesce(f.fund_id, f.coinvestment_id) AS holder_id, e.participant_id FROM allocation_entry e
       JOIN allocation_profile p ON p.tenant_id = e.tenant_id AND p.id = e.allocation_profile_id AND p.is_current
       JOIN source_facts f ON f.tenant_id = e.tenant_id AND f.id = p.container_id) e ON e.tenant_id = c.tenant_id AND e.holder_id = c.id
     WHERE c.tenant_id = $1 AND c.kind IN ('fund', 'coinvestment') GROUP BY c.id, c.name ORDER BY 3 DESC, 2, 1`,
    [tx.tenantId],
  );
}

const paidByHolder: SumBy = {
  from: `${carryOfHolders} g JOIN container c ON c.tenant_id = g.tenant_id AND c.id = g.holder_id`,
  where: 'g.tenant_id = $1',
  amount: 'g.amount',
  currencyOf: 'g',
  id: 'c.id',
  name: 'c.name',
};

/** Returns the gross carry that disbursed distributions paid from each fund and coinvestment. Funds and coinvestments that paid none are left out. */
export const carryByFund = (tx: Transaction): Promise<ChartSlice[]> => readSlices(tx, paidByHolder);
