import { v7 as newId } from 'uuid';
import type { TestStore, TestTenant } from './tenants.ts';

export async function referenceEntry(
  store: TestStore,
  tenant: TestTenant,
  type: string,
  code: string,
  description = code,
) {
  const id = newId();
  await store.withTenant(tenant.context, (tx) =>
    tx.query('INSERT INTO reference_entry (tenant_id, id, type, code, description) VALUES ($1, $2, $3, $4, $5)', [
      tenant.tenantId,
      id,
      type,
      code,
      description,
    ]),
  );
  return { id, code, description };
}
