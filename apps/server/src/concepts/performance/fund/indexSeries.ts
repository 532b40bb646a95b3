import { indexLevelList } from '@carrara/adapters/postgres/performance/market/indexLevels';
import {
  indexSeriesList,
  indexSeriesStore,
  levelFacts,
} from '@carrara/adapters/postgres/performance/market/indexSeries';
import type { IndexSeries, indexSeriesEndpoints } from '@carrara/contract/performance/market/indexSeries';
import type { Operations } from '../../../core/operations.ts';
import { listOperation, recordOperations } from '../../../core/recordOperations.ts';
import { saveIndexLevels } from '../../../usecases/performance/indexSeries.ts';
import { ownedListOperation, type OfRecord } from '../../../core/ownerScope.ts';

const records = recordOperations<IndexSeries>({
  store: indexSeriesStore,
  answer: async (tx, stored) => ({ ...stored, ...(await levelFacts(tx, stored.id)) }),
});

export const indexSeriesOperations: Operations<typeof indexSeriesEndpoints> = {
  listIndexSeries: listOperation(indexSeriesList),
  getIndexSeries: records.get,
  saveIndexSeries: records.save('saveIndexSeries'),
  deleteIndexSeries: records.remove('deleteIndexSeries'),
  listIndexLevels: ownedListOperation(
    'indexSeries',
    indexLevelList,
    (_query: unknown, _context: unknown, { params }: OfRecord) => ({
      indexSeriesId: params.id,
    }),
  ),
  saveIndexLevels: (context, { params, body }) => saveIndexLevels(context, params.id, body.levels),
};
