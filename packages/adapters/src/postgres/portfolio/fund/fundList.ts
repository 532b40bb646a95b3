import type { FundRow } from '@carrara/contract/portfolio/fund';
import { column, nameWithinCurrency, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/**
 * SQL for the gross carry of disbursed distributions by fund: from the fund itself, its holding in an investment, or a
 * tranche of that holding. A reversal is a disbursed distribution of negative amounts, so it nets out.
 */
const carryOfFunds = `(
  SELECT s.tenant_id, coalesce(f.id, fi.fund_id, ti.fund_id) AS fund_id, s.gross_carry_distributed AS amount, d.currency_id
  FROM distribution_source s
  JOIN distribution d ON d.tenant_id = s.tenant_id AND d.id = s.distribution_id AND d.status = 'DISB'
  LEFT JOIN fund f ON f.tenant_id = s.tenant_id AND f.id = s.container_id
  LEFT JOIN fund_investment fi ON fi.tenant_id = s.tenant_id AND fi.id = s.container_id
  LEFT JOIN tranche t ON t.tenant_id = s.tenant_id AND t.id = s.container_id
  LEFT JOIN fund_investment ti ON ti.tenant_id = t.tenant_id AND ti.id = t.fund_investment_id
)`;
const carryDistributed = `(SELECT coalesce(sum(g.amount), 0.00) FROM ${carryOfFunds} g WHERE g.tenant_id = b.tenant_id AND g.fund_id = b.id)`;
const investments =
  '(SELECT count(*)::int FROM fund_investment n WHERE n.tenant_id = b.tenant_id AND n.fund_id = b.id)';
const coinvestments = '(SELECT count(*)::int FROM coinvestment n WHERE n.tenant_id = b.tenant_id AND n.fund_id = b.id)';

export const fundList = defineListQuery<FundRow>({
  base: {
    table: 'container',
    where: `b.kind = 'fund'`,
    joins: { f: 'JOIN fund f ON f.tenant_id = b.tenant_id AND f.id = b.id' },
  },
  columns: {
    rowVersion: column('count', 'f.row_version', ['f']),
    code: column('code', 'b.code'),
    legalName: nameWithinCurrency('b.legal_name', 'f.currency_id', ['f']),
    name: nameWithinCurrency('b.name', 'f.currency_id', ['f']),
    fundFamily: referenceColumn('f.fund_family_id', 'reference:fund-family', ['f']),
    currency: referenceColumn('f.currency_id', 'reference:currency', ['f']),
    status: referenceColumn('f.status_id', 'reference:fund-status', ['f']),
    initialCloseDate: column('date', 'f.initial_close_date', ['f']),
    finalCloseDate: column('date', 'f.final_close_date', ['f']),
    totalCapitalRaised: column('money', 'f.total_capital_raised', ['f']),
    numberOfInvestments: column('count', investments),
    totalCarryDistributed: {
      ...column('money', carryDistributed),
      total: {
        sum: 'g.amount',
        from: `${carryOfFunds} g`,
        where: 'g.fund_id IS NOT NULL',
        key: 'g.fund_id',
        currency: 'g.currency_id',
      },
    },
  },
  search: { text: 'b.search_text', index: 'matching_containers' },
  defaultSort: { field: 'legalName', ascending: true },
});

export interface FundFigures {
  readonly totalCarryDistributed: string;
  readonly numberOfInvestments: number;
  readonly numberOfCoinvestments: number;
  readonly canDelete: boolean;
}

/** Returns the derived figures in a fund's profile. */
export async function fundFigures(tx: Transaction, id: string): Promise<FundFigures> {
  const [figures] = await tx.query<FundFigures>(
    `SELECT ${carryDistributed} AS "totalCarryDistributed", ${investments} AS "numberOfInvestments",
            ${coinvestments} AS "numberOfCoinvestments",
            NOT EXISTS (SELECT FROM fund_investment x WHERE x.tenant_id = b.tenant_id AND x.fund_id = b.id)
              AND NOT EXISTS (SELECT FROM coinvestment x WHERE x.tenant_id = b.tenant_id AND x.fund_id = b.id)
              AND NOT EXISTS (SELECT FROM vintage x WHERE x.tenant_id = b.tenant_id AND x.fund_id = b.id)
              AND NOT EXISTS (SELECT FROM allocation_profile x WHERE x.tenant_id = b.tenant_id AND x.container_id = b.id)
              AND NOT EXISTS (SELECT FROM distribution_source x WHERE x.tenant_id = b.tenant_id AND x.container_id = b.id)
              AS "canDelete"
     FROM container b WHERE b.tenant_id = $1 AND b.id = $2 AND b.kind = 'fund'`,
    [tx.tenantId, id],
  );
  if (!figures) throw new Error(`fund ${id} is missing after it was read`);
  return figures;
}
