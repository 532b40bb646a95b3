import { existsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { type Cluster, startCluster } from '../engine/supervisor/index.ts';
import { hash } from './hash.ts';

export type TestEngine = 'embedded' | 'server';

/** Where Debian and its like put the programs of a PostgreSQL server that is not ours. */
const systemBinDirs = ['18', '17', '16', '15'].map((major) => `/usr/lib/postgresql/${major}/bin`);
export const systemBinDir = systemBinDirs.find((folder) => existsSync(join(folder, 'initdb')));

/** The engines that this machine can test on: the embedded one, and TEST_DATABASE_URL or the machine's own server programs. */
export const testEngines: readonly TestEngine[] =
  process.env['TEST_DATABASE_URL'] || systemBinDir ? ['embedded', 'server'] : ['embedded'];

/** One cluster for each engine and checkout, kept between runs; a test needs no disk that survives a power cut. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

export async function testServer(engine: TestEngine): Promise<{ adminUrl: string; cluster?: Cluster }> {
  const url = process.env['TEST_DATABASE_URL'];
  if (engine === 'server' && url) return { adminUrl: url };
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
