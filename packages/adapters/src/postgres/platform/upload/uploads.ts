import type { Task } from '@carrara/contract/platform/task/task';
import type { UploadReport } from '@carrara/contract/platform/upload/upload';
import type { StateOf } from '@carrara/domain/kernel/lifecycle';
import type { Mapping, uploadLifecycle } from '@carrara/domain/platform/upload';
import type { Change } from '../../engine/journal/change.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { personName } from '../../engine/texts/personName.ts';

/** Status of an upload. On the wire, checked is pending and imported is done. */
export type UploadStatus = StateOf<typeof uploadLifecycle>;
type Findings = Pick<
  UploadReport,
  'effects' | 'sums' | 'errors' | 'notes' | 'warnings' | 'changes' | 'numberOfChanges' | 'conflict' | 'figures'
> & {
  /** Digest of all findings. Null if an earlier version of the product checked the file. */
  readonly digest: string | null;
};
/** Mapping that a file was read with, as of that time. */
export interface StoredMapping {
  readonly name: string;
  readonly mapping: Mapping;
}

/** Details of an upload's reversal, stored with it. */
interface Undone extends Omit<NonNullable<UploadReport['undone']>, 'by'> {
  readonly personId: string;
}

export interface StoredUpload extends Findings {
  readonly undone: (Undone & { readonly by: string }) | null;
  readonly id: string;
  readonly rowVersion: number;
  readonly application: string;
  readonly fileType: string;
  readonly fileName: string;
  readonly storageKey: string;
  /** Hash of the bytes, as hexadecimal digits. */
  readonly sha256: string | null;
  readonly status: UploadStatus;
  readonly mimeType: string;
  readonly mapping: StoredMapping | null;
  readonly deletedDate: string | null;
  /** Background job of the current person that imports the file, or the last one that tried. */
  readonly task: Pick<Task, 'id' | 'status' | 'done' | 'remarks'> | null;
  readonly createdDate: string;
  readonly createdBy: string;
}

