import type { Database } from '@carrara/adapters/postgres/engine/database/openDatabase';
import type { Publisher } from '@carrara/adapters/postgres/engine/outbox/publisher';
import { mailCounts } from '@carrara/adapters/postgres/platform/mail/mailQueue';
import { taskCounts } from '@carrara/adapters/postgres/platform/task/taskQueue';
import type { Measures } from '../http/metrics.ts';

/** Returns the metrics of a running server. */
export const measuresFor = (
  { app, worker }: Pick<Database, 'app' | 'worker'>,
  { lag }: Publisher,
  now: () => Date,
): Measures => ({
  pools: { app, worker },
  mailCounts: () => mailCounts(worker),
  taskCounts: () => taskCounts(worker, now()),
  eventLag: lag,
  // Loads the backup code with its encryption on first use.
  lastBackup: async () => (await import('@carrara/adapters/backup/lastBackup')).lastBackup(worker),
  now,
});
