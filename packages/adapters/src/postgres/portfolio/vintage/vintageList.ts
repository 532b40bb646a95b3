import { headColumns } from '../../engine/lists/headColumns.ts';
import { codeText } from '../../engine/texts/text.ts';
import { type VintageRow, vintageTypes } from '@carrara/contract/portfolio/vintage';
import { holdingParts } from '../container/containerInvestments.ts';
import { containersOfParts, currencyOfHolder, disbursedFrom } from '../container/sources.ts';
import { currencyCode } from '../../engine/texts/amounts.ts';
import { column, condition, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** Returns SQL for the holdings in a vintage. */
const parts = (alias: string) =>
  `SELECT h.tenant_id, h.id FROM ${holdingParts} h WHERE h.tenant_id = ${alias}.tenant_id AND h.vintage_id = ${alias}.id`;
const investments = (alias: string) =>
  `(SELECT count(DISTINCT h.investment_id)::int FROM ${holdingParts} h WHERE h.tenant_id = ${alias}.tenant_id AND h.vintage_id = ${alias}.id)`;
const invested = (alias: string) =>
  `(SELECT coalesce(sum(coalesce(h.invested_amount, (SELECT sum(t.invested_amount) FROM tranche t
      WHERE t.tenant_id = h.tenant_id AND h.id IN (t.fund_investment_id, t.coinvestment_investment_id)))), 0.00)
    FROM ${holdingParts} h WHERE h.tenant_id = ${alias}.tenant_id AND h.vintage_id = ${alias}.id)`;
const carry = (alias: string) => disbursedFrom(alias, containersOfParts(parts(alias)));
const typeText = codeText(
  'b.vintage_type',
  Object.fromEntries(vintageTypes.map(({ code, description }) => [code, description])),
);
const unused = (table: string, column: string) =>
  `NOT EXISTS (SELECT FROM ${table} x WHERE x.tenant_id = b.tenant_id AND x.${column} = b.id)`;
const canDelete = [
  ['fund_investment', 'vintage_id'],
  ['coinvestment_investment', 'vintage_id'],
  ['allocation_profile', 'container_id'],
  ['distribution_source', 'container_id'],
  ['realization_source', 'vintage_id'],
]
  .map(([table = '', column = '']) => unused(table, column))
  .join(' AND ');
const total = (figure: (alias: string) => string) => ({
  sum: figure('y'),
  from: 'vintage y',
  key: 'y.id',
  currency: currencyOfHolder('y.fund_id'),
});

export const vintageList = defineListQuery<VintageRow>({
  base: { table: 'vintage', joins: { c: 'JOIN container c ON c.tenant_id = b.tenant_id AND c.id = b.id' } },
  columns: {
    ...headColumns,
    vintageName: column('text', 'b.vintage_name'),
    name: column('text', 'c.name', ['c']),
    fund: referenceColumn('b.fund_id', 'fund'),
    vintageType: {
      value: `jsonb_build_object('code', b.vintage_type, 'description', ${typeText})`,
      sort: 'b.vintage_type',
    },
    vintageYear: column('year', 'b.vintage_year'),
    startDate: column('date', 'b.start_date'),
    endDate: column('date', 'b.end_date'),
    totalShares: column('shares', 'b.total_shares'),
    numberOfInvestments: column('count', investments('b')),
    currency: { value: currencyCode(currencyOfHolder('b.fund_id')) },
    totalInvestedAmount: { ...column('money', invested('b')), total: total(invested) },
    totalCarryDistributed: { ...column('money', carry('b')), total: total(carry) },
    canDelete: { value: `(${canDelete})` },
  },
  search: {
    text: `lower(b.vintage_name || E'\\n' || (SELECT f.name FROM container f WHERE f.tenant_id = b.tenant_id AND f.id = b.fund_id))`,
  },
  filters: { type: condition('b.vintage_type = ?'), fundId: condition('b.fund_id = ?::uuid') },
  defaultSort: { field: 'vintageName', ascending: true },
});

export interface VintageFigures {
  readonly numberOfInvestments: number;
  readonly totalInvestedAmount: string;
  readonly totalCarryDistributed: string;
  readonly canDelete: boolean;
}

/** Returns the derived figures in a vintage's profile. */
export async function vintageFigures(tx: Transaction, id: string): Promise<VintageFigures> {
  const [figures] = await tx.query<VintageFigures>(
    `SELECT ${investments('b')} AS "numberOfInvestments", ${invested('b')}::text AS "totalInvestedAmount",
            ${carry('b')}::text AS "totalCarryDistributed", (${canDelete}) AS "canDelete"
     FROM vintage b WHERE b.tenant_id = $1 AND b.id = $2`,
    [tx.tenantId, id],
  );
  if (!figures) throw new Error(`vintage ${id} is missing after it was read`);
  return figures;
}