const columns = `u.id, u.row_version AS "rowVersion", u.application, u.file_type AS "fileType", u.name AS "fileName",
  u.storage_key AS "storageKey", encode(u.sha256, 'hex') AS sha256, u.status, u.mime_type AS "mimeType", u.mapping,
  u.deleted_at AS "deletedDate", u.created_at AS "createdDate",
  ${personName('u.created_by')} AS "createdBy",
  coalesce(u.summary -> 'effects', '[]') AS effects, coalesce(u.summary -> 'sums', '[]') AS sums, u.errors, coalesce(u.summary -> 'notes', '[]') AS notes,
  coalesce(u.summary -> 'warnings', '[]') AS warnings, coalesce(u.summary -> 'changes', '[]') AS changes,
  coalesce((u.summary ->> 'numberOfChanges')::int, 0) AS "numberOfChanges",
  CASE WHEN u.summary -> 'undone' IS NOT NULL
    THEN (u.summary -> 'undone') || jsonb_build_object('by', ${personName(`(u.summary #>> '{undone,personId}')::uuid`)}) END AS undone,
  u.summary -> 'conflict' AS conflict, u.summary ->> 'digest' AS digest, coalesce(u.summary -> 'figures', '[]') AS figures,
  (SELECT jsonb_build_object('id', t.id, 'status', t.status, 'done', t.done, 'remarks', t.remarks) FROM task t
   WHERE t.tenant_id = u.tenant_id AND t.kind = 'import' AND t.input ->> 'id' = u.id::text ORDER BY t.created_at DESC, t.id DESC LIMIT 1) AS task`;

/** Loads an upload, or with `deleted`, a hidden one. With `lock`, nobody else can change it meanwhile. */
export async function loadUpload(
  tx: Transaction,
  id: string,
  { lock = false, deleted = false } = {},
): Promise<StoredUpload | undefined> {
  const rows = await tx.query<StoredUpload>(
    `SELECT ${columns} FROM upload_history u WHERE u.tenant_id = $1 AND u.id = $2 AND u.deleted_at IS ${deleted ? 'NOT NULL' : 'NULL'} ${lock ? 'FOR UPDATE OF u' : ''}`,
    [tx.tenantId, id],
  );
  return rows[0];
}

/** Returns the names of later uploads of the same kind, still in force, with rows that had been entered before. Latest first. */
export async function laterUploadsWithSameRows(tx: Transaction, { id, fileType }: StoredUpload): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `SELECT u.name FROM upload_history u JOIN upload_history own ON own.tenant_id = u.tenant_id AND own.id = $2
     WHERE u.tenant_id = $1 AND u.file_type = $3 AND u.application = own.application AND u.status = 'IMPORTED' AND (u.created_at, u.id) > (own.created_at, own.id)
       AND EXISTS (SELECT FROM jsonb_array_elements(u.summary -> 'effects') e WHERE (e ->> 'unchanged')::int > 0)
     ORDER BY u.created_at DESC, u.id DESC`,
    [tx.tenantId, id, fileType],
  );
  return rows.map(({ name }) => name);
}

export interface NewUpload extends Findings {
  readonly id: string;
  readonly fileType: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly sha256: Uint8Array;
  readonly storageKey: string;
  readonly status: UploadStatus;
  readonly application: string;
  readonly mapping: StoredMapping | null;
}

type Settled = Findings & { readonly undone?: Undone | null };
const summaryOf = ({
  effects,
  sums,
  notes,
  warnings,
  changes,
  numberOfChanges,
  conflict,
  figures,
  digest,
  undone,
}: Settled): string =>
  JSON.stringify({
    effects,
    sums,
    notes,
    warnings,
    changes,
    numberOfChanges,
    conflict,
    figures,
    digest,
    undone: undone ?? undefined,
  });

export async function insertUpload(tx: Transaction, upload: NewUpload): Promise<void> {
  const { id, fileType, fileName, status, errors } = upload;
  await tx.query(
    `INSERT INTO upload_history (tenant_id, id, file_type, name, mime_type, size_bytes, sha256, storage_key, status,
       summary, errors, mapping, application, created_at, updated_at, created_by, updated_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11::jsonb, $12::jsonb, $13, $14, $14, $15, $15)`,
    [
      tx.tenantId,
      id,
      fileType,
      fileName,
      upload.mimeType,
      upload.sizeBytes,
      Buffer.from(upload.sha256),
      upload.storageKey,
      status,
      summaryOf(upload),
      JSON.stringify(errors),
      upload.mapping === null ? null : JSON.stringify(upload.mapping),
      upload.application,
      tx.now,
      tx.personId,
    ],
  );
  note(tx, 'uploadFile', upload, null, 1);
}

/** Stores the outcome of an upload, in the same transaction. */
export async function settleUpload(
  tx: Transaction,
  operation: string,
  before: StoredUpload,
  status: UploadStatus,
  findings: Settled,
  more: Pick<Change, 'alsoNotifies' | 'reason'> = {},
): Promise<void> {
  const [settled] = await tx.query<{ rowVersion: number }>(
    `UPDATE upload_history SET status = $3, summary = $4::jsonb, errors = $5::jsonb, row_version = row_version + 1,
       updated_at = $6, updated_by = $7 WHERE tenant_id = $1 AND id = $2 RETURNING row_version AS "rowVersion"`,
    [tx.tenantId, before.id, status, summaryOf(findings), JSON.stringify(findings.errors), tx.now, tx.personId],
  );
  note(
    tx,
    operation,
    { ...before, status, effects: findings.effects },
    before,
    settled?.rowVersion ?? before.rowVersion + 1,
    more,
  );
}

/** Hides an upload or restores it. The data it entered stays. */
export async function hideUpload(
  tx: Transaction,
  operation: string,
  upload: StoredUpload,
  hide: boolean,
): Promise<void> {
  const [hidden] = await tx.query<{ rowVersion: number }>(
    `UPDATE upload_history SET deleted_at = $3, deleted_by = $4, row_version = row_version + 1, updated_at = $5, updated_by = $6
     WHERE tenant_id = $1 AND id = $2 RETURNING row_version AS "rowVersion"`,
    [tx.tenantId, upload.id, hide ? tx.now : null, hide ? tx.personId : null, tx.now, tx.personId],
  );
  note(tx, operation, upload, upload, hidden?.rowVersion ?? upload.rowVersion + 1);
}

type Noted = Pick<StoredUpload, 'id' | 'application' | 'fileType' | 'fileName' | 'status' | 'effects'>;
function note(
  tx: Transaction,
  operation: string,
  after: Noted,
  before: Noted | null,
  rowVersion: number,
  more: Pick<Change, 'alsoNotifies' | 'reason'> = {},
): void {
  const display = ({ id, fileType, fileName, status, effects }: Noted) => ({ id, fileType, fileName, status, effects });
  tx.record({
    operation,
    objectType: 'upload',
    linkType: 'DataUpload',
    application: after.application,
    objectId: after.id,
    objectName: after.fileName,
    before: before && display(before),
    after: display(after),
    rowVersion,
    ...more,
  });
}

/**
 * Returns the total bytes of the firm's files, including those not visible to the person. Takes a lock until the end of
 * the transaction, so that concurrent uploads can't exceed a limit together.
 */
export async function claimStorage(tx: Transaction): Promise<number> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('storage ' || $1, 0))`, [tx.tenantId]);
  return storedBytes(tx);
}

/** Returns the total bytes of the firm's files, including those not visible to the person. */
export async function storedBytes(tx: Transaction): Promise<number> {
  const [row] = await tx.query<{ bytes: string }>('SELECT stored_bytes()::text AS bytes');
  return Number(row?.bytes ?? 0);
}
