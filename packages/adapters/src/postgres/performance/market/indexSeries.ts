import type { RowOf } from '@carrara/contract/core/endpoint';
import {
  type IndexSeries,
  indexSeriesEndpoints,
  indexSeriesFields,
} from '@carrara/contract/performance/market/indexSeries';
import { column, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { definePlainRecord } from '../../engine/plainRecord/definePlainRecord.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

export const { store: indexSeriesStore } = definePlainRecord<IndexSeries>()('indexSeries', {
  fields: indexSeriesFields,
  list: {
    ...indexSeriesEndpoints.listIndexSeries,
    list: { ...indexSeriesEndpoints.listIndexSeries.list, columns: [] },
  },
});

/** Returns SQL for the number of an index's levels, and their first and last date. */
const levelsOf = (tenant: string, id: string) =>
  `LEFT JOIN LATERAL (SELECT count(*)::int AS levels, min(v.level_date) AS first_date, max(v.level_date) AS last_date
    FROM index_level v WHERE v.tenant_id = ${tenant} AND v.index_series_id = ${id}) l ON true`;

export const indexSeriesList = defineListQuery<RowOf<(typeof indexSeriesEndpoints)['listIndexSeries']>>({
  base: { table: 'index_series', joins: { l: levelsOf('b.tenant_id', 'b.id') } },
  columns: {
    rowVersion: column('count', 'b.row_version'),
    code: column('code', 'b.code'),
    name: column('text', 'b.name'),
    provider: column('text', 'b.provider'),
    currency: referenceColumn('b.currency_id', 'reference:currency'),
    levels: column('count', 'l.levels', ['l']),
    firstDate: column('date', 'l.first_date', ['l']),
    lastDate: column('date', 'l.last_date', ['l']),
  },
  search: { text: `lower(b.code || E'\\n' || b.name || E'\\n' || coalesce(b.provider, ''))` },
  defaultSort: { field: 'name', ascending: true },
});

export async function levelFacts(
  tx: Transaction,
  id: string,
): Promise<Pick<IndexSeries, 'levels' | 'firstDate' | 'lastDate'>> {
  const [found] = await tx.query<Pick<IndexSeries, 'levels' | 'firstDate' | 'lastDate'>>(
    `SELECT l.levels, l.first_date AS "firstDate", l.last_date AS "lastDate" FROM (SELECT 1) o ${levelsOf('$1', '$2')}`,
    [tx.tenantId, id],
  );
  return found ?? { levels: 0, firstDate: null, lastDate: null };
}
