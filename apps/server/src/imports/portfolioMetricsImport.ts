import { holdingPeriodStore, metricsUntil } from '@carrara/adapters/postgres/performance/investment/periodStores';
import { holdingsNamed } from '@carrara/adapters/postgres/performance/imports/namedRecords';
import type { StoredRecord } from '@carrara/adapters/postgres/engine/records/recordStore';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { dealFields } from '@carrara/contract/performance/investment/portfolioMetrics';
import { calendarDate, err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import {
  type ExistingMetrics,
  metricColumns,
  planPortfolioMetrics,
  type PlannedMetrics,
} from '@carrara/domain/performance/imports';
import { listBlankFields, enteredValues, storedValues } from '../usecases/performance/portfolioMetrics.ts';
import { tableImporter } from './importer.ts';
import { plannedTable } from './plannedTable.ts';

/** Returns the metrics of holdings up to the last date of a file, by holding, in order of quarters. */
async function metricsOf(tx: Transaction, holdingIds: readonly string[], until: string) {
  const found = new Map<string, StoredRecord[]>();
  for (const storedRecord of await metricsUntil(tx, holdingIds, until)) {
    const id = String(storedRecord['holdingId']);
    found.set(id, [...(found.get(id) ?? []), storedRecord]);
  }
  return found;
}

const lastUntil = (stored: readonly StoredRecord[] = [], date: string) =>
  stored.findLast((storedRecord) => String(storedRecord['periodEnd']) <= date);

const existingOf = (stored: StoredRecord): ExistingMetrics => {
  const values = enteredValues(stored);
  return {
    date: calendarDate(String(stored['periodEnd'])),
    values: Object.fromEntries(
      Object.keys(metricColumns).map((name) => [name, (values[name] ?? null) as string | null]),
    ),
  };
};

async function carryOut(
  tx: Transaction,
  planned: readonly PlannedMetrics[],
  stored: ReadonlyMap<string, readonly StoredRecord[]>,
  onProgress: (percent: number) => void,
): Promise<Result<void, Failures>> {
  for (const [i, { holding, date, values, isNew }] of planned.entries()) {
    const act = { operation: 'saveInvestmentMetrics', containerId: holding.investment.id };
    const before = lastUntil(stored.get(holding.id), date);
    // Fields about the origin of the deal are carried forward with the metrics.
    const carried = {
      ...listBlankFields(dealFields, before),
      ...storedValues(values),
      holdingId: holding.id,
      periodEnd: date,
    };
    const saved =
      isNew || before === undefined
        ? await holdingPeriodStore.insert(tx, act, carried)
        : await holdingPeriodStore.update(tx, act, before.id, before.rowVersion, storedValues(values));
    if (saved.isErr()) return err([saved.error]);
    onProgress(Math.floor(((i + 1) * 100) / planned.length));
  }
  return ok(undefined);
}

/** Imports a file of metrics of companies held: each row is a holding at a quarter end. */
export const portfolioMetricsImporter = tableImporter('portfolio-metrics', {
  sample: `Investment,Vehicle,Quarter,LTM date,"LTM revenue, at entry","LTM revenue, now","LTM EBITDA, at entry","LTM EBITDA, now","Net debt, now","Fully diluted equity, now"
STEEL,FUND-I,2024-12-31,2024-12-31,100000000.00,120000000.00,20000000.00,30000000.00,50000000.00,62.5
`,
  async plan({ tx }, table) {
    const investmentNames = [...new Set(table.rows.map(({ values }) => values['investment'] ?? ''))];
    const holdings = (await holdingsNamed(tx, investmentNames)).map((holdingNamed) => ({
      ...holdingNamed,
      locked: new Set(holdingNamed.locked.map(calendarDate)),
    }));
    const last = table.rows.reduce(
      (latest, { values: { date = '' } }) => (date > latest ? date : latest),
      '1900-01-01',
    );
    const stored = await metricsOf(
      tx,
      holdings.map(({ id }) => id),
      last,
    );
    const plan = planPortfolioMetrics(table.rows, holdings, (id, date) => {
      const found = lastUntil(stored.get(id), date);
      return found && existingOf(found);
    });
    return {
      ...plannedTable(table, {
        kind: 'Portfolio metrics',
        ...plan,
        changes: plan.metrics.flatMap(({ holding, date, changed }) =>
          changed.map(({ title, isNumber, before, after }) => ({
            kind: 'Portfolio metrics',
            record: `${holding.investment.name} at ${holding.vehicle.name} ${date}`,
            field: title,
            ...(isNumber ? { isNumber } : {}),
            before,
            after,
          })),
        ),
      }),
      carryOut: (context, onProgress) => carryOut(context.tx, plan.metrics, stored, onProgress),
    };
  },
});
