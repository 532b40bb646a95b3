import { headColumns } from '../../engine/lists/headColumns.ts';
import type { realizationEndpoints } from '@carrara/contract/carry/run/realization';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { column, condition, equals, nameWithinCurrency, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { determinedSql } from '../../portfolio/container/sources.ts';
import { statusColumn } from '../../statusText.ts';

/** Creates a filter: the realization has at least one source that matches. `f` is the row in `source_facts`. */
const fromSource = (at: string) =>
  condition(`EXISTS (SELECT FROM realization_source s
    JOIN source_facts f ON f.tenant_id = s.tenant_id AND f.id = s.container_id
    WHERE s.tenant_id = b.tenant_id AND s.realization_id = b.id AND ${at} = ?::uuid)`);

export const realizationList = defineListQuery<RowOf<typeof realizationEndpoints.listRealizations>>({
  base: { table: 'realization' },
  columns: {
    ...headColumns,
    name: nameWithinCurrency('b.name', 'b.currency_id'),
    description: column('longText', 'b.description'),
    realizationDate: column('date', 'b.realization_date'),
    status: statusColumn('realization'),
    currency: referenceColumn('b.currency_id', 'reference:currency'),
    totalCarry: {
      ...column('money', 'b.total_carry'),
      // A reversed realization and its negative reversal add up to zero.
      total: {
        sum: `CASE WHEN b.status <> 'DRAFT' THEN b.total_carry END`,
        from: 'realization b',
        key: 'b.id',
        currency: 'b.currency_id',
        sameRowAs: 'b',
      },
    },
    isDetermined: { value: 'b.is_determined' },
    numberOfParticipants: column('count', determinedSql('number_of_participants', 'b')),
    numberOfSources: column(
      'count',
      '(SELECT count(*)::int FROM realization_source s WHERE s.tenant_id = b.tenant_id AND s.realization_id = b.id)',
    ),
  },
  search: { text: `lower(b.name || E'\\n' || coalesce(b.description, ''))` },
  filters: {
    status: equals('b.status'),
    id: condition('b.id = ?::uuid'),
    sourceId: fromSource('s.container_id'),
    fundId: fromSource('coalesce(f.coinvestment_id, f.fund_id)'),
    sectorId: fromSource(
      '(SELECT i.sector_id FROM investment i WHERE i.tenant_id = f.tenant_id AND i.id = f.investment_id)',
    ),
    year: condition(`EXISTS (SELECT FROM realization_source s WHERE s.tenant_id = b.tenant_id AND s.realization_id = b.id
      AND extract(year FROM s.realization_date) = ?::int)`),
  },
  defaultSort: { field: 'name', ascending: true },
});
