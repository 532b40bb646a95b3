import { sealDay, unsealedDays } from '@carrara/adapters/postgres/compensation/payAccess';
import type { WithTenant } from '@carrara/adapters/postgres/engine/unitOfWork';
import type { Pool } from 'pg';

/** Seals the days before today of who looked at whose pay, in the trail of each firm; what is sealed already stays. */
export async function sealPayReads(worker: Pool, withTenant: WithTenant, now: Date): Promise<void> {
  for (const day of await unsealedDays(worker, now.toISOString().slice(0, 10)))
    await withTenant({ tenantId: day.tenantId, personId: null, now: now.toISOString() }, (tx) => sealDay(tx, day));
}
