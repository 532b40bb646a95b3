import {
  indexLevelList,
  indexSeriesList,
  indexSeriesStore,
  levelFacts,
  storeLevels,
  type StoredLevels,
} from '@carrara/adapters/postgres/performance/market';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import type { IndexSeries, indexSeriesEndpoints } from '@carrara/contract/performance/indexSeries';
import { calendarDate, decimal, err, fail, ok } from '@carrara/domain/kernel';
import { notYet } from '@carrara/domain/performance/imports';
import { indexFailures } from '@carrara/domain/kernel/measures';
import type { Operations } from '../../operations.ts';
import { listBelow, type OfRecord } from '../platform/ownerScope.ts';
import { listOperation, recordOperations } from '../../recordOperations.ts';

const records = recordOperations<IndexSeries>({
  store: indexSeriesStore,
  answer: async (tx, stored) => ({ ...stored, ...(await levelFacts(tx, stored.id)) }),
});

export const indexSeriesOperations: Operations<typeof indexSeriesEndpoints> = {
  listIndexSeries: listOperation(indexSeriesList),
  getIndexSeries: records.get,
  saveIndexSeries: records.save('saveIndexSeries'),
  deleteIndexSeries: records.remove('deleteIndexSeries'),
  listIndexLevels: listBelow(
    'indexSeries',
    indexLevelList,
    (_query: unknown, _context: unknown, { params }: OfRecord) => ({
      indexSeriesId: params.id,
    }),
  ),
  async saveIndexLevels({ tx, today }, { params, body }) {
    const index = await indexSeriesStore.load(tx, params.id);
    if (!index) return err([fail('NOT_FOUND', ['id'], `There is no index ${params.id}.`)]);
    const one = decimal(1);
    const values = body.levels.map(({ date, level }) => ({
      date: calendarDate(date),
      value: level === null ? one : decimal(level),
    }));
    const failures = [...indexFailures(values)].map(({ path: [, at = 0, field = ''], ...failure }) => ({
      ...failure,
      path: ['levels', at, field === 'value' ? 'level' : field],
    }));
    const ahead = values.flatMap(({ date }, at) =>
      date > today && body.levels[at]!.level !== null
        ? [fail('DATE_TOO_LATE', ['levels', at, 'date'], notYet(date))]
        : [],
    );
    if (failures.length + ahead.length > 0) return err([...failures, ...ahead]);
    return ok(await enterLevels(tx, index, body.levels));
  },
};

/** Inserts levels by date, replaces those that differ, and deletes those given as null. */
export async function enterLevels(
  tx: Transaction,
  index: Pick<IndexSeries, 'id' | 'name' | 'rowVersion'>,
  levels: Parameters<typeof storeLevels>[2],
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
