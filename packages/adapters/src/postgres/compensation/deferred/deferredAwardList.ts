import type { deferredAwardEndpoints } from '@carrara/contract/compensation/deferredAward';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { column, condition, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';

const nameOfEmployee = '(SELECT p.name FROM participant p WHERE p.tenant_id = b.tenant_id AND p.id = b.employee_id)';
const entered = (amount: string) =>
  `(SELECT coalesce(sum(${amount}), 0) FROM deferred_entry e WHERE e.tenant_id = b.tenant_id AND e.deferred_award_id = b.id)`;
const sumOf = (kind: string) => column('money', entered(`CASE WHEN e.kind = '${kind}' THEN e.amount ELSE 0 END`));

/** List of deferred awards with their current figures. */
export const deferredAwardList = defineListQuery<RowOf<(typeof deferredAwardEndpoints)['listDeferredAwards']>>({
  base: { table: 'deferred_award' },
  columns: {
    rowVersion: column('count', 'b.row_version'),
    employeeId: { value: 'b.employee_id' },
    name: column('text', nameOfEmployee),
    grantDate: column('date', 'b.grant_date'),
    currency: referenceColumn('b.currency_id', 'reference:currency'),
    granted: sumOf('GRANT'),
    vested: sumOf('VEST'),
    paid: sumOf('PAY'),
    forfeited: sumOf('FORFEIT'),
    outstanding: column(
      'money',
      entered(
        `CASE e.kind WHEN 'GRANT' THEN e.amount WHEN 'PAY' THEN -e.amount WHEN 'FORFEIT' THEN -e.amount ELSE 0 END`,
      ),
    ),
  },
  filters: { employeeId: condition('b.employee_id = ?::uuid') },
  search: { text: `lower(${nameOfEmployee})` },
  defaultSort: { field: 'grantDate', ascending: false },
});
