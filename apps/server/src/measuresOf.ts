import type { Database, Publisher } from '@carrara/adapters/postgres';
import { mailCounts } from '@carrara/adapters/postgres/platform/mail';
import { taskCounts } from '@carrara/adapters/postgres/platform/task';
import type { Measures } from './http/metrics.ts';

/** What a running server tells of itself. */
export const measuresOf = (
  { app, worker }: Pick<Database, 'app' | 'worker'>,
  { lag }: Publisher,
  now: () => Date,
): Measures => ({
  pools: { app, worker },
  mailCounts: () => mailCounts(worker),
  taskCounts: () => taskCounts(worker, now()),
  eventLag: lag,
  // What seals a backup is not loaded before the first question.
  lastBackup: async () => (await import('@carrara/adapters/backup')).lastBackup(worker),
  now,
});
