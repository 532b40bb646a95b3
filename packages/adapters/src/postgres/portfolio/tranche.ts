import type { Tranche } from '@carrara/contract/portfolio/tranche';
import { holdingParts } from './container/containerInvestments.ts';
import { currencyOfHolder } from './container/sources.ts';
import { currencyCode } from '../engine/texts/amounts.ts';
import { personName } from '../engine/texts/personName.ts';
import { column, condition, referenceColumn } from '../engine/lists/definition.ts';
import { defineListQuery } from '../engine/lists/listQuery.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';

const invested = `(SELECT coalesce(sum(o.invested_amount), 0) FROM tranche o WHERE o.tenant_id = t.tenant_id AND o.investment_id = t.investment_id
  AND coalesce(o.fund_investment_id, o.coinvestment_investment_id) = coalesce(t.fund_investment_id, t.coinvestment_investment_id))`;
const disbursed = `(SELECT coalesce(sum(s.gross_carry_distributed), 0.00) FROM distribution_source s
  JOIN distribution d ON d.tenant_id = s.tenant_id AND d.id = s.distribution_id AND d.status = 'DISB'
  WHERE s.tenant_id = t.tenant_id AND s.container_id = t.id)`;
const canDelete = `NOT EXISTS (SELECT FROM distribution_source s WHERE s.tenant_id = t.tenant_id AND s.container_id = t.id)
  AND NOT EXISTS (SELECT FROM allocation_profile p WHERE p.tenant_id = t.tenant_id AND p.container_id = t.id)`;
const holder = (table: 'fund_investment' | 'coinvestment_investment', name: 'fund' | 'coinvestment') =>
  `(SELECT jsonb_build_object('id', x.id, '${name}', jsonb_build_object('id', c.id, 'code', c.code, 'name', c.name))
    FROM ${table} x JOIN container c ON c.tenant_id = x.tenant_id AND c.id = x.${name}_id WHERE x.tenant_id = t.tenant_id AND x.id = t.${table}_id)`;
const holderName = `(SELECT c.name FROM container c WHERE c.tenant_id = t.tenant_id AND c.id = coalesce(
  (SELECT x.fund_id FROM fund_investment x WHERE x.tenant_id = t.tenant_id AND x.id = t.fund_investment_id),
  (SELECT x.coinvestment_id FROM coinvestment_investment x WHERE x.tenant_id = t.tenant_id AND x.id = t.coinvestment_investment_id)))`;
const personAt = (at: string) => ({
  value: personName(`t.${at}`),
  joins: ['t'],
});

/** Returns SQL for the currency of a tranche's fund or coinvestment. */
const currencyOfTranche = (
  alias: string,
) => `(SELECT p.currency_id FROM (SELECT ${currencyOfHolder('y.holder_id')} AS currency_id FROM ${holdingParts} y
  WHERE y.tenant_id = ${alias}.tenant_id AND y.id = coalesce(${alias}.fund_investment_id, ${alias}.coinvestment_investment_id)) p)`;

