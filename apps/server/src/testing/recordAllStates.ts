import { recordIdsSql } from '@carrara/adapters/postgres/engine/journal/recordStates';
import { recordTypes } from '@carrara/adapters/postgres/engine/journal/recordTables';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';

/** Records the current state of every record in the audit log, as if each had just been saved. */
export async function recordAllStates(tx: Transaction): Promise<void> {
  for (const objectType of recordTypes) {
    const rows = await tx.query<{ id: string }>(recordIdsSql(objectType), [tx.tenantId]);
    for (const { id } of rows) tx.record({ operation: 'note', objectType, objectId: id, before: {}, after: {} });
  }
}
