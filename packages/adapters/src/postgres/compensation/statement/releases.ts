import type { StatementInputText, StatementText } from '@carrara/domain/compensation/statement';
import type { payStatementEndpoints } from '@carrara/contract/compensation/payStatement';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { v7 as newId } from 'uuid';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { personName } from '../../engine/texts/personName.ts';
import { evidenceRead } from '../../platform/delivery/deliveryLists.ts';
import { statusSql } from '../../statusText.ts';

/** Data stored when a statement is released. */
export interface ReleaseRow {
  readonly statementId: string;
  readonly employeeId: string;
  readonly year: number;
  readonly supersedesId: string | null;
  readonly engineVersion: string;
  readonly inputs: StatementInputText;
  readonly figures: StatementText;
  readonly pdfSha256: string;
  readonly sizeBytes: number;
  readonly storageKey: string;
}
export interface StoredRelease extends ReleaseRow {
  readonly releasedDate: string;
  readonly releasedBy: string | null;
}

const utc = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const columns = `r.pay_statement_id AS "statementId", r.employee_id AS "employeeId", r.year, r.supersedes_id AS "supersedesId",
  r.engine_version AS "engineVersion", r.inputs, r.figures, r.pdf_sha256 AS "pdfSha256", r.size_bytes::int AS "sizeBytes", r.storage_key AS "storageKey",
  ${utc('r.released_at')} AS "releasedDate", ${personName('r.released_by')} AS "releasedBy"`;

/** Stores a release. The caller saves the statement's record. */
export async function storeRelease(tx: Transaction, release: ReleaseRow): Promise<void> {
  const { statementId, employeeId, year, supersedesId, engineVersion, inputs, figures } = release;
  await tx.prepared(
    `INSERT INTO pay_statement_release (tenant_id, id, pay_statement_id, employee_id, year, supersedes_id, engine_version, inputs, figures,
       pdf_sha256, size_bytes, storage_key, released_at, released_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9::jsonb, $10, $11, $12, $13, $14)`,
    [
      tx.tenantId,
      newId(),
      statementId,
      employeeId,
      year,
      supersedesId,
      engineVersion,
      JSON.stringify(inputs),
      JSON.stringify(figures),
      release.pdfSha256,
      release.sizeBytes,
      release.storageKey,
      tx.now,
      tx.personId,
    ],
  );
}

/** Returns the release of a statement. Undefined for a draft. */
export async function loadRelease(tx: Transaction, statementId: string): Promise<StoredRelease | undefined> {
  const [found] = await tx.query<StoredRelease>(
    `SELECT ${columns} FROM pay_statement_release r WHERE r.tenant_id = $1 AND r.pay_statement_id = $2`,
    [tx.tenantId, statementId],
  );
  return found;
}

interface Other {
  readonly id: string;
  readonly status: { readonly code: string; readonly description: string };
}
/** Returns the statement that this one superseded, and the one that superseded it. */
export async function readNeighbors(
  tx: Transaction,
  statementId: string,
): Promise<{ readonly supersedes: Other | null; readonly supersededBy: Other | null }> {
  const status = statusSql('payStatement', 's.status');
  const rows = await tx.query<Other & { readonly isBefore: boolean }>(
    `SELECT s.id, ${status} AS status, r.pay_statement_id = $2 AS "isBefore" FROM pay_statement_release r
     JOIN pay_statement s ON s.tenant_id = r.tenant_id AND s.id = CASE WHEN r.pay_statement_id = $2 THEN r.supersedes_id ELSE r.pay_statement_id END
     WHERE r.tenant_id = $1 AND $2 IN (r.pay_statement_id, r.supersedes_id)`,
    [tx.tenantId, statementId],
  );
  const at = (isBefore: boolean) => {
    const found = rows.find((row) => row.isBefore === isBefore);
    return found ? { id: found.id, status: found.status } : null;
  };
  return { supersedes: at(true), supersededBy: at(false) };
}

/** Returns why a statement was withdrawn, from the audit log. Null if it wasn't. */
export async function readWithdrawalReason(tx: Transaction, statementId: string): Promise<string | null> {
  const [found] = await tx.query<{ reason: string | null }>(
    `SELECT reason FROM activity WHERE tenant_id = $1 AND object_id = $2 AND operation = 'withdrawPayStatement' ORDER BY seq DESC LIMIT 1`,
    [tx.tenantId, statementId],
  );
  return found?.reason ?? null;
}

/** List of the delivery evidence of statements, with their employee. */
export const statementEvidenceList = defineListQuery<RowOf<(typeof payStatementEndpoints)['listPayStatementEvents']>>({
  ...evidenceRead,
  columns: { ...evidenceRead.columns, employeeId: { value: 'd.participant_id', joins: ['d'] } },
});

/** A released statement with its file and its figures. */
export interface ReleasedStatement {
  readonly id: string;
  readonly employeeId: string;
  readonly name: string;
  readonly code: string | null;
  readonly year: number;
  readonly figures: StatementText;
  readonly pdfSha256: string;
  readonly storageKey: string;
}

/** Returns the released statements in force, for one year or all, by name. */
export const releasedStatements = (tx: Transaction, year: number | null): Promise<ReleasedStatement[]> =>
  tx.query<ReleasedStatement>(
    `SELECT s.id, s.employee_id AS "employeeId", p.name, p.code, s.year, r.figures, r.pdf_sha256 AS "pdfSha256", r.storage_key AS "storageKey"
     FROM pay_statement s JOIN pay_statement_release r ON r.tenant_id = s.tenant_id AND r.pay_statement_id = s.id
     JOIN participant p ON p.tenant_id = s.tenant_id AND p.id = s.employee_id
     WHERE s.tenant_id = $1 AND s.status = 'REL' AND ($2::int IS NULL OR s.year = $2) ORDER BY p.name, s.id`,
    [tx.tenantId, year],
  );

/** Returns all releases of a firm, for the audit. */
export const releasesToVerify = (
  tx: Transaction,
): Promise<(StoredRelease & { readonly name: string; readonly status: string })[]> =>
  tx.query(
    `SELECT ${columns}, p.name, s.status FROM pay_statement_release r
     JOIN pay_statement s ON s.tenant_id = r.tenant_id AND s.id = r.pay_statement_id
     JOIN participant p ON p.tenant_id = r.tenant_id AND p.id = r.employee_id
     WHERE r.tenant_id = $1 ORDER BY r.year, p.name, r.id`,
    [tx.tenantId],
  );
