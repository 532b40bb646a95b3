import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import type { StoredImage } from './storedImage.ts';

/** SQL for a firm's logo: the newest picture whose container is the firm itself. */
const logo = 'FROM image WHERE tenant_id = $1 AND container_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1';

/** Returns the id of the logo, so that browsers request one only if it exists, and again when it changes. */
export async function readLogoId(tx: Transaction): Promise<string | null> {
  const [found] = await tx.query<{ id: string }>(`SELECT id ${logo}`, [tx.tenantId]);
  return found?.id ?? null;
}

export async function loadLogo(tx: Transaction): Promise<StoredImage | undefined> {
  const [found] = await tx.query<StoredImage>(`SELECT mime_type AS type, content AS bytes ${logo}`, [tx.tenantId]);
  return found;
}

export async function removeLogo(tx: Transaction): Promise<void> {
  await tx.query('DELETE FROM image WHERE tenant_id = $1 AND container_id = $1', [tx.tenantId]);
}
