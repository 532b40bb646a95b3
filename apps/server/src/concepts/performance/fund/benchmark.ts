import { vehicleList } from '@carrara/adapters/postgres/performance/fundProfile/vehicleList';
import {
  type BenchmarkRow,
  benchmarkList,
  benchmarkStore,
  benchmarksOn,
} from '@carrara/adapters/postgres/performance/market/benchmark';
import type { Benchmark, benchmarkEndpoints } from '@carrara/contract/performance/market/benchmark';
import { decimal, err, fail, ok } from '@carrara/domain/kernel';
import { fittingBenchmarks, decideBenchmark, type Quartiles, findQuartile } from '@carrara/domain/performance/market';
import type { Operations } from '../../../core/operations.ts';
import { plainOperations } from '../../../core/plainOperations.ts';
import { listAllRows } from '../../../core/ownerScope.ts';
import { readFilters } from '../vehicle/namedVehicle.ts';
import { vehicleNotFound } from '../../../usecases/ledgerPosting.ts';

const decimalOf = (text: string | null | undefined) => (text == null || text === '' ? null : decimal(text));
type Bounds = Pick<
  BenchmarkRow,
  'irrUpper' | 'irrMedian' | 'irrLower' | 'multipleUpper' | 'multipleMedian' | 'multipleLower'
>;
type Measure = 'irr' | 'multiple';
export const toQuartiles = (row: Partial<Bounds>, measure: Measure): Quartiles => ({
  upper: decimalOf(row[`${measure}Upper`]),
  median: decimalOf(row[`${measure}Median`]),
  lower: decimalOf(row[`${measure}Lower`]),
});

const plain = plainOperations('benchmark', benchmarkStore, benchmarkList, {
  prepare: async (_context, values) => {
    const { figures = [] } = values as { readonly figures?: Benchmark['figures'] };
    const failures = decideBenchmark(
      figures.map((row) => ({ irr: toQuartiles(row, 'irr'), multiple: toQuartiles(row, 'multiple') })),
    );
    return failures.length > 0 ? err(failures) : ok(values);
  },
});

/** Returns the fund's rate, followed by the quartiles of each benchmark that has them. */
function ratesOf(
  measure: Measure,
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
      const rate = row[`${measure}${bound}`];
      return rate === null
        ? []
        : [{ provider, bound: bound.toUpperCase() as 'UPPER' | 'MEDIAN' | 'LOWER', rate, benchmark: name, asOf }];
    }),
  );
  return [...own, ...bounds];
}

export const benchmarkOperations: Operations<typeof benchmarkEndpoints> = {
  ...plain,
  async listFundsForBenchmark({ tx }) {
    const rows = await listAllRows(tx, vehicleList, {});
    return ok(
      rows.flatMap(({ fundId, fundName, fundCode, vintageYear, fundFamily, periodEndDate, commitment }) =>
        commitment === null || periodEndDate === null
          ? []
          : [{ fundId, fundName, fundCode, vintageYear, fundFamily, lastDate: periodEndDate }],
      ),
    );
  },
  async getFundBenchmarkStats({ tx, tenant }, { params, query }) {
    const basis = tenant.isLpTenant ? 'all' : 'feePaying';
    const rows = await listAllRows(tx, vehicleList, await readFilters(tx, { endDate: query.date, basis }));
    const own = rows.find(({ fundId }) => fundId === params.id);
    if (own === undefined) return err(vehicleNotFound());
    const { periodEndDate: date, commitment, fundName: name, irr, tvpi } = own;
    if (date === null || (commitment === null && own.notDetermined.length === 0)) {
      return err([fail('NOT_FOUND', ['date'], `${name} has no figures at that quarter end.`)]);
    }
    const scope = { vintageYear: own.vintageYear, strategyId: own.fundFamily?.id ?? null };
    const benchmarks = fittingBenchmarks(scope, await benchmarksOn(tx, date));
    const quartileIn = (row: BenchmarkRow, measure: Measure, figure: string | null) =>
      figure === null ? null : findQuartile(decimal(figure), toQuartiles(row, measure));
    return ok({
      fundId: params.id,
      date,
      irr: ratesOf('irr', { name, rate: irr }, date, benchmarks),
      mult: ratesOf('multiple', { name, rate: tvpi }, date, benchmarks),
      fundIrr: irr,
      fundMultiple: tvpi,
      quartiles: benchmarks.map((row) => ({
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
