export { type BenchmarkRow, benchmarkList, benchmarkStore, benchmarksOn } from './benchmark.ts';
export { indexSeriesList, indexSeriesStore, levelFacts } from './indexSeries.ts';
export { indexLevelList, indexLevels, storeLevels, type StoredLevels } from './indexLevels.ts';
