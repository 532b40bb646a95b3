import type { RowOf } from '@carrara/contract/core/endpoint';
import type { indexSeriesEndpoints } from '@carrara/contract/performance/market/indexSeries';
import { calendarDate, decimal } from '@carrara/domain/kernel';
import type { IndexValue } from '@carrara/domain/kernel/measures';
import { column, condition } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** A level has no id of its own, so one is derived from the index and the date. */
const levels = `(SELECT v.tenant_id, v.index_series_id, v.level_date, v.level,
  md5(v.index_series_id::text || v.level_date::text)::uuid AS id FROM index_level v)`;

export const indexLevelList = defineListQuery<RowOf<(typeof indexSeriesEndpoints)['listIndexLevels']>>({
  base: { table: levels },
  columns: { date: column('date', 'b.level_date'), level: column('rate', 'b.level') },
  search: { text: 'b.level_date::text' },
  filters: { indexSeriesId: condition('b.index_series_id = ?::uuid') },
  defaultSort: { field: 'date', ascending: false },
});

/** Returns the levels of an index up to a date, in order. */
export async function indexLevels(tx: Transaction, id: string, to: string): Promise<readonly IndexValue[]> {
  const rows = await tx.query<{ date: string; level: string }>(
    `SELECT v.level_date AS date, v.level FROM index_level v
     WHERE v.tenant_id = $1 AND v.index_series_id = $2 AND v.level_date <= $3 ORDER BY v.level_date`,
    [tx.tenantId, id, to],
  );
  return rows.map(({ date, level }) => ({ date: calendarDate(date), value: decimal(level) }));
}

export interface StoredLevels {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
}

/** Inserts levels, replaces those that differ, and deletes those given as null. */
export async function storeLevels(
  tx: Transaction,
  id: string,
  entered: readonly { readonly date: string; readonly level: string | null }[],
): Promise<StoredLevels> {
  const put = entered.filter(({ level }) => level !== null);
  const written = await tx.query<{ isNew: boolean }>(
    `INSERT INTO index_level AS v (tenant_id, index_series_id, level_date, level)
     SELECT $1, $2, g.day, g.level FROM unnest($3::date[], $4::numeric[]) AS g(day, level)
     ON CONFLICT (tenant_id, index_series_id, level_date) DO UPDATE SET level = excluded.level WHERE v.level <> excluded.level
     RETURNING xmax = 0 AS "isNew"`,
    [tx.tenantId, id, put.map(({ date }) => date), put.map(({ level }) => level)],
  );
  const removed = await tx.query(
    'DELETE FROM index_level WHERE tenant_id = $1 AND index_series_id = $2 AND level_date = ANY ($3::date[]) RETURNING level_date',
    [tx.tenantId, id, entered.filter(({ level }) => level === null).map(({ date }) => date)],
  );
  const added = written.filter(({ isNew }) => isNew).length;
  const changed = written.length - added;
  return { added, changed, removed: removed.length, unchanged: entered.length - written.length - removed.length };
}
