import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createDiskFiles } from '../files/diskFiles.ts';
import type { Storage } from './openStorage.ts';
import { diskTrouble, StorageTrouble } from '../files/storageTrouble.ts';

export interface StorageWatch {
  /** Resolves if the database responds and the last trial write to both disks succeeded. Fails: StorageTrouble. */
  ready(): Promise<void>;
  stop(): void;
}

const everyMs = 5_000;
/** Time that the database has to respond. A balancer's check doesn't wait longer, and statements may take a minute. */
const respondsWithinMs = 3_000;

/**
 * Tries every few seconds to store something, so that a full or read-only disk is noticed before somebody needs it, and
 * so is its recovery.
 */
export function watchStorage(
  storage: Pick<Storage, 'database' | 'dataDir' | 'files' | 'away'>,
  log: (message: string) => void,
): StorageWatch {
  let trouble: string | undefined;
  let trying = false;
  const attempt = async () => {
    if (trying) return;
    trying = true;
    const before = trouble;
    trouble = await tryToStore(storage).then(
      () => undefined,
      (error: unknown) => diskTrouble(error) ?? 'Data can’t be saved right now.',
    );
    if (trouble !== before) log(trouble ?? 'Data can be saved again.');
    trying = false;
  };
  // Checks share one statement, so that they don't use up the connections while the server is silent.
  let response: Promise<unknown> | undefined;
  const responds = async () => {
    response ??= storage.database.app.query('SELECT 1').finally(() => (response = undefined));
    await Promise.race([
      response,
      pause(respondsWithinMs, undefined, { ref: false }).then(() => {
        throw new Error('no response in time');
      }),
    ]);
  };
  const timer = setInterval(() => void attempt(), everyMs);
  timer.unref();
  void attempt();
  return {
    async ready() {
      try {
        await responds();
      } catch {
        throw new StorageTrouble(storage.away() ?? 'PostgreSQL doesn’t respond.');
      }
      if (trouble !== undefined) throw new StorageTrouble(trouble);
    },
    stop: () => clearInterval(timer),
  };
}

async function tryToStore({
  database,
  dataDir,
  files,
}: Pick<Storage, 'database' | 'dataDir' | 'files'>): Promise<void> {
  // The heads of the audit chains are in the data folder, wherever the files are.
  const onDisk = createDiskFiles(join(dataDir, 'files'));
  await onDisk.ready();
  if (files.location !== onDisk.location) await files.ready();
  await database.worker.query(
    `INSERT INTO installation (name, value) VALUES ('trial', now()::text) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  );
}
