import { benchmarkStore } from '@carrara/adapters/postgres/performance/market/benchmark';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { Benchmark } from '@carrara/contract/performance/market/benchmark';
import { calendarDate, err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import {
  benchmarkFigures,
  type ExistingBenchmark,
  planBenchmarks,
  type PlannedBenchmark,
} from '@carrara/domain/performance/imports';
import { v7 as newId } from 'uuid';
import { tableImporter } from './importer.ts';
import { namedEntries } from './namedEntries.ts';
import { plannedTable } from './plannedTable.ts';

const figureNames = Object.keys(benchmarkFigures) as (keyof typeof benchmarkFigures)[];

const existingOf = ({ id, name, provider, vintageYear, strategy, figures }: Benchmark): ExistingBenchmark => ({
  id,
  name,
  provider,
  vintageYear,
  strategyId: strategy?.id ?? null,
  figures: new Map(
    figures.map((row) => [
      calendarDate(row.asOf),
      Object.fromEntries(
        figureNames.map((figure) => {
          const value: string | number | null = row[figure as 'irrUpper'];
          return [figure, value === null ? null : String(value)];
        }),
      ),
    ]),
  ),
});

/** Returns the figures of a benchmark as rows. Existing ones keep their id. */
function rowsOf({ figures }: PlannedBenchmark, before: Benchmark | undefined) {
  const there = new Map(before?.figures.map((row) => [row.asOf, row]));
  return [...figures].map(([asOf, values]) => {
    const { funds, ...rates } = values;
    return { ...there.get(asOf), asOf, ...rates, funds: funds == null ? null : Number(funds) };
  });
}

async function carryOut(
  tx: Transaction,
  planned: readonly PlannedBenchmark[],
  existing: ReadonlyMap<string, Benchmark>,
): Promise<Result<void, Failures>> {
  const act = { operation: 'saveBenchmark' };
  for (const plannedBenchmark of planned) {
    const before = existing.get(plannedBenchmark.id);
    const figures = rowsOf(plannedBenchmark, before);
    const { id, name, provider, vintageYear, strategyId } = plannedBenchmark;
    const strategy = strategyId === null ? null : { id: strategyId };
    const stored = before
      ? await benchmarkStore.update(tx, act, id, before.rowVersion, { figures })
      : await benchmarkStore.insert(tx, act, { id, name, provider, vintageYear, strategy, figures });
    if (stored.isErr()) return err([stored.error]);
  }
  return ok(undefined);
}

/** Imports a file of providers' data on other funds: each row has the quartiles of a benchmark on a date. */
export const benchmarkImporter = tableImporter('benchmark', {
  sample: `Benchmark,Provider,Vintage year,Strategy,As of,"IRR, upper quartile","IRR, median","IRR, lower quartile","Multiple, upper quartile","Multiple, median","Multiple, lower quartile",Funds
Global buyout 2019,Benchmark House,2019,,2024-12-31,21.4,14.2,7.9,1.92,1.55,1.24,84
Global buyout 2019,,,,2025-03-31,20.8,13.9,7.6,1.95,1.57,1.25,86
`,
  async plan({ tx }, table) {
    const existing = await benchmarkStore.find(tx);
    const strategies = await namedEntries(tx, 'fund-family');
    const plan = planBenchmarks(table.rows, existing.map(existingOf), strategies, newId);
    return {
      ...plannedTable(table, {
        kind: 'Figures of benchmarks',
        ...plan,
        notes: plan.benchmarks.flatMap(({ isNew, name }) => (isNew ? [`The benchmark '${name}' is new.`] : [])),
        changes: plan.changed.map(({ name, date, figure, before, after }) => ({
          kind: 'Benchmarks',
          record: `${name} ${date}`,
          field: figure,
          isNumber: true,
          before,
          after,
        })),
      }),
      carryOut: (context, onProgress) =>
        carryOut(context.tx, plan.benchmarks, new Map(existing.map((benchmark) => [benchmark.id, benchmark]))).finally(
          () => onProgress(100),
        ),
    };
  },
});
