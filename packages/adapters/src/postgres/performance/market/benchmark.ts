import {
  type Benchmark,
  benchmarkEndpoints,
  benchmarkFields,
  benchmarkFigureFields,
} from '@carrara/contract/performance/market/benchmark';
import { snakeCase } from '../../engine/records/definition.ts';
import { definePlainRecord } from '../../engine/plainRecord/definePlainRecord.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

export const { store: benchmarkStore, list: benchmarkList } = definePlainRecord<Benchmark>()('benchmark', {
  fields: benchmarkFields,
  rows: { figures: benchmarkFigureFields },
  list: benchmarkEndpoints.listBenchmarks,
});

const bounds = ['irrUpper', 'irrMedian', 'irrLower', 'multipleUpper', 'multipleMedian', 'multipleLower'] as const;

/** A benchmark with the quartiles of the latest date that counts. */
export interface BenchmarkRow {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  /** Null for all vintage years. */
  readonly vintageYear: number | null;
  readonly strategyId: string | null;
  readonly asOf: string;
  readonly irrUpper: string | null;
  readonly irrMedian: string | null;
  readonly irrLower: string | null;
  readonly multipleUpper: string | null;
  readonly multipleMedian: string | null;
  readonly multipleLower: string | null;
}

/** Returns every benchmark with its latest quartiles on or before a date, by name. */
export const benchmarksOn = (tx: Transaction, on: string): Promise<BenchmarkRow[]> =>
  tx.query(
    `SELECT m.id, m.name, m.provider, m.vintage_year AS "vintageYear", m.strategy_id AS "strategyId", f.as_of AS "asOf",
       ${bounds.map((name) => `trim_scale(f.${snakeCase(name)})::text AS "${name}"`).join(', ')}
     FROM benchmark m
     JOIN LATERAL (SELECT * FROM benchmark_figure g WHERE g.tenant_id = m.tenant_id AND g.benchmark_id = m.id AND g.as_of <= $2
       ORDER BY g.as_of DESC LIMIT 1) f ON true
     WHERE m.tenant_id = $1 ORDER BY lower(m.name), m.id`,
    [tx.tenantId, on],
  );
