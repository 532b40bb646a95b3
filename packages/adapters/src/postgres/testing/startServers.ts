import { startTestServers } from './servers.ts';

/**
 * Keeps the database servers of the data tests running from the first file to the last. Otherwise each file starts and
 * stops its own.
 */
export async function setup(): Promise<() => Promise<void>> {
  const servers = await startTestServers();
  return async () => {
    await Promise.all(servers.map(async ({ cluster }) => cluster?.stop()));
  };
}
