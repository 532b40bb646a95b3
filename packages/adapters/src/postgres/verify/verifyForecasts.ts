import { type StoredForecast, verifyForecast } from '@carrara/domain/carry/forecast';
import type { RunVerification } from '@carrara/domain/carry/run';
import { loadForecastInputs } from '../carry/forecast/head.ts';
import { loadForecastRows } from '../carry/forecast/rows.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import { guardedRun, type RunReport, runReport } from './verifyDistributions.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly engineVersion: string | null;
  readonly date: string;
  readonly storedDate: string | null;
}

/**
 * Recomputes every saved forecast of a tenant from its stored inputs, one at a time, and compares the result with the
 * stored rows.
 */
export async function* verifyForecasts(tx: Transaction): AsyncGenerator<RunReport> {
  const rows = await tx.query<Row>(
    `SELECT id, name, engine_version AS "engineVersion", distribution_date::text AS date, inputs #>> '{request,distributionDate}' AS "storedDate"
     FROM forecast WHERE tenant_id = $1 ORDER BY distribution_date, id`,
    [tx.tenantId],
  );
  for (const row of rows)
    yield await guardedRun(tx, ['forecast', row.name], { ...row, status: 'FORECAST' }, () =>
      verifyForecastRow(tx, row),
    );
}

async function verifyForecastRow(tx: Transaction, row: Row): Promise<RunReport> {
  const { date, storedDate } = row;
  const location = ['forecast', row.name];
  const own = () => (storedDate === date ? [] : [{ location, description: 'date', was: storedDate, is: date }]);
  return runReport({ ...row, status: 'FORECAST' }, location, () => computeAgain(tx, row), {
    isOpen: false,
    own,
    postings: [],
  });
}

/** Recomputes a forecast. */
async function computeAgain(tx: Transaction, { id, engineVersion }: Row): Promise<RunVerification> {
  const inputs: StoredForecast = await loadForecastInputs(tx, id);
  // No release ever saved a forecast without a version, so a missing one counts as unknown.
  return verifyForecast(await loadForecastRows(tx, id), inputs, engineVersion ?? '');
}
