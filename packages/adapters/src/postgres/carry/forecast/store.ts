import type { ForecastToStore, ForecastHead, ForecastRequest } from '@carrara/domain/carry/forecast';
import { isDetermined } from '@carrara/domain/carry/run';
import type { Failures } from '@carrara/domain/kernel';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { readableFailures, readableRemarks } from '../run/labels.ts';
import { newRowId } from '../run/rowIds.ts';
import { deleteRunRow, staleRun, writeRunRow } from '../run/runRow.ts';
import { loadShares } from '../run/shares.ts';
import { changedForecast } from './changedForecast.ts';
import { loadForecastHead } from './head.ts';
import { deleteForecastRows, insertForecastRows, loadForecastRows } from './rows.ts';

/** The reads and writes of forecasts in one transaction. Every write records the forecast before and after it in the audit log. */
export const forecastStore = (tx: Transaction) => ({
  noun: 'forecast',
  newId: newRowId,
  lockHead: (id: string) => loadForecastHead(tx, id, true),
  staleVersion: staleRun(tx, 'forecast'),
  loadFacts: ({ distributionDate, sources }: ForecastRequest) =>
    loadShares(tx, { date: distributionDate, sources, participantIds: [] }),
  loadRows: (id: string) => loadForecastRows(tx, id),
  readable: (failures: Failures) => readableFailures(tx, failures),
  save: (draft: ForecastToStore, before: ForecastHead | undefined) =>
    changedForecast(tx, draft.id, 'saveForecast', draft.reason, async () => {
      if (before) await deleteForecastRows(tx, draft.id);
      await writeHead(tx, draft, before);
      await insertForecastRows(tx, draft.id, draft.rows);
    }),
  remove: (head: ForecastHead) =>
    changedForecast(tx, head.id, 'deleteForecast', null, async () => {
      await deleteRunRow(tx, 'forecast', head.id);
    }),
});

async function writeHead(tx: Transaction, draft: ForecastToStore, before: ForecastHead | undefined): Promise<void> {
  const { request, input, rows } = draft;
  const { totals, carry } = rows;
  const remarks = await readableRemarks(tx, draft.remarks);
  await writeRunRow(
    tx,
    'forecast',
    draft.id,
    [
      ['name', draft.name],
      ['description', draft.description],
      ['distribution_date', request.distributionDate],
      ['estimation_date', draft.estimationDate],
      ['currency_id', draft.currencyId],
      ['is_determined', isDetermined(totals)],
      ['total_gross', carry.gross],
      ['total_adjustment', carry.adjustment],
      ['total_net', totals.netDistributable],
      ['total_carry_distributed', totals.gross ?? '0.00'],
      ['total_unallocated', totals.unallocated ?? '0.00'],
      ['number_of_participants', totals.numberOfParticipants ?? 0],
      ['inputs', JSON.stringify({ request, input })],
      ['problems', JSON.stringify(remarks)],
      ['engine_version', draft.engineVersion],
    ],
    before,
  );
}
