import { type ChainHead, chainHeads, keepHeads } from '@carrara/adapters/postgres/engine/journal';
import type { Storage } from '@carrara/adapters/storage';

/** Often enough that a day's file is there also when the process runs for an hour only. */
const everyMs = 3_600_000;

/** Keeps the ends of the audit chains in the data folder: now, every hour in the file of the day, and when it is told to stop. */
export function keepAuditHeads({ database, dataDir }: Storage, now: () => Date, log: (error: unknown) => void) {
  const keep = async () => keepHeads(dataDir, await chainHeads(database.worker), now().toISOString());
  const attempt = () => keep().catch(log);
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

/** Keeps the end of one chain, as a decision on money leaves it. It is stored whatever becomes of this, so a failure is logged and no more. */
export const headKeeper =
  (dataDir: string, now: () => Date, log: (error: unknown) => void) =>
  (head: ChainHead): Promise<void> =>
    keepHeads(dataDir, [head], now().toISOString()).catch(log);
