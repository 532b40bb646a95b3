import type { Database } from '@carrara/adapters/postgres/engine/database/openDatabase';
import type { WithTenant } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { hasOutdatedFigures } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { insertTask, listTasks } from '@carrara/adapters/postgres/platform/task/tasks';
import { v7 as newId } from 'uuid';

/**
 * Queues a job for each firm with figures of open quarters from another rule version, which recomputes them as the
 * product's own action. Locked quarters keep their figures.
 */
export async function renewFigures(
  { worker }: Pick<Database, 'worker'>,
  withTenant: WithTenant,
  now: () => Date,
): Promise<void> {
  const { rows } = await worker.query<{ id: string }>('SELECT id FROM tenant ORDER BY id');
  for (const { id } of rows) {
    await withTenant({ tenantId: id, personId: null, now: now().toISOString() }, async (tx) => {
      if (!(await hasOutdatedFigures(tx))) return;
      const isRunning = (await listTasks(tx)).some(({ endedDate }) => endedDate === null);
      if (isRunning) return;
      await insertTask(tx, { id: newId(), kind: 'recompute', title: 'Figures of all open quarters', input: {} });
    });
  }
}
