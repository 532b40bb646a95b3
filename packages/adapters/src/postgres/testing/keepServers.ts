import { testEngines, testServer } from './servers.ts';

/** Keeps the database servers of the data tests running from the first file to the last: each file starts and stops its own otherwise. */
export async function setup(): Promise<() => Promise<void>> {
  const servers = await Promise.all(testEngines.map(testServer));
  return async () => {
    await Promise.all(servers.map(async ({ cluster }) => cluster?.stop()));
  };
}
