import { existsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { type Cluster, startCluster } from '../engine/supervisor/startCluster.ts';
import { hash } from './hash.ts';

export type TestEngine = 'embedded' | 'server';

/** Folders in which Debian and similar systems install PostgreSQL. */
const systemBinDirs = ['18', '17', '16', '15'].map((major) => `/usr/lib/postgresql/${major}/bin`);
const { PROVE_RUNS, TEST_DATABASE_URL, TEST_DEPTH, TEST_POSTGRES_BIN, TEST_SERVER_AWAY } = process.env;
// Same as `isThorough` of @carrara/domain/testing, which Vitest's own process can't load before it is built.
const isThorough = TEST_DEPTH === 'all' || PROVE_RUNS !== undefined;
/**
 * Folder of the machine's own PostgreSQL programs, or TEST_POSTGRES_BIN. Undefined if there are none, or if
 * `startTestServers` couldn't start them.
 */
export const systemBinDir = TEST_SERVER_AWAY
  ? undefined
  : [TEST_POSTGRES_BIN, ...systemBinDirs].find((folder) => folder && existsSync(join(folder, 'initdb')));

/**
 * Engines to test on: the embedded one, and a PostgreSQL server if there is one (TEST_DATABASE_URL, or the machine's
 * own programs). Only `npm test -- all` uses the machine's own, because it repeats the tests of the embedded engine.
 */
export const testEngines: readonly TestEngine[] =
  TEST_DATABASE_URL || (systemBinDir && isThorough) ? ['embedded', 'server'] : ['embedded'];

/**
 * Environment variable with the address of a server that runs until the last test ends. Test processes inherit it, so
 * they don't look for a server again.
 */
const runningServer = (engine: TestEngine) => `TEST_SERVER_${engine.toUpperCase()}`;

/**
 * Starts the servers of all engines. If the machine's own server doesn't start, its tests are skipped and a line says
 * why.
 */
export async function startTestServers(start = testServer): Promise<readonly TestServer[]> {
  const run = async (engine: TestEngine) => {
    const server = await start(engine);
    process.env[runningServer(engine)] = server.adminUrl;
    return server;
  };
  const embedded = await run('embedded');
  if (!testEngines.includes('server')) return [embedded];
  try {
    return [embedded, await run('server')];
  } catch (error) {
    // Set before the test processes start, so that they inherit it.
    process.env['TEST_SERVER_AWAY'] = 'true';
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    process.stdout.write(`Skipped: the tests on the PostgreSQL in ${systemBinDir}, which did not start. ${reason}\n`);
    return [embedded];
  }
}

/** Settings of one cluster per engine and checkout, kept between runs. Tests don't need to survive a power failure. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

interface TestServer {
  readonly adminUrl: string;
  readonly cluster?: Cluster;
}

export async function testServer(engine: TestEngine): Promise<TestServer> {
  if (engine === 'server' && TEST_DATABASE_URL) return { adminUrl: TEST_DATABASE_URL };
  const adminUrl = process.env[runningServer(engine)];
  if (adminUrl) return { adminUrl };
  // The sources and the build of a checkout share a cluster, so that the demo is created once for both.
  const folder = join(
    tmpdir(),
    `carrara-test-${userInfo().uid}`,
    `${engine}-${hash(join(import.meta.dirname, '../../..'))}`,
  );
  const own = engine === 'server' && systemBinDir ? { binDir: systemBinDir } : {};
  const cluster = await startCluster({ dataDir: folder, settings, ...own });
  return { adminUrl: cluster.adminUrl, cluster };
}
