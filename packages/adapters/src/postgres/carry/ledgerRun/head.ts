import type { LedgerRunRecord } from '@carrara/contract/carry/run/ledgerRun';
import {
  type StoredLedgerRun,
  type LedgerRunHead,
  ledgerRunLifecycle,
  ledgerRunTypes,
} from '@carrara/domain/carry/ledgerRun';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { personName } from '../../engine/texts/personName.ts';
import { runInputs } from '../run/runRow.ts';

/** Loads the head of a ledger run for decisions. With `lock`, locks it until the end of the transaction. */
export async function loadLedgerRunHead(tx: Transaction, id: string, lock = false): Promise<LedgerRunHead | undefined> {
  if (lock) {
    // Locks first, so that the read sees what the previous transaction wrote.
    await tx.prepared('SELECT 1 FROM ledger_run WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [tx.tenantId, id]);
  }
  const [head] = await tx.prepared<LedgerRunHead>(
    `SELECT d.id, d.type, d.status, d.run_date::text AS "runDate", d.reverses_id IS NOT NULL AS "isReversal", d.reverses_id AS "reversesId",
       d.last_edited_by AS "lastEditedById", d.submitted_by AS "submittedById", d.row_version AS "rowVersion", d.name, d.description,
       d.engine_version AS "engineVersion",
       (SELECT r.id FROM ledger_run r WHERE r.tenant_id = d.tenant_id AND r.reverses_id = d.id) AS "reversedById"
     FROM ledger_run d WHERE d.tenant_id = $1 AND d.id = $2`,
    [tx.tenantId, id],
  );
  return head;
}

/** Loads the inputs that a stored run was computed from. */
export const loadLedgerInputs = runInputs<StoredLedgerRun>('ledger_run');

/** Head of a ledger run as the contract returns it, without rows and actions. */
export type DisplayedLedgerRun = Omit<LedgerRunRecord, 'lines' | 'requestedLines' | 'actions' | 'canEdit'>;

const states: Readonly<Record<string, string>> = ledgerRunLifecycle.states;
const types: Readonly<Record<string, string>> = ledgerRunTypes;

export async function loadDisplayedLedgerRun(tx: Transaction, id: string): Promise<DisplayedLedgerRun | undefined> {
  const [head] = await tx.prepared<Omit<DisplayedLedgerRun, 'status' | 'type'> & { status: string; type: string }>(
    `SELECT d.id, d.row_version AS "rowVersion", d.created_at AS "createdDate", ${personName('d.created_by')} AS "createdBy",
       d.updated_at AS "updatedDate", ${personName('d.updated_by')} AS "updatedBy", d.name, d.description, d.type, d.run_date AS "runDate", d.status,
       d.total_accrued AS accrued, d.total_distributed AS distributed, d.total_escrow AS escrow, d.total_clawback AS clawback,
       d.number_of_participants AS "numberOfParticipants", d.engine_version AS "engineVersion",
       (SELECT jsonb_build_object('id', r.id, 'code', r.code, 'description', r.description) FROM reference_entry r
         WHERE r.tenant_id = d.tenant_id AND r.id = d.currency_id) AS currency,
       d.submitted_at AS "submittedDate", ${personName('d.submitted_by')} AS "submittedBy",
       d.approved_at AS "approvedDate", ${personName('d.approved_by')} AS "approvedBy",
       d.posted_at AS "postedDate", ${personName('d.posted_by')} AS "postedBy",
       (SELECT jsonb_build_object('id', r.id, 'name', r.name) FROM ledger_run r WHERE r.tenant_id = d.tenant_id AND r.id = d.reverses_id) AS "reversalOf",
       (SELECT jsonb_build_object('id', r.id, 'name', r.name, 'runDate', r.run_date) FROM ledger_run r
         WHERE r.tenant_id = d.tenant_id AND r.reverses_id = d.id) AS "reversedBy"
     FROM ledger_run d WHERE d.tenant_id = $1 AND d.id = $2`,
    [tx.tenantId, id],
  );
  if (!head) return undefined;
  return {
    ...head,
    status: { code: head.status, description: states[head.status] ?? head.status },
    type: { code: head.type, description: types[head.type] ?? head.type },
  };
}
