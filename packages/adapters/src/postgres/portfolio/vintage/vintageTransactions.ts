import type { vintageEndpoints } from '@carrara/contract/portfolio/vintage';
import { lifecycles } from '@carrara/contract/lifecycles';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { holdingParts } from '../container/containerInvestments.ts';
import { containersOfParts, determinedSql } from '../container/sources.ts';
import { column, condition } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { statusText } from '../../statusText.ts';

/**
 * SQL for movements of money: amounts paid by distributions, amounts accrued by realizations, and ledger entries that
 * come from neither.
 */
const movements = `(
  SELECT s.tenant_id, s.id, s.container_id, d.distribution_date AS date, 'Distribution' AS type, d.name,
    ${statusText('distribution', 'd.status')} AS status, ${determinedSql('gross_carry_distributed', 's')} AS amount
  FROM distribution_source s JOIN distribution d ON d.tenant_id = s.tenant_id AND d.id = s.distribution_id
  UNION ALL
  SELECT s.tenant_id, s.id, s.container_id, s.realization_date, 'Realization', r.name, ${statusText('realization', 'r.status')}, s.total_carry
  FROM realization_source s JOIN realization r ON r.tenant_id = s.tenant_id AND r.id = s.realization_id
  UNION ALL
  SELECT e.tenant_id, e.id, e.container_id, e.entry_date, initcap(e.kind), coalesce(e.description, initcap(e.kind)), 'Posted', e.amount
  FROM account_entry e WHERE e.kind IN ('CLAWBACK', 'TRANSFER', 'ADJUSTMENT')
)`;
const ofVintage = 'SELECT h.tenant_id, h.id FROM HOLDINGS h WHERE h.vintage_id = ?::uuid'.replace(
  'HOLDINGS',
  holdingParts,
);

export const vintageTransactionList = defineListQuery<RowOf<typeof vintageEndpoints.listVintageTransactions>>({
  base: { table: movements, joins: { c: 'JOIN container c ON c.tenant_id = b.tenant_id AND c.id = b.container_id' } },
  columns: {
    date: column('date', 'b.date'),
    type: column('text', 'b.type'),
    name: column('text', 'b.name'),
    sourceName: column('text', 'c.name', ['c']),
    status: column('text', 'b.status'),
    amount: {
      ...column('money', 'b.amount'),
      // Accrued and unpaid amounts are listed, but the total excludes them.
      total: {
        sum: `CASE WHEN y.status = '${lifecycles.distribution.states.DISB}' THEN y.amount END`,
        from: `${movements} y`,
        key: 'y.id',
      },
    },
  },
  search: { text: `lower(b.name || E'\\n' || c.name || E'\\n' || b.type)`, joins: ['c'] },
  filters: {
    vintageId: condition(`(b.container_id = ?::uuid OR b.container_id IN (${containersOfParts(ofVintage)}))`),
  },
  defaultSort: { field: 'date', ascending: false },
});
