import { indexLevels } from '@carrara/adapters/postgres/performance/market/indexLevels';
import { indexSeriesStore } from '@carrara/adapters/postgres/performance/market/indexSeries';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { err, type Failures, ok, type Result, displayedDate } from '@carrara/domain/kernel';
import {
  importTypes,
  type IndexPlan,
  type ExistingLevels,
  type LevelGaps,
  lookup,
  type NamedRecord,
  planIndexLevels,
} from '@carrara/domain/performance/imports';
import { v7 as newId } from 'uuid';
import { enterLevels } from '../usecases/performance/indexSeries.ts';
import { tableImporter } from './importer.ts';
import { namedCurrencies } from './namedEntries.ts';
import { plannedTable } from './plannedTable.ts';

const EVER = '9999-12-31';

/** Returns the levels of the indices in a file. */
async function levelsNamed(tx: Transaction, indices: readonly NamedRecord[], namesByIndex: readonly string[]) {
  const named = lookup(indices);
  const ids = new Set(namesByIndex.flatMap((name) => named(name)?.id ?? []));
  const levels = new Map<string, ExistingLevels>();
  for (const id of ids) {
    levels.set(id, new Map((await indexLevels(tx, id, EVER)).map(({ date, value }) => [date, value])));
  }
  return levels;
}

const gapText = ({ name, count, longest: { from, to } }: LevelGaps): string =>
  `${name} has ${count === 1 ? 'a gap' : `${count} gaps`} of more than 7 days, the longest from ${displayedDate(from)} to ${displayedDate(to)}. Figures on a day in between use the last level before it and state its age.`;
const missingText = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'level' : 'levels'} between the first and the last day of the file ${count === 1 ? 'is' : 'are'} not in it. Update keeps them, and Overwrite removes them.`;

async function carryOut(tx: Transaction, { newIndices, planned }: IndexPlan): Promise<Result<void, Failures>> {
  const act = { operation: 'saveIndexSeries' };
  for (const { id, code, name, provider, currencyId } of newIndices) {
    const currency = currencyId === null ? null : { id: currencyId };
    const stored = await indexSeriesStore.insert(tx, act, { id, code, name, provider, currency });
    if (stored.isErr()) return err([stored.error]);
  }
  for (const { indexId, levels } of planned) {
    const index = await indexSeriesStore.load(tx, indexId);
    if (index) await enterLevels(tx, index, levels);
  }
  return ok(undefined);
}

/** Imports a file of index levels: each row is the level of an index on a date. */
export const indexImporter = tableImporter('index', {
  sample: `Index,Date,Level,Name,Provider,Currency
WORLD,2024-01-02,3148.7601,World equities,Index House,EUR
WORLD,2024-01-03,3121.44,,,
WORLD,2024-01-04,3125.09,,,
`,
  async plan({ tx, today }, table, { overwrite }) {
    const indices = (await indexSeriesStore.find(tx)).map(({ id, code, name }) => ({ id, code, name }));
    const indexNames = [...new Set(table.rows.map(({ values }) => values['index'] ?? ''))];
    const existing = {
      indices,
      currencies: await namedCurrencies(tx),
      levels: await levelsNamed(tx, indices, indexNames),
    };
    const plan = planIndexLevels(table.rows, existing, { overwrite, newId, today });
    const { missing } = plan.counts;
    return {
      ...plannedTable(table, {
        kind: 'Index levels',
        ...plan,
        notes: [
          ...plan.newIndices.map(({ code, name }) => `The index '${name}' is new and gets the code ${code}.`),
          ...plan.gaps.map(gapText),
          ...(missing > 0 && !overwrite ? [missingText(missing)] : []),
        ],
        changes: plan.changed.map(({ name, date, before, after }) => ({
          kind: 'Index levels',
          record: `${name} ${date}`,
          field: importTypes.index.level.title,
          isNumber: true,
          before,
          after,
        })),
      }),
      carryOut: (context, onProgress) => carryOut(context.tx, plan).finally(() => onProgress(100)),
    };
  },
});
