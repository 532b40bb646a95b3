import type { Database } from '@carrara/adapters/postgres/engine/database/openDatabase';
import { beginStates, isCreatedByProduct } from '@carrara/adapters/postgres/engine/auditLog/beginStates';
import type { WithTenant } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { noteStandardEntries } from '@carrara/adapters/postgres/platform/referenceData/standardNote';

/**
 * Records the initial states of members and runs for new firms, and for firms of a version that stored none, before
 * anybody changes them. The audit log must not confirm a firm that somebody inserted, so it is left out.
 */
export async function storeStates(
  { worker }: Pick<Database, 'worker'>,
  withTenant: WithTenant,
  now: () => Date,
): Promise<void> {
  const { rows } = await worker.query<{ id: string }>(
    `SELECT id FROM tenant t WHERE ${isCreatedByProduct} ORDER BY id`,
  );
  for (const { id } of rows) {
    await withTenant({ tenantId: id, personId: null, now: now().toISOString() }, async (tx) => {
      await beginStates(tx);
      await noteStandardEntries(tx);
    });
  }
}
