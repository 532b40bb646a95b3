import { createHash } from 'node:crypto';
import { v7 as newId } from 'uuid';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import type { StoredImage } from './storedImage.ts';

/** Stores a picture, optionally of a record, and returns its id. */
export async function insertImage(
  tx: Transaction,
  image: { readonly type: string; readonly bytes: Uint8Array; readonly containerId?: string | null },
): Promise<string> {
  const id = newId();
  const bytes = Buffer.from(image.bytes);
  await tx.query(
    `INSERT INTO image (tenant_id, id, container_id, mime_type, content, sha256, created_at, created_by, updated_at, updated_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $7, $8)`,
    [
      tx.tenantId,
      id,
      image.containerId ?? null,
      image.type,
      bytes,
      createHash('sha256').update(bytes).digest(),
      tx.now,
      tx.personId,
    ],
  );
  return id;
}

export async function loadImage(tx: Transaction, id: string): Promise<StoredImage | undefined> {
  const [image] = await tx.query<StoredImage>(
    'SELECT mime_type AS type, content AS bytes FROM image WHERE tenant_id = $1 AND id = $2',
    [tx.tenantId, id],
  );
  return image;
}

const owners = {
  employee: { table: 'employee', column: 'picture_image_id', parent: 'participant' },
  investment: { table: 'investment', column: 'logo_image_id', parent: 'container' },
  firm: { table: 'firm', column: 'logo_image_id', parent: 'container' },
} as const;
export type PictureOwner = keyof typeof owners;

/** Returns the record type of this id, if it can have a picture. */
export async function readPictureOwner(tx: Transaction, id: string): Promise<PictureOwner | undefined> {
  const [found] = await tx.prepared<{ kind: PictureOwner }>(
    `SELECT 'employee' AS kind FROM employee WHERE tenant_id = $1 AND id = $2
     UNION ALL SELECT 'investment' FROM investment WHERE tenant_id = $1 AND id = $2
     UNION ALL SELECT 'firm' FROM firm WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, id],
  );
  return found?.kind;
}

export interface PictureChange {
  readonly operation: string;
  readonly owner: PictureOwner;
  readonly id: string;
  /** Null removes the picture. */
  readonly imageId: string | null;
  readonly rowVersion?: number | null | undefined;
}

interface OwnerRow {
  readonly name: string;
  readonly imageId: string | null;
  readonly rowVersion: number;
}

/**
 * Replaces or removes a record's picture and deletes the previous one. Returns false if the record's version has
 * changed.
 */
export async function changePicture(tx: Transaction, change: PictureChange): Promise<boolean> {
  const { table, column, parent } = owners[change.owner];
  const [before] = await tx.query<OwnerRow>(
    `SELECT c.name, t.${column} AS "imageId", t.row_version AS "rowVersion" FROM ${table} t
     JOIN ${parent} c ON c.tenant_id = t.tenant_id AND c.id = t.id WHERE t.tenant_id = $1 AND t.id = $2 FOR UPDATE OF t`,
    [tx.tenantId, change.id],
  );
  if (!before || (typeof change.rowVersion === 'number' && change.rowVersion !== before.rowVersion)) return false;
  await tx.query(
    `UPDATE ${table} SET ${column} = $3, row_version = row_version + 1, updated_at = $4, updated_by = $5 WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, change.id, change.imageId, tx.now, tx.personId],
  );
  if (before.imageId) {
    await tx.query('DELETE FROM image WHERE tenant_id = $1 AND id = $2', [tx.tenantId, before.imageId]);
  }
  tx.record({
    operation: change.operation,
    objectType: change.owner,
    objectId: change.id,
    objectName: before.name,
    before: { picture: before.imageId },
    after: { picture: change.imageId },
    rowVersion: before.rowVersion + 1,
  });
  return true;
}
