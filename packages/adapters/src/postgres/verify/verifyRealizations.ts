import { verifyAccrualReversal, verifyRealization } from '@carrara/domain/carry/realization';
import type { RunVerification } from '@carrara/domain/carry/run';
import { loadRealizationInputs } from '../carry/realization/head.ts';
import { loadAccruals } from '../carry/realization/rows.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import { comparePostings, type PostedFigure } from './comparePostings.ts';
import { guardedRun, type RunReport, runReport } from './verifyDistributions.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly engineVersion: string | null;
  readonly reversesId: string | null;
  readonly realizationDate: string;
  readonly storedDate: string | null;
}

/**
 * Recomputes every saved realization of a tenant from its stored inputs, one at a time, and compares the result with
 * the stored rows. Then compares the posted entries with those due, in both directions.
 */
export async function* verifyRealizations(tx: Transaction): AsyncGenerator<RunReport> {
  const rows = await tx.query<Row>(
    `SELECT id, name, status, engine_version AS "engineVersion", reverses_id AS "reversesId", realization_date::text AS "realizationDate",
       inputs #>> '{request,realizationDate}' AS "storedDate"
     FROM realization WHERE tenant_id = $1 ORDER BY realization_date, id`,
    [tx.tenantId],
  );
  for (const row of rows)
    yield await guardedRun(tx, ['realization', row.name], row, () => verifyRealizationRow(tx, row));
}

async function verifyRealizationRow(tx: Transaction, row: Row): Promise<RunReport> {
  const location = ['realization', row.name];
  const isOpen = row.status === 'DRAFT' && row.reversesId === null;
  const postings = [await compareAccruals(tx, row.id, location)];
  const date = { location, description: 'date', was: row.storedDate, is: row.realizationDate };
  const own = () => (row.storedDate === row.realizationDate ? [] : [date]);
  return runReport(row, location, () => computeAgain(tx, row), { isOpen, own, postings });
}

/** Recomputes a realization. */
async function computeAgain(tx: Transaction, { id, reversesId, engineVersion }: Row): Promise<RunVerification> {
  const stored = await loadAccruals(tx, id);
  return reversesId
    ? verifyAccrualReversal(stored, await loadAccruals(tx, reversesId))
    : verifyRealization(stored, await loadRealizationInputs(tx, id), engineVersion ?? '');
}

/** Figures of an entry: from row `d` of source `s` of realization `r`, and in the ledger `e`. */
const figures: readonly PostedFigure[] = [
  ['participant', 'd.participant_id', 'e.participant_id'],
  ['source', 's.container_id', 'e.container_id'],
  ['date', 's.realization_date', 'e.entry_date'],
  ['amount', 'd.carry_amount', 'e.amount'],
  ['currency', 'r.currency_id', 'e.currency_id'],
  ['kind', `'ACCRUAL'`, 'e.kind'],
];

/** Compares the entries for people and trusts of a posted realization. */
const compareAccruals = (tx: Transaction, runId: string, location: readonly string[]) =>
  comparePostings(tx, {
    runId,
    location,
    label: 'account entry',
    figures,
    due: (columns) => `SELECT d.id, ${columns}
      FROM realization r JOIN realization_source s ON s.tenant_id = r.tenant_id AND s.realization_id = r.id
      JOIN realization_detail d ON d.tenant_id = s.tenant_id AND d.realization_source_id = s.id
      WHERE r.tenant_id = $1 AND r.id = $2 AND r.status <> 'DRAFT' AND d.is_leaf AND d.carry_amount <> 0`,
    posted: (columns) => `SELECT e.realization_detail_id AS id, ${columns}
      FROM account_entry e JOIN realization_source s ON s.tenant_id = e.tenant_id AND s.id = e.realization_source_id
      WHERE e.tenant_id = $1 AND s.realization_id = $2`,
  });
