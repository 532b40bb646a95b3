import { type FileDigest, isFileKey } from '../../files/fileStore.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import type { Finding } from './finding.ts';

/** Reads the digests of stored files. */
export interface FileDigests {
  /** Returns undefined if the file doesn't exist, and `deleted` if the record that named it is gone meanwhile. */
  digest(key: string): Promise<FileDigest | 'deleted' | undefined>;
}

interface Named {
  readonly type: string;
  readonly name: string;
  readonly key: string;
  readonly size: string | null;
  readonly sha256: string | null;
}

const named = `
  SELECT 'document' AS type, name, storage_key AS key, size_bytes::text AS size, encode(sha256, 'hex') AS sha256
  FROM document WHERE tenant_id = $1 AND storage_key IS NOT NULL
  UNION ALL
  SELECT 'upload', name, storage_key, size_bytes::text, encode(sha256, 'hex')
  FROM upload_history WHERE tenant_id = $1 AND storage_key IS NOT NULL AND status <> 'DELETED'
  UNION ALL
  SELECT 'delivery', file_name, storage_key, size_bytes::text, encode(sha256, 'hex') FROM delivery WHERE tenant_id = $1
  UNION ALL
  SELECT 'compensation statement', p.name || ' ' || r.year, r.storage_key, r.size_bytes::text, r.pdf_sha256
  FROM pay_statement_release r JOIN participant p ON p.tenant_id = r.tenant_id AND p.id = r.employee_id WHERE r.tenant_id = $1
  ORDER BY 1, 2, 3`;

/** SQL for pictures that the audit log doesn't name, and for those that it names last and that don't exist. A firm's logo is named by its type and size. */
const differingPictures = `
  WITH change AS (
    SELECT seq, operation, object_type, object_id, CASE operation WHEN 'uploadImage' THEN object_id::text ELSE after->>'picture' END AS picture, after->>'logo' AS logo
    FROM activity WHERE tenant_id = $1
      AND operation IN ('uploadImage', 'changeEmployeePicture', 'changeInvestmentLogo', 'changeFirmLogo', 'changeTenantLogo')),
  last AS (SELECT DISTINCT ON (object_type, object_id) * FROM change ORDER BY object_type, object_id, seq DESC),
  logo AS (SELECT id::text, mime_type || ', ' || octet_length(content) || ' bytes' AS size FROM image WHERE tenant_id = $1 AND container_id = $1)
  SELECT id::text, 'is not in the audit log' AS description FROM image i
  WHERE tenant_id = $1 AND container_id IS DISTINCT FROM $1 AND NOT EXISTS (SELECT FROM change c WHERE c.picture = i.id::text)
  UNION ALL
  SELECT picture, 'is missing' FROM last WHERE picture IS NOT NULL AND NOT EXISTS (SELECT FROM image i WHERE i.tenant_id = $1 AND i.id::text = last.picture)
  UNION ALL
  SELECT id, 'is not the logo in the audit log' FROM logo
  WHERE NOT EXISTS (SELECT FROM last WHERE operation = 'changeTenantLogo' AND last.logo = logo.size)
  UNION ALL
  SELECT 'logo', 'is missing' FROM last WHERE operation = 'changeTenantLogo' AND logo IS NOT NULL AND NOT EXISTS (SELECT FROM logo)
  ORDER BY 1`;

export interface FilesReport {
  readonly checked: number;
  readonly findings: readonly Finding[];
}

/** Compares every stored file and picture with the digest recorded when it was stored, and the pictures with the audit log. */
export async function verifyFiles(tx: Transaction, files: FileDigests): Promise<FilesReport> {
  const findings: Finding[] = [];
  const rows = await tx.query<Named>(named, [tx.tenantId]);
  for (const { type, name, key, size, sha256 } of rows) {
    const location = [type, name, `file ${key}`];
    if (!isFileKey(key)) {
      findings.push({ location, description: 'the storage key is malformed' });
      continue;
    }
    const found = await files.digest(key).catch((error: unknown) => error as Error);
    if (found === 'deleted') continue;
    if (found instanceof Error)
      findings.push({ location, description: `the stored file can’t be read: ${found.message}` });
    else if (found === undefined) findings.push({ location, description: 'the stored file is missing' });
    else if (sha256 !== null && found.sha256 !== sha256)
      findings.push({ location, description: 'the bytes of the stored file', was: sha256, is: found.sha256 });
    else if (size !== null && String(found.sizeBytes) !== size)
      findings.push({ location, description: 'the size of the stored file', was: size, is: String(found.sizeBytes) });
  }
  const pictures = await tx.query<{ id: string; was: string; is: string }>(
    `SELECT id, encode(sha256, 'hex') AS was, encode(sha256(content), 'hex') AS is FROM image
     WHERE tenant_id = $1 AND sha256 <> sha256(content) ORDER BY id`,
    [tx.tenantId],
  );
  findings.push(
    ...pictures.map(({ id, was, is }) => ({ location: ['picture', id], description: 'its bytes', was, is })),
  );
  const differing = await tx.query<{ id: string; description: string }>(differingPictures, [tx.tenantId]);
  findings.push(...differing.map(({ id, description }) => ({ location: ['picture', id], description })));
  const [{ count } = { count: 0 }] = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM image WHERE tenant_id = $1',
    [tx.tenantId],
  );
  return { checked: rows.length + count, findings };
}
