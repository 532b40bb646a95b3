/** What a benchmark is of; null: of every one. */
export interface BenchmarkScope {
  readonly vintageYear: number | null;
  readonly strategyId: string | null;
}

/**
 * The benchmarks that a fund is held against: of its vintage year or of every one, of its strategy or of every one; those that name more of it
 * first, else in the order given.
 */
export function benchmarksFor<B extends BenchmarkScope>(fund: BenchmarkScope, benchmarks: readonly B[]): readonly B[] {
  const fits = ({ vintageYear, strategyId }: B) =>
    (vintageYear === null || vintageYear === fund.vintageYear) &&
    (strategyId === null || strategyId === fund.strategyId);
  const named = ({ vintageYear, strategyId }: B) => (vintageYear === null ? 0 : 1) + (strategyId === null ? 0 : 1);
  return benchmarks.filter(fits).sort((a, b) => named(b) - named(a));
}
