import type { LedgerLine } from '@carrara/domain/carry/ledgerRun';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { type BulkColumn, insertBulk, type ListColumn } from '../run/bulk.ts';

interface PositionedLine {
  readonly position: number;
  readonly line: LedgerLine;
}
const columns = (runId: string): readonly (BulkColumn<PositionedLine> | ListColumn<PositionedLine>)[] => [
  { name: 'id', type: 'uuid', valueOf: ({ line }) => line.id },
  { name: 'ledger_run_id', type: 'uuid', valueOf: () => runId },
  { name: 'position', type: 'integer', valueOf: ({ position }) => position },
  { name: 'participant_id', type: 'uuid', valueOf: ({ line }) => line.participantId },
  { name: 'container_id', type: 'uuid', valueOf: ({ line }) => line.sourceId },
  { name: 'path', type: 'uuid[]', valueOf: ({ line }) => line.via },
  { name: 'escrow_before', type: 'numeric', valueOf: ({ line }) => line.escrowBefore },
  { name: 'accrued', type: 'numeric', valueOf: ({ line }) => line.accrued },
  { name: 'distributed', type: 'numeric', valueOf: ({ line }) => line.distributed },
  { name: 'escrow', type: 'numeric', valueOf: ({ line }) => line.escrow },
  { name: 'clawback', type: 'numeric', valueOf: ({ line }) => line.clawback },
];

export const insertLedgerLines = (tx: Transaction, runId: string, lines: readonly LedgerLine[]): Promise<void> =>
  insertBulk(
    tx,
    'ledger_run_line',
    columns(runId),
    lines.map((line, position) => ({ line, position })),
  );

export const deleteLedgerLines = (tx: Transaction, runId: string) =>
  tx.query('DELETE FROM ledger_run_line WHERE tenant_id = $1 AND ledger_run_id = $2', [tx.tenantId, runId]);

export const loadLedgerLines = (tx: Transaction, runId: string): Promise<LedgerLine[]> =>
  tx.prepared<LedgerLine>(
    `SELECT id, participant_id AS "participantId", container_id AS "sourceId", path AS via, escrow_before AS "escrowBefore", accrued, distributed, escrow, clawback
     FROM ledger_run_line WHERE tenant_id = $1 AND ledger_run_id = $2 ORDER BY position`,
    [tx.tenantId, runId],
  );
