import { indexSeriesStore, levelFacts } from '@carrara/adapters/postgres/performance/market/indexSeries';
import { storeLevels, type StoredLevels } from '@carrara/adapters/postgres/performance/market/indexLevels';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { IndexSeries } from '@carrara/contract/performance/market/indexSeries';
import { calendarDate, decimal, err, noSuch, ok } from '@carrara/domain/kernel';
import { decideIndexLevels } from '@carrara/domain/performance/market';
import type { RequestContext } from '../../core/operations.ts';
import type { Outcome } from '../outcome.ts';

type Levels = Parameters<typeof storeLevels>[2];

/** Saves levels of an index. Fails: NOT_FOUND and the failures of `decideIndexLevels`. */
export async function saveIndexLevels(
  { tx, today }: Pick<RequestContext, 'tx' | 'today'>,
  id: string,
  levels: Levels,
): Outcome<StoredLevels> {
  const index = await indexSeriesStore.load(tx, id);
  if (!index) return err([noSuch('index')]);

  const failures = decideIndexLevels(
    levels.map(({ date, level }) => ({ date: calendarDate(date), level: level === null ? null : decimal(level) })),
    today,
  );
  if (failures.length > 0) return err(failures);

  return ok(await enterLevels(tx, index, levels));
}

/** Inserts levels by date. Replaces existing levels that differ, and deletes a level if its new value is null. */
export async function enterLevels(
  tx: Transaction,
  index: Pick<IndexSeries, 'id' | 'name' | 'rowVersion'>,
  levels: Levels,
): Promise<StoredLevels> {
  const before = await levelFacts(tx, index.id);
  const stored = await storeLevels(tx, index.id, levels);
  tx.record({
    operation: 'saveIndexLevels',
    objectType: 'indexSeries',
    objectId: index.id,
    objectName: index.name,
    before,
    after: { ...(await levelFacts(tx, index.id)), ...stored },
    rowVersion: index.rowVersion,
  });
  return stored;
}
