import { verifyLedgerReversal, verifyLedgerRun } from '@carrara/domain/carry/ledgerRun';
import type { RunVerification } from '@carrara/domain/carry/run';
import { loadLedgerInputs } from '../carry/ledgerRun/head.ts';
import { loadLedgerLines } from '../carry/ledgerRun/lines.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import { comparePostings, type PostedFigure } from './comparePostings.ts';
import type { Finding } from './finding.ts';
import { guardedRun, type RunReport, runReport } from './verifyDistributions.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly engineVersion: string;
  readonly reversesId: string | null;
  readonly runDate: string;
  readonly storedType: string | null;
  readonly storedDate: string | null;
}

/**
 * Recomputes every ledger run of a tenant from its stored inputs, one at a time, and compares the result with the
 * stored rows. Then compares its entries with those due, in both directions.
 */
export async function* verifyLedgerRuns(tx: Transaction): AsyncGenerator<RunReport> {
  const rows = await tx.query<Row>(
    `SELECT id, name, type, status, engine_version AS "engineVersion", reverses_id AS "reversesId", run_date::text AS "runDate",
       inputs #>> '{request,type}' AS "storedType", inputs #>> '{request,runDate}' AS "storedDate"
     FROM ledger_run WHERE tenant_id = $1 ORDER BY run_date, id`,
    [tx.tenantId],
  );
  for (const row of rows) yield await guardedRun(tx, ['run of the ledger', row.name], row, () => verifyRun(tx, row));
}

async function verifyRun(tx: Transaction, row: Row): Promise<RunReport> {
  const location = ['run of the ledger', row.name];
  const isOpen = row.status === 'DRAFT' && row.reversesId === null;
  const postings = [
    await compareEntries(accountEntries, tx, row.id, location),
    await compareEntries(escrowEntries, tx, row.id, location),
  ];
  const head: readonly Finding[] = [
    { location, description: 'date', was: row.storedDate, is: row.runDate },
    { location, description: 'type', was: row.storedType, is: row.type },
  ];
  const own = () => head.filter(({ was, is }) => was !== is);
  return runReport(row, location, () => computeAgain(tx, row), { isOpen, own, postings });
}

/** Recomputes a run. */
async function computeAgain(tx: Transaction, { id, reversesId, engineVersion }: Row): Promise<RunVerification> {
  const stored = await loadLedgerLines(tx, id);
  return reversesId
    ? verifyLedgerReversal(stored, await loadLedgerLines(tx, reversesId))
    : verifyLedgerRun(stored, await loadLedgerInputs(tx, id), engineVersion);
}

/** Entries due for a row in a ledger: their kind, their amount, and the condition under which they exist. */
interface Due {
  readonly table: 'account_entry' | 'escrow_entry';
  readonly label: string;
  readonly dues: readonly (readonly [kind: string, amount: string, when: string])[];
}
const accountEntries: Due = {
  table: 'account_entry',
  label: 'account entry',
  dues: [
    [`'OPENING'`, 'l.accrued', `r.type = 'OPENING'`],
    [`'OPENING_DISTRIBUTED'`, '-l.distributed', 'l.distributed <> 0'],
    [`'CLAWBACK'`, '-l.clawback', 'l.clawback <> 0'],
  ],
};
const escrowEntries: Due = {
  table: 'escrow_entry',
  label: 'escrow entry',
  dues: [
    [
      `CASE r.type WHEN 'OPENING' THEN 'OPENING' WHEN 'RELEASE' THEN 'RELEASED' ELSE 'APPLIED' END`,
      `CASE r.type WHEN 'OPENING' THEN l.escrow ELSE -l.escrow END`,
      'l.escrow <> 0',
    ],
  ],
};

const figures: readonly PostedFigure[] = [
  ['amount', 'x.amount', 'e.amount'],
  ['kind', 'x.kind', 'e.kind'],
  ['participant', 'l.participant_id', 'e.participant_id'],
  ['source', 'l.container_id', 'e.container_id'],
  ['path', 'l.path', 'e.path'],
  ['date', 'r.run_date', 'e.entry_date'],
  ['currency', 'r.currency_id', 'e.currency_id'],
];

/** Compares the entries for the rows of a posted run. A row may create several entries, which differ by kind. */
const compareEntries = ({ table, label, dues }: Due, tx: Transaction, runId: string, location: readonly string[]) =>
  comparePostings(tx, {
    runId,
    location,
    label,
    figures,
    due: (columns) => `SELECT l.id || x.kind AS id, ${columns}
      FROM ledger_run r JOIN ledger_run_line l ON l.tenant_id = r.tenant_id AND l.ledger_run_id = r.id
      CROSS JOIN LATERAL (VALUES ${dues.map((due) => `(${due.join(', ')})`).join(', ')}) x(kind, amount, is_due)
      WHERE r.tenant_id = $1 AND r.id = $2 AND r.status IN ('POSTED', 'REVERSED') AND x.is_due`,
    posted: (columns) => `SELECT e.ledger_run_line_id || e.kind AS id, ${columns}
      FROM ${table} e JOIN ledger_run_line l ON l.tenant_id = e.tenant_id AND l.id = e.ledger_run_line_id
      WHERE e.tenant_id = $1 AND l.ledger_run_id = $2`,
  });
