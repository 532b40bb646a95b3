import { payReadLog } from '@carrara/adapters/postgres/compensation/access/payReads';
import { sealDay, unsealedDays } from '@carrara/adapters/postgres/engine/auditLog/dailySeal';
import type { WithTenant } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { deliveryLog } from '@carrara/adapters/postgres/platform/delivery/deliveryLog';
import { accessLog } from '@carrara/adapters/postgres/platform/userActivity/accessLog';
import type { Pool } from 'pg';

/** Rows written just before midnight may be stored just after it. */
const graceMs = 600_000;

/** Seals the past days of logs that have no audit entry per row, in each firm's audit log. Days already sealed stay. */
export async function sealLogs(worker: Pool, withTenant: WithTenant, now: Date): Promise<void> {
  const today = new Date(now.getTime() - graceMs).toISOString().slice(0, 10);
  for (const log of [payReadLog, accessLog, deliveryLog])
    for (const day of await unsealedDays(worker, log, today))
      await withTenant({ tenantId: day.tenantId, personId: null, now: now.toISOString() }, (tx) =>
        sealDay(tx, log, day),
      );
}
