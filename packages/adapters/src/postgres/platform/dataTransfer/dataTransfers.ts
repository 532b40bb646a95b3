import type { DataTransferHead, TransferDate } from '@carrara/contract/platform/dataTransfer/dataTransfer';
import type { StateOf } from '@carrara/domain/kernel/lifecycle';
import type { dataTransferLifecycle } from '@carrara/domain/platform/dataTransfer';
import { createHash } from 'node:crypto';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { statusSql } from '../../statusText.ts';

type Status = StateOf<typeof dataTransferLifecycle>;
export interface StoredTransfer extends Omit<DataTransferHead, 'transferStatus'> {
  readonly transferStatus: { readonly code: Status; readonly description: string };
  readonly linkId: string;
  readonly otherTenantId: string;
  readonly packageHash: string;
}

const select = `
  SELECT d.id, d.row_version AS "rowVersion", d.tenant_id = $1 AS "isOurs", s.name AS "sourceTenantName", t.name AS "targetTenantName",
    d.investor_id AS "investorId", d.investor_name AS "investorName", d.period_end AS "periodEndDate", d.period_end AS "endDate",
    ${statusSql('tenantLinkDataTransferRequest', 'd.status')} AS "transferStatus",
    d.answer, d.created_at AS "createdDate", d.answered_at AS "answeredDate", d.link_id AS "linkId", d.package_hash AS "packageHash",
    CASE d.tenant_id WHEN $1 THEN d.target_id ELSE d.tenant_id END AS "otherTenantId"
  FROM data_transfer d JOIN linked_tenants() s ON s.id = d.tenant_id JOIN linked_tenants() t ON t.id = d.target_id
  WHERE $1 IN (d.tenant_id, d.target_id)`;
const newestFirst = 'ORDER BY d.created_at DESC, d.id DESC';

export const readTransfers = (tx: Transaction, view?: 'pending' | 'resolved'): Promise<StoredTransfer[]> => {
  const only = view === 'pending' ? `AND d.status = 'PEND'` : view === 'resolved' ? `AND d.status <> 'PEND'` : '';
  return tx.query<StoredTransfer>(`${select} ${only} ${newestFirst}`, [tx.tenantId]);
};
export async function loadTransfer(tx: Transaction, id: string): Promise<StoredTransfer | undefined> {
  const [found] = await tx.query<StoredTransfer>(`${select} AND d.id = $2`, [tx.tenantId, id]);
  return found;
}
/** Returns the transfers of an investor of the source, at one quarter end or at all. */
export const transfersOfInvestor = (
  tx: Transaction,
  investorId: string,
  periodEnd: string | null,
): Promise<StoredTransfer[]> =>
  tx.query<StoredTransfer>(
    `${select} AND d.investor_id = $2 AND ($3::date IS NULL OR d.period_end = $3) ${newestFirst}`,
    [tx.tenantId, investorId, periodEnd],
  );
/** Returns the newest transfer of an investor for each quarter end, latest first. */
export const readTransferDates = (tx: Transaction, investorId: string): Promise<TransferDate[]> =>
  tx.query<TransferDate>(
    `SELECT DISTINCT ON (d.period_end) d.period_end AS "periodEndDate", d.answer AS reason,
       ${statusSql('tenantLinkDataTransferRequest', 'd.status')} AS status
     FROM data_transfer d WHERE d.tenant_id = $1 AND d.investor_id = $2 ORDER BY d.period_end DESC, d.created_at DESC, d.id DESC`,
    [tx.tenantId, investorId],
  );
/** Returns the transfers that wait for an answer over a link, or those of one of its investors. */
export const pendingOverLink = (tx: Transaction, linkId: string, investorId?: string): Promise<StoredTransfer[]> =>
  tx.query<StoredTransfer>(
    `${select} AND d.link_id = $2 AND d.status = 'PEND' AND ($3::uuid IS NULL OR d.investor_id = $3) ${newestFirst}`,
    [tx.tenantId, linkId, investorId ?? null],
  );

export async function transferCounts(tx: Transaction): Promise<{ pending: number; resolved: number }> {
  const [counts] = await tx.query<{ pending: number; resolved: number }>(
    `SELECT count(*) FILTER (WHERE status = 'PEND')::int AS pending, count(*) FILTER (WHERE status <> 'PEND')::int AS resolved
     FROM data_transfer WHERE $1 IN (tenant_id, target_id)`,
    [tx.tenantId],
  );
  return counts ?? { pending: 0, resolved: 0 };
}

/** Returns the stored text of a package with the SHA-256 of its current bytes. */
export async function loadPackage(
  tx: Transaction,
  id: string,
): Promise<{ readonly text: string; readonly hash: string } | undefined> {
  const [found] = await tx.query<{ package: Buffer }>(
    'SELECT package FROM data_transfer WHERE $1 IN (tenant_id, target_id) AND id = $2',
    [tx.tenantId, id],
  );
  return found && { text: found.package.toString('utf8'), hash: hashOf(found.package) };
}
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Stores a transfer with its package, byte for byte. Returns the SHA-256 of the package. */
export async function sendTransfer(
  tx: Transaction,
  transfer: {
    readonly id: string;
    readonly targetId: string;
    readonly linkId: string;
    readonly investorId: string;
    readonly investorName: string;
    readonly periodEnd: string;
    readonly text: string;
  },
): Promise<void> {
  const bytes = Buffer.from(transfer.text, 'utf8');
  await tx.query(
    `INSERT INTO data_transfer (tenant_id, id, target_id, link_id, investor_id, investor_name, period_end, package, package_hash, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
    [
      tx.tenantId,
      transfer.id,
      transfer.targetId,
      transfer.linkId,
      transfer.investorId,
      transfer.investorName,
      transfer.periodEnd,
      bytes,
      hashOf(bytes),
      tx.now,
    ],
  );
}
export const hashPackage = (text: string): string => hashOf(Buffer.from(text, 'utf8'));

/** Changes the status of a transfer. Undefined if its version has changed. */
export async function moveStoredTransfer(
  tx: Transaction,
  { id, rowVersion }: Pick<StoredTransfer, 'id' | 'rowVersion'>,
  status: Status,
  answer: string | null,
): Promise<number | undefined> {
  const [moved] = await tx.query<{ version: number }>(
    `UPDATE data_transfer SET status = $3, answer = coalesce($4, answer), answered_at = $5, updated_at = $5, row_version = row_version + 1
     WHERE id = $1 AND row_version = $2 RETURNING row_version AS version`,
    [id, rowVersion, status, answer, tx.now],
  );
  return moved?.version;
}
