import { v7 as newId } from 'uuid';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** A record as an upload left it. */
export interface UploadRecord {
  readonly objectType: string;
  readonly objectId: string;
  /** Name of the record in failure messages. */
  readonly objectName: string;
  /** Null if the upload created the record, and so is `before`. */
  readonly versionBefore: number | null;
  readonly versionAfter: number;
  /** Fields before the upload. */
  readonly before: object | null;
}

export interface RecordToUndo extends UploadRecord {
  /** Name of the last file in force that changed the record later. */
  readonly laterFile: string | null;
}

/** Stores what an upload created and changed, in the order written. */
export async function storeUploadRecords(
  tx: Transaction,
  uploadId: string,
  records: readonly UploadRecord[],
): Promise<void> {
  const rows = records.map(({ objectType, objectId, objectName, versionBefore, versionAfter, before }, at) => ({
    id: newId(),
    position: at + 1,
    object_type: objectType,
    object_id: objectId,
    object_name: objectName,
    version_before: versionBefore,
    version_after: versionAfter,
    before,
  }));
  await tx.query(
    `INSERT INTO upload_record (tenant_id, upload_id, id, position, object_type, object_id, object_name, version_before, version_after, before)
     SELECT $1, $2, r.id, r.position, r.object_type, r.object_id, r.object_name, r.version_before, r.version_after, r.before
     FROM jsonb_populate_recordset(NULL::upload_record, $3::jsonb) r`,
    [tx.tenantId, uploadId, JSON.stringify(rows)],
  );
}

/** Stores the record's version in which the upload was undone. */
export const storeUndoneVersion = (tx: Transaction, uploadId: string, objectId: string, version: number) =>
  tx.query('UPDATE upload_record SET version_undone = $4 WHERE tenant_id = $1 AND upload_id = $2 AND object_id = $3', [
    tx.tenantId,
    uploadId,
    objectId,
    version,
  ]);

/**
 * Returns what an upload created and changed, in the order written. A record changed by a later upload that was undone
 * counts as unchanged since.
 */
export const recordsOfUpload = (tx: Transaction, uploadId: string): Promise<readonly RecordToUndo[]> =>
  tx.query<RecordToUndo>(
    `SELECT r.object_type AS "objectType", r.object_id AS "objectId", r.object_name AS "objectName", r.version_before AS "versionBefore",
       (WITH RECURSIVE same AS (SELECT r.version_after AS version UNION
          SELECT l.version_undone FROM same JOIN upload_record l ON l.tenant_id = r.tenant_id AND l.object_id = r.object_id
            AND l.version_before = same.version WHERE l.version_undone IS NOT NULL)
        SELECT max(version) FROM same) AS "versionAfter", r.before,
       (SELECT h.name FROM upload_record l JOIN upload_history h ON h.tenant_id = l.tenant_id AND h.id = l.upload_id
        WHERE l.tenant_id = r.tenant_id AND l.object_id = r.object_id AND l.version_after > r.version_after AND h.status = 'IMPORTED'
        ORDER BY l.version_after DESC LIMIT 1) AS "laterFile"
     FROM upload_record r WHERE r.tenant_id = $1 AND r.upload_id = $2 ORDER BY r.position`,
    [tx.tenantId, uploadId],
  );
