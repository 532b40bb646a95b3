import type { Total } from '@carrara/contract/core/paging';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { statusOnDay } from '../../people/participant/statusOnDay.ts';
import { isDetermined, neverAccruedReason } from '../ledger/accountEntries.ts';
import { coverageSql, excludedPartSql } from '../../engine/lists/definition.ts';
import { holdingParts, investedIn } from '../../portfolio/container/containerInvestments.ts';
import { type ChartSlice, readSlices, type SumBy } from '../../engine/charts/sumBy.ts';
import { sectorName } from '../../portfolio/container/sources.ts';

const paid = {
  from: `distribution_source s
    JOIN distribution d ON d.tenant_id = s.tenant_id AND d.id = s.distribution_id AND d.status = 'DISB'
    JOIN source_facts f ON f.tenant_id = s.tenant_id AND f.id = s.container_id
    LEFT JOIN investment i ON i.tenant_id = s.tenant_id AND i.id = f.investment_id
    LEFT JOIN reference_entry r ON r.tenant_id = i.tenant_id AND r.id = i.type_id`,
  amount: 's.gross_carry_distributed',
  currencyOf: 'd',
} as const;
const bySector: SumBy = {
  ...paid,
  where: 's.tenant_id = $1 AND f.fund_id = $2',
  id: 'i.sector_id',
  name: sectorName('f.fund_id'),
};
const byYear: SumBy = {
  ...paid,
  where: 's.tenant_id = $1 AND f.coinvestment_id = $2',
  id: null,
  name: 'extract(year FROM d.distribution_date)::int::text',
  inOrder: true,
};
const byType: SumBy = {
  ...paid,
  where: 's.tenant_id = $1 AND f.investment_id IS NOT NULL',
  id: 'r.id',
  name: `coalesce(r.description, 'No type')`,
};

/** Returns the gross carry that disbursed distributions paid from a fund, by sector of the investment behind it. */
export const fundCarryBySector = (tx: Transaction, fundId: string): Promise<ChartSlice[]> =>
  readSlices(tx, bySector, [fundId]);

/** Returns the same for a coinvestment, by year. */
export const coinvestmentCarryByYear = (tx: Transaction, coinvestmentId: string): Promise<ChartSlice[]> =>
  readSlices(tx, byYear, [coinvestmentId]);

/** Returns the same for all investments, by investment type. */
export const carryByInvestmentType = (tx: Transaction): Promise<ChartSlice[]> => readSlices(tx, byType);

/** Returns the amounts that a fund invested, by sector. */
export function fundInvestedBySector(tx: Transaction, fundId: string): Promise<ChartSlice[]> {
  return tx.query<ChartSlice>(
    `SELECT i.sector_id AS id, ${sectorName('h.fund_id')} AS name, (SELECT r.code FROM reference_entry r WHERE r.tenant_id = $1
         AND r.id = (SELECT o.currency_id FROM fund o WHERE o.tenant_id = $1 AND o.id = $2)) AS currency, coalesce(sum(${investedIn('h')}), 0.00) AS amount
     FROM ${holdingParts} h JOIN investment i ON i.tenant_id = h.tenant_id AND i.id = h.investment_id
     WHERE h.tenant_id = $1 AND h.fund_id = $2 GROUP BY 1, 2 ORDER BY 4 DESC, 2`,
    [tx.tenantId, fundId],
  );
}

/** Returns the number of investments per status. Those without a status come last. */
export function investmentStatusCounts(
  tx: Transaction,
): Promise<{ id: string | null; name: string; investmentCount: number }[]> {
  return tx.query(
    `SELECT r.id, coalesce(r.description, 'No status') AS name, count(*)::int AS "investmentCount"
     FROM investment i LEFT JOIN reference_entry r ON r.tenant_id = i.tenant_id AND r.id = i.status_id
     WHERE i.tenant_id = $1 GROUP BY r.id, r.description, r.display_order ORDER BY r.display_order NULLS LAST, 2`,
    [tx.tenantId],
  );
}

export interface InvestorBalance {
  readonly participantId: string;
  readonly name: string;
  readonly type: 'Employee' | 'Trust' | 'Entity';
  readonly status: string;
  readonly currency: string | null;
  /** Null if no part of it is determined. */
  readonly balance: string | null;
  readonly coverage: NonNullable<Total['coverage']>;
  readonly escrowBalance: string;
}

/**
 * Returns the participants' balances at a fund, coinvestment, investment or tranche and everything below it, from
 * entries dated on or before a date, per currency. A balance covers the accounts that have begun. If there is only
 * escrow, it is null.
 */
export function investorBalances(tx: Transaction, containerId: string, asOf: string): Promise<InvestorBalance[]> {
  const entries = (table: string, carry: string, escrow: string, determined: string) =>
    `SELECT e.participant_id, e.currency_id, ${excludedPartSql({ id: 'f.id', name: 'f.name', reason: `'${neverAccruedReason}'` })} AS account, ${carry} AS carry, ${escrow} AS escrow, ${determined} AS is_determined FROM ${table} e
     JOIN source_facts f ON f.tenant_id = e.tenant_id AND f.id = e.container_id AND $2::uuid IN (f.id, f.fund_id, f.coinvestment_id, f.investment_id)
     WHERE e.tenant_id = $1 AND e.entry_date <= $3::date`;
  return tx.query<InvestorBalance>(
    `SELECT p.id AS "participantId", p.name, initcap(p.kind) AS type, initcap(${statusOnDay('p')}) AS status, r.code AS currency,
       sum(l.carry) FILTER (WHERE l.is_determined) AS balance, ${coverageSql({ included: 'l.is_determined', undetermined: 'NOT l.is_determined', excluded: 'l.account', part: 'l.account' })} AS coverage, coalesce(sum(l.escrow), 0.00) AS "escrowBalance"
     FROM (${entries('account_entry', 'e.amount', '0.00', isDetermined('e', '$3::date'))}
       UNION ALL ${entries('escrow_entry', '0.00', 'e.amount', isDetermined('e', '$3::date'))}) l
     JOIN participant p ON p.tenant_id = $1 AND p.id = l.participant_id
     LEFT JOIN reference_entry r ON r.tenant_id = $1 AND r.id = l.currency_id
     GROUP BY p.id, p.name, p.kind, p.status, p.termination_date, p.tenant_id, r.code
     HAVING count(l.is_determined) > 0 OR sum(l.escrow) <> 0 ORDER BY lower(p.name), p.id, r.code`,
    [tx.tenantId, containerId, asOf],
  );
}
