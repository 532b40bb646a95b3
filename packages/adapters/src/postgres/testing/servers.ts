import { existsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { type Cluster, startCluster } from '../engine/supervisor/index.ts';
import { hash } from './hash.ts';

export type TestEngine = 'embedded' | 'server';

/** Where Debian and its like put the programs of PostgreSQL. */
const systemBinDirs = ['18', '17', '16', '15'].map((major) => `/usr/lib/postgresql/${major}/bin`);
const { PROVE_RUNS, TEST_DATABASE_URL, TEST_DEPTH, TEST_POSTGRES_BIN, TEST_SERVER_AWAY } = process.env;
// As `isThorough` of @carrara/domain/testing, which Vitest's own process can load only once it is built.
const isThorough = TEST_DEPTH === 'all' || PROVE_RUNS !== undefined;
/** The programs of the machine's own PostgreSQL, or of TEST_POSTGRES_BIN. Undefined where there are none or `startTestServers` could not start them. */
export const systemBinDir = TEST_SERVER_AWAY
  ? undefined
  : [TEST_POSTGRES_BIN, ...systemBinDirs].find((folder) => folder && existsSync(join(folder, 'initdb')));

/**
 * The engines to test on: the embedded one, and a PostgreSQL server where there is one (TEST_DATABASE_URL, or the machine's own programs). The
 * machine's own is left to `npm test -- all`: it repeats the tests of the embedded engine.
 */
export const testEngines: readonly TestEngine[] =
  TEST_DATABASE_URL || (systemBinDir && isThorough) ? ['embedded', 'server'] : ['embedded'];

/** The address of a server that runs until the last test ends. Test processes inherit it, so that none of them looks for the server again. */
const runningServer = (engine: TestEngine) => `TEST_SERVER_${engine.toUpperCase()}`;

/** Starts the servers of all engines. Tests of the machine's own server are left out when it does not start, with one line that says why. */
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
    // The test processes start after this one has set it.
    process.env['TEST_SERVER_AWAY'] = 'true';
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    process.stdout.write(`Skipped: the tests on the PostgreSQL in ${systemBinDir}, which did not start. ${reason}\n`);
    return [embedded];
  }
}

/** One cluster for each engine and checkout, kept between runs; a test needs no disk that survives a power cut. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

interface TestServer {
  readonly adminUrl: string;
  readonly cluster?: Cluster;
}

export async function testServer(engine: TestEngine): Promise<TestServer> {
  if (engine === 'server' && TEST_DATABASE_URL) return { adminUrl: TEST_DATABASE_URL };
  const adminUrl = process.env[runningServer(engine)];
  if (adminUrl) return { adminUrl };
  // One of each checkout, whether its sources or what is built of them asks: the demo is made once for both.
  const folder = join(
    tmpdir(),
    `carrara-test-${userInfo().uid}`,
    `${engine}-${hash(join(import.meta.dirname, '../../..'))}`,
  );
  const own = engine === 'server' && systemBinDir ? { binDir: systemBinDir } : {};
  const cluster = await startCluster({ dataDir: folder, settings, ...own });
  return { adminUrl: cluster.adminUrl, cluster };
}
