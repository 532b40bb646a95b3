export { type BenchmarkRow, benchmarkList, benchmarkStore, benchmarksOf } from './benchmark.ts';
export { type FundForBenchmark, fundsForBenchmark } from './fundsForBenchmark.ts';
export { indexSeriesList, indexSeriesStore, levelFacts } from './indexSeries.ts';
export { indexLevelList, indexLevels, storeLevels, type StoredLevels } from './indexLevels.ts';
