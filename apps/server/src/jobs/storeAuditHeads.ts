import { type ChainHead, chainHeads } from '@carrara/adapters/postgres/engine/journal/verifyChain';
import { storeHeads } from '@carrara/adapters/postgres/engine/journal/storedHeads';
import type { Storage } from '@carrara/adapters/storage/openStorage';

/** Hourly, so that a day's file exists even if the process runs for an hour only. */
const everyMs = 3_600_000;

/**
 * Saves the heads of the audit chains in the data folder: now, every hour into the file of the day, and at shutdown.
 */
export function storeAuditHeads({ database, dataDir }: Storage, now: () => Date, log: (error: unknown) => void) {
  const store = async () => storeHeads(dataDir, await chainHeads(database.worker), now().toISOString());
  const attempt = () => store().catch(log);
  const timer = setInterval(() => void attempt(), everyMs);
  timer.unref();
  void attempt();
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await attempt();
    },
  };
}

/**
 * Returns a function that saves the head of one chain after a decision. The decision is stored in any case,
 * so a failure is only logged.
 */
export const storeHeadOnDisk =
  (dataDir: string, now: () => Date, log: (error: unknown) => void) =>
  (head: ChainHead): Promise<void> =>
    storeHeads(dataDir, [head], now().toISOString()).catch(log);
