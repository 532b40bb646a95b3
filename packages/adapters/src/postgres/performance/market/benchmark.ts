import {
  type Benchmark,
  benchmarkEndpoints,
  benchmarkFields,
  benchmarkFigureFields,
} from '@carrara/contract/performance/benchmark';
import { snake } from '../../engine/records/definition.ts';
import { definePlainRecord } from '../../engine/plainRecord/index.ts';
import type { Transaction } from '../../engine/unitOfWork/index.ts';

export const { store: benchmarkStore, list: benchmarkList } = definePlainRecord<Benchmark>()('benchmark', {
  fields: benchmarkFields,
  rows: { figures: benchmarkFigureFields },
  list: benchmarkEndpoints.listBenchmarks,
});

const bounds = ['irrUpper', 'irrMedian', 'irrLower', 'multipleUpper', 'multipleMedian', 'multipleLower'] as const;

/** A benchmark with its quartiles of the last day that counts. */
export interface BenchmarkRow {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly asOf: string;
  readonly irrUpper: string | null;
  readonly irrMedian: string | null;
  readonly irrLower: string | null;
  readonly multipleUpper: string | null;
  readonly multipleMedian: string | null;
  readonly multipleLower: string | null;
}

/**
 * The benchmarks that a vehicle is held against on a day, each by its last quartiles on it or before: of its vintage year or of every one, of its
 * strategy or of every one; those that name more of it first.
 */
export const benchmarksOf = (tx: Transaction, vehicleId: string, on: string): Promise<BenchmarkRow[]> =>
  tx.query(
    `SELECT m.id, m.name, m.provider, f.as_of AS "asOf", ${bounds
      .map((name) => `trim_scale(f.${snake(name)})::text AS "${name}"`)
      .join(', ')}
     FROM container c LEFT JOIN fund u ON u.tenant_id = c.tenant_id AND u.id = c.id
     LEFT JOIN coinvestment k ON k.tenant_id = c.tenant_id AND k.id = c.id
     JOIN benchmark m ON m.tenant_id = c.tenant_id
       AND (m.vintage_year IS NULL OR m.vintage_year = ${yearOfVintage('u', 'k')})
       AND (m.strategy_id IS NULL OR m.strategy_id = u.fund_family_id)
     JOIN LATERAL (SELECT * FROM benchmark_figure g WHERE g.tenant_id = m.tenant_id AND g.benchmark_id = m.id AND g.as_of <= $3
       ORDER BY g.as_of DESC LIMIT 1) f ON true
     WHERE c.tenant_id = $1 AND c.id = $2
     ORDER BY num_nonnulls(m.vintage_year, m.strategy_id) DESC, lower(m.name), m.id`,
    [tx.tenantId, vehicleId, on],
  );

/** The vintage year that is given, else that of the initial close. */
export function yearOfVintage(fund: string, coinvestment: string): string {
  return `coalesce(${fund}.vintage_year, ${coinvestment}.vintage_year,
    extract(year FROM coalesce(${fund}.initial_close_date, ${coinvestment}.initial_close_date))::int)`;
}
