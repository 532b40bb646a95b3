import { figuresOf, loadVehicle } from '@carrara/adapters/postgres/performance/ledger';
import {
  type BenchmarkRow,
  benchmarkList,
  benchmarkStore,
  benchmarksOf,
  fundsForBenchmark,
} from '@carrara/adapters/postgres/performance/market';
import type { Benchmark, benchmarkEndpoints } from '@carrara/contract/performance/benchmark';
import { decimal, err, type Failure, fail, ok } from '@carrara/domain/kernel';
import { isInOrder, type Quartiles, quartileOf } from '@carrara/domain/performance/market';
import type { Operations } from '../../operations.ts';
import { plainOperations } from '../../plainOperations.ts';
import { noVehicle } from './postToVehicle.ts';

const decimalOf = (text: string | null | undefined) => (text == null || text === '' ? null : decimal(text));
type Bounds = Pick<
  BenchmarkRow,
  'irrUpper' | 'irrMedian' | 'irrLower' | 'multipleUpper' | 'multipleMedian' | 'multipleLower'
>;
const measures = ['irr', 'multiple'] as const;
const quartilesOf = (row: Partial<Bounds>, of: (typeof measures)[number]): Quartiles => ({
  upper: decimalOf(row[`${of}Upper`]),
  median: decimalOf(row[`${of}Median`]),
  lower: decimalOf(row[`${of}Lower`]),
});

const plain = plainOperations('benchmark', benchmarkStore, benchmarkList, async (_context, values) => {
  const { figures = [] } = values as { readonly figures?: Benchmark['figures'] };
  const failures = figures.flatMap((row, i): readonly Failure[] =>
    measures.flatMap((of) =>
      isInOrder(quartilesOf(row, of))
        ? []
        : [
            fail(
              'FIGURES_DIFFER',
              ['figures', i, `${of}Upper`],
              'An upper quartile is at least the median, and this at least the lower one.',
            ),
          ],
    ),
  );
  return failures.length > 0 ? err(failures) : ok(values);
});

/** The fund first, then each bound of each benchmark that has it. */
function ratesOf(
  of: (typeof measures)[number],
  fund: { readonly name: string; readonly rate: string | null },
  date: string,
  rows: readonly BenchmarkRow[],
) {
  const own =
    fund.rate === null
      ? []
      : [{ provider: fund.name, bound: 'FUND' as const, rate: fund.rate, benchmark: null, asOf: date }];
  const bounds = rows.flatMap(({ name, provider, asOf, ...row }) =>
    (['Upper', 'Median', 'Lower'] as const).flatMap((bound) => {
      const rate = row[`${of}${bound}`];
      return rate === null
        ? []
        : [{ provider, bound: bound.toUpperCase() as 'UPPER' | 'MEDIAN' | 'LOWER', rate, benchmark: name, asOf }];
    }),
  );
  return [...own, ...bounds];
}

export const benchmarkOperations: Operations<typeof benchmarkEndpoints> = {
  ...plain,
  listFundsForBenchmark: async ({ tx }) => ok(await fundsForBenchmark(tx)),
  async getFundBenchmarkStats({ tx }, { params, query }) {
    const vehicle = await loadVehicle(tx, params.id);
    if (vehicle === undefined) return err(noVehicle(params.id));
    const date = query.date ?? (await fundsForBenchmark(tx)).find(({ fundId }) => fundId === params.id)?.lastDate;
    if (date === undefined)
      return err([fail('NOT_FOUND', ['date'], `${vehicle.name} has no quarter with figures yet.`)]);
    const own = (await figuresOf(tx, vehicle.id, date)).find(({ subject }) => subject === 'VEHICLE');
    if (own === undefined)
      return err([fail('NOT_FOUND', ['date'], `${vehicle.name} has no figures at the quarter end ${date}.`)]);
    const rows = await benchmarksOf(tx, vehicle.id, date);
    const { irr, tvpi } = own;
    const quartileIn = (row: BenchmarkRow, of: (typeof measures)[number], figure: string | null) =>
      figure === null ? null : quartileOf(decimal(figure), quartilesOf(row, of));
    return ok({
      fundId: vehicle.id,
      date,
      irr: ratesOf('irr', { name: vehicle.name, rate: irr }, date, rows),
      mult: ratesOf('multiple', { name: vehicle.name, rate: tvpi }, date, rows),
      fundIrr: irr,
      fundMultiple: tvpi,
      quartiles: rows.map((row) => ({
        benchmarkId: row.id,
        benchmark: row.name,
        provider: row.provider,
        asOf: row.asOf,
        irr: quartileIn(row, 'irr', irr),
        multiple: quartileIn(row, 'multiple', tvpi),
      })),
      notDetermined: own.notDetermined.filter(({ field }) => field === 'irr' || field === 'tvpi'),
    });
  },
};
