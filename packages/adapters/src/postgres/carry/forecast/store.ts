import type { ForecastHead, ForecastPorts, ForecastToKeep } from '@carrara/domain/carry/forecast';
import { isDetermined } from '@carrara/domain/carry/run';
import { fail } from '@carrara/domain/kernel';
import { type StaleFailure, staleFailureOf } from '../../engine/records/index.ts';
import type { Transaction } from '../../engine/unitOfWork/index.ts';
import { readableFailures } from '../run/labels.ts';
import { newRowId } from '../run/rowIds.ts';
import { loadShares } from '../run/shares.ts';
import { changedForecast } from './changed.ts';
import { lastChangeOfForecast, loadForecastHead } from './head.ts';
import { deleteForecastRows, insertForecastRows, loadForecastRows } from './rows.ts';

/**
 * Implements the ports of the domain's operations in one transaction. Every write records the forecast before and after
 * it in the audit log.
 */
export function forecastPorts(tx: Transaction): ForecastPorts {
  return {
    newId: newRowId,
    hold: (id) => loadForecastHead(tx, id, true),
    stale: (head, rowVersion) => staleFailure(tx, head, rowVersion),
    facts: ({ distributionDate, sources }) => loadShares(tx, { date: distributionDate, sources, participantIds: [] }),
    rowsOf: (id) => loadForecastRows(tx, id),
    readable: (failures) => readableFailures(tx, failures),
    keep: (forecast, before) =>
      changedForecast(tx, forecast.id, 'saveForecast', forecast.reason, async () => {
        if (before) await deleteForecastRows(tx, forecast.id);
        await writeHead(tx, forecast, before);
        await insertForecastRows(tx, forecast.id, forecast.rows);
      }),
    remove: (head) =>
      changedForecast(tx, head.id, 'deleteForecast', null, async () => {
        await tx.query('DELETE FROM forecast WHERE tenant_id = $1 AND id = $2', [tx.tenantId, head.id]);
      }),
  };
}

async function staleFailure(
  tx: Transaction,
  head: ForecastHead,
  rowVersion: number | null | undefined,
): Promise<StaleFailure | ReturnType<typeof fail> | undefined> {
  if (rowVersion === head.rowVersion) return undefined;
  if (typeof rowVersion !== 'number')
    return fail('ROW_VERSION_REQUIRED', ['rowVersion'], 'Send the RowVersion of the record to change it.');
  const { changedBy, changedDate } = await lastChangeOfForecast(tx, head.id);
  return staleFailureOf({ changedBy, changedDate, rowVersion: head.rowVersion });
}

async function writeHead(tx: Transaction, forecast: ForecastToKeep, before: ForecastHead | undefined): Promise<void> {
  const { request, input, rows } = forecast;
  const { totals, carry } = rows;
  const values: readonly (readonly [column: string, value: unknown])[] = [
    ['name', forecast.name],
    ['description', forecast.description],
    ['distribution_date', request.distributionDate],
    ['estimation_date', forecast.estimationDate],
    ['currency_id', forecast.currencyId],
    ['is_determined', isDetermined(totals)],
    ['total_gross', carry.gross],
    ['total_adjustment', carry.adjustment],
    ['total_net', totals.netDistributable],
    ['total_carry_distributed', totals.gross ?? '0.00'],
    ['total_unallocated', totals.unallocated ?? '0.00'],
    ['number_of_participants', totals.numberOfParticipants ?? 0],
    ['inputs', JSON.stringify({ request, input })],
    ['problems', JSON.stringify(forecast.remarks)],
    ['engine_version', forecast.engineVersion],
    ['updated_at', tx.now],
    ['updated_by', tx.personId],
  ];
  const at = values.map((_, i) => `$${i + 3}`);
  const all = [tx.tenantId, forecast.id, ...values.map(([, value]) => value)];
  if (before) {
    const sets = values.map(([column], i) => `${column} = ${at[i]}`).join(', ');
    await tx.query(`UPDATE forecast SET ${sets}, row_version = row_version + 1 WHERE tenant_id = $1 AND id = $2`, all);
    return;
  }
  await tx.query(
    `INSERT INTO forecast (tenant_id, id, ${values.map(([column]) => column).join(', ')}, created_at, created_by)
     VALUES ($1, $2, ${at.join(', ')}, $${values.length + 3}, $${values.length + 4})`,
    [...all, tx.now, tx.personId],
  );
}