/** List of the tranches of an investment, a fund or a coinvestment. */
export const trancheList = defineListQuery<Tranche>({
  base: {
    table: 'container',
    where: `b.kind = 'tranche'`,
    joins: { t: 'JOIN tranche t ON t.tenant_id = b.tenant_id AND t.id = b.id' },
  },
  columns: {
    rowVersion: column('count', 't.row_version', ['t']),
    createdDate: column('instant', 't.created_at', ['t']),
    createdBy: personAt('created_by'),
    updatedDate: column('instant', 't.updated_at', ['t']),
    updatedBy: personAt('updated_by'),
    name: column('text', 'b.name'),
    trancheNumber: column('count', 't.tranche_number', ['t']),
    investmentDate: column('date', 't.investment_date', ['t']),
    investedAmount: {
      ...column('money', 't.invested_amount', ['t']),
      total: { sum: 'x.invested_amount', from: 'tranche x', key: 'x.id', currency: currencyOfTranche('x') },
    },
    status: referenceColumn('t.status_id', 'reference:tranche-status', ['t']),
    assignedAllocationProfile: referenceColumn('t.assigned_allocation_profile_id', 'allocationProfile', ['t']),
    investment: referenceColumn('t.investment_id', 'investment', ['t']),
    type: column('text', 't.type', ['t']),
    fundInvestment: { value: holder('fund_investment', 'fund'), joins: ['t'] },
    coinvestmentInvestment: { value: holder('coinvestment_investment', 'coinvestment'), joins: ['t'] },
    currency: { value: currencyCode(currencyOfTranche('t')), joins: ['t'] },
    fundOrCoinvestmentName: { value: holderName, sort: `lower(${holderName})`, joins: ['t'] },
    totalDistributed: {
      ...column('money', disbursed, ['t']),
      total: {
        sum: 's.gross_carry_distributed',
        from: 'distribution_source s JOIN distribution d ON d.tenant_id = s.tenant_id AND d.id = s.distribution_id',
        where: `d.status = 'DISB'`,
        key: 's.container_id',
        currency: 'd.currency_id',
      },
    },
    fundInvestmentAmount: column('money', `${invested}::numeric(38,2)`, ['t']),
    trancheWeightByFundInvestmentAmount: column(
      'percent',
      `round(t.invested_amount * 100 / nullif(${invested}, 0), 10)`,
      ['t'],
    ),
    canDelete: { value: `(${canDelete})`, joins: ['t'] },
  },
  search: { text: 'b.search_text' },
  filters: {
    id: condition('b.id = ?::uuid'),
    investmentId: condition('t.investment_id = ?::uuid', ['t']),
    fundOrCoinvestmentId: condition(
      `?::uuid IN (t.fund_investment_id, t.coinvestment_investment_id,
        (SELECT x.fund_id FROM fund_investment x WHERE x.tenant_id = t.tenant_id AND x.id = t.fund_investment_id),
        (SELECT x.coinvestment_id FROM coinvestment_investment x WHERE x.tenant_id = t.tenant_id AND x.id = t.coinvestment_investment_id))`,
      ['t'],
    ),
    fundId: condition('t.fund_investment_id IN (SELECT x.id FROM fund_investment x WHERE x.fund_id = ?::uuid)', ['t']),
    coinvestmentId: condition(
      't.coinvestment_investment_id IN (SELECT x.id FROM coinvestment_investment x WHERE x.coinvestment_id = ?::uuid)',
      ['t'],
    ),
  },
  defaultSort: { field: 'trancheNumber', ascending: true },
});

/** Returns the numbers of the tranches in one holding. */
export async function trancheNumbers(tx: Transaction, associationId: string): Promise<number[]> {
  const rows = await tx.query<{ number: number }>(
    `SELECT tranche_number AS number FROM tranche WHERE tenant_id = $1 AND (fund_investment_id = $2 OR coinvestment_investment_id = $2)`,
    [tx.tenantId, associationId],
  );
  return rows.map(({ number }) => number);
}

/** Returns whether a fund or a coinvestment has this holding. Undefined if it isn't a holding in that investment. */
export async function holderOfPart(
  tx: Transaction,
  investmentId: string,
  associationId: string,
): Promise<'fundInvestment' | 'coinvestmentInvestment' | undefined> {
  const [found] = await tx.prepared<{ kind: 'fundInvestment' | 'coinvestmentInvestment' }>(
    `SELECT 'fundInvestment' AS kind FROM fund_investment WHERE tenant_id = $1 AND investment_id = $2 AND id = $3
     UNION ALL SELECT 'coinvestmentInvestment' FROM coinvestment_investment WHERE tenant_id = $1 AND investment_id = $2 AND id = $3`,
    [tx.tenantId, investmentId, associationId],
  );
  return found?.kind;
}
