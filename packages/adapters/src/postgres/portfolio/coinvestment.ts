import type { CoinvestmentRow } from '@carrara/contract/portfolio/coinvestment';
import { column, condition, nameWithinCurrency, referenceColumn } from '../engine/lists/definition.ts';
import { defineListQuery } from '../engine/lists/listQuery.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';

/** SQL for the gross carry of disbursed distributions by coinvestment. Reversals are negative, so they net out. */
const carryOfCoinvestments = `(
  SELECT s.tenant_id, coalesce(v.id, ci.coinvestment_id, ti.coinvestment_id) AS coinvestment_id, s.gross_carry_distributed AS amount, d.currency_id
  FROM distribution_source s
  JOIN distribution d ON d.tenant_id = s.tenant_id AND d.id = s.distribution_id AND d.status = 'DISB'
  LEFT JOIN coinvestment v ON v.tenant_id = s.tenant_id AND v.id = s.container_id
  LEFT JOIN coinvestment_investment ci ON ci.tenant_id = s.tenant_id AND ci.id = s.container_id
  LEFT JOIN tranche t ON t.tenant_id = s.tenant_id AND t.id = s.container_id
  LEFT JOIN coinvestment_investment ti ON ti.tenant_id = t.tenant_id AND ti.id = t.coinvestment_investment_id
)`;
const carryDistributed = `(SELECT coalesce(sum(g.amount), 0.00) FROM ${carryOfCoinvestments} g WHERE g.tenant_id = b.tenant_id AND g.coinvestment_id = b.id)`;
const investments =
  '(SELECT count(*)::int FROM coinvestment_investment n WHERE n.tenant_id = b.tenant_id AND n.coinvestment_id = b.id)';

export const coinvestmentList = defineListQuery<CoinvestmentRow>({
  base: {
    table: 'container',
    where: `b.kind = 'coinvestment'`,
    joins: { c: 'JOIN coinvestment c ON c.tenant_id = b.tenant_id AND c.id = b.id' },
  },
  columns: {
    rowVersion: column('count', 'c.row_version', ['c']),
    code: column('code', 'b.code'),
    name: nameWithinCurrency('b.name', 'c.currency_id', ['c']),
    fund: referenceColumn('c.fund_id', 'fund', ['c']),
    status: referenceColumn('c.status_id', 'reference:coinvestment-status', ['c']),
    currency: referenceColumn('c.currency_id', 'reference:currency', ['c']),
    initialCloseDate: column('date', 'c.initial_close_date', ['c']),
    finalCloseDate: column('date', 'c.final_close_date', ['c']),
    numberOfInvestments: column('count', investments),
    totalCarryDistributed: {
      ...column('money', carryDistributed),
      total: {
        sum: 'g.amount',
        from: `${carryOfCoinvestments} g`,
        where: 'g.coinvestment_id IS NOT NULL',
        key: 'g.coinvestment_id',
        currency: 'g.currency_id',
      },
    },
  },
  search: { text: 'b.search_text', index: 'matching_containers' },
  filters: { fundId: condition('c.fund_id = ?::uuid', ['c']) },
  defaultSort: { field: 'name', ascending: true },
});

export interface CoinvestmentFigures {
  readonly totalCarryDistributed: string;
  readonly numberOfInvestments: number;
  readonly canDelete: boolean;
}

/** Returns the derived figures in a coinvestment's profile. */
export async function coinvestmentFigures(tx: Transaction, id: string): Promise<CoinvestmentFigures> {
  const [figures] = await tx.query<CoinvestmentFigures>(
    `SELECT ${carryDistributed}::text AS "totalCarryDistributed", ${investments} AS "numberOfInvestments",
            NOT EXISTS (SELECT FROM coinvestment_investment x WHERE x.tenant_id = b.tenant_id AND x.coinvestment_id = b.id)
              AND NOT EXISTS (SELECT FROM allocation_profile x WHERE x.tenant_id = b.tenant_id AND x.container_id = b.id)
              AND NOT EXISTS (SELECT FROM distribution_source x WHERE x.tenant_id = b.tenant_id AND x.container_id = b.id) AS "canDelete"
     FROM container b WHERE b.tenant_id = $1 AND b.id = $2 AND b.kind = 'coinvestment'`,
    [tx.tenantId, id],
  );
  if (!figures) throw new Error(`coinvestment ${id} is missing after it was read`);
  return figures;
}
