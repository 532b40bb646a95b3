/** The scope of a benchmark. Null matches everything. */
export interface BenchmarkScope {
  readonly vintageYear: number | null;
  readonly strategyId: string | null;
}

/**
 * Returns the benchmarks for a fund: of its vintage year or any, and of its strategy or any. More specific ones come first; otherwise they keep their
 * order.
 */
export function fittingBenchmarks<B extends BenchmarkScope>(
  fund: BenchmarkScope,
  benchmarks: readonly B[],
): readonly B[] {
  const fits = ({ vintageYear, strategyId }: B) =>
    (vintageYear === null || vintageYear === fund.vintageYear) &&
    (strategyId === null || strategyId === fund.strategyId);
  const named = ({ vintageYear, strategyId }: B) => (vintageYear === null ? 0 : 1) + (strategyId === null ? 0 : 1);
  return benchmarks.filter(fits).sort((a, b) => named(b) - named(a));
}
