import { v7 as newId } from 'uuid';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** Records that a person downloaded a file. */
export async function storeDownload(
  tx: Transaction,
  file: { readonly personId: string; readonly name: string; readonly at: Date },
): Promise<void> {
  const by = tx.token ? `, by program ${tx.token.name}` : '';
  await tx.query(
    `INSERT INTO access_event (tenant_id, id, person_id, kind, subject, created_at) VALUES ($1, $2, $3, 'DOWNLOAD', left($4, 400), $5)`,
    [tx.tenantId, newId(), file.personId, file.name + by, file.at],
  );
}
