import { recordTables } from '@carrara/adapters/postgres/engine/journal';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';

/** Has the trail note every record as it is now, as if each had just been saved. */
export async function noteEverything(tx: Transaction): Promise<void> {
  for (const [objectType, [root]] of Object.entries(recordTables)) {
    const tenant = root.table === 'tenant' ? 'id' : 'tenant_id';
    const where = 'where' in root ? ` AND ${root.where}` : '';
    const rows = await tx.query<{ id: string }>(
      `SELECT t.${root.key} AS id FROM ${root.table} t WHERE t.${tenant} = $1${where}`,
      [tx.tenantId],
    );
    for (const { id } of rows) tx.record({ operation: 'note', objectType, objectId: id, before: {}, after: {} });
  }
}
