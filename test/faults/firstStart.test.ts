import { reachDatabase } from '@carrara/adapters/storage/openStorage';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  stopAndRemove,
  dataFolder,
  freePort,
  killProcess,
  readPostmaster,
  root,
  serverProgram,
  startProduct,
} from './product.ts';

const args = (folder: string) => [...serverProgram, '--data', folder];

const tables = [
  'tenant',
  'person',
  'participant',
  'container',
  'allocation_entry',
  'distribution',
  'distribution_detail',
  'document',
  'activity',
];

/** Connects to the database of a data folder while the server runs. */
async function inspect<T>(folder: string, work: (database: pg.Client) => Promise<T>): Promise<T> {
  const reached = await reachDatabase({ checkout: root, dataDir: folder });
  const client = new pg.Client({ connectionString: reached.adminUrl });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
    await reached.close();
  }
}

const rowsOf = async (database: pg.Client, table: string) =>
  Number((await database.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n);

/** Counts the rows of the demo. Ids and times differ between two demos. */
const counts = (folder: string) =>
  inspect(folder, async (database) => {
    const found: [string, number][] = [];
    for (const table of tables) found.push([table, await rowsOf(database, table)]);
    return found;
  });

describe('the first start', () => {
  const folder = dataFolder();
  const other = dataFolder();
  afterAll(async () => {
    await stopAndRemove(folder);
    await stopAndRemove(other);
  });

  // This creates the demo several times, so it runs only with `npm run prove -- faults`.
  it.runIf(process.env['PROVE_FAULTS'])(
    'has a complete demo after it was killed at several points',
    async () => {
      for (const afterMs of [0, 500, 1_500]) {
        const env = { ...process.env, PORT: String(await freePort()), DEMO: 'true', LOG_LEVEL: 'warn' };
        const child = spawn(process.execPath, args(folder), { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
        const exit = once(child, 'exit');
        let text = '';
        child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        await expect.poll(() => text, { timeout: 60_000, interval: 20 }).toMatch(/Creating the demo firms|is ready/);
        await pause(afterMs);
        killProcess(child.pid);
        await exit;
      }
      // A demo that was being computed has this mark until it is complete.
      await inspect(folder, (database) =>
        database.query(
          `INSERT INTO installation (name, value) VALUES ('demo', 'begun') ON CONFLICT (name) DO UPDATE SET value = 'begun'`,
        ),
      );
      const product = await startProduct(folder, { DEMO: 'true' });
      expect(product.written()).toContain('Creating them again');
      const undisturbed = await startProduct(other, { DEMO: 'true' });
      expect(await counts(folder)).toEqual(await counts(other));
      for (const { child, exit } of [product, undisturbed]) {
        child.kill('SIGTERM');
        expect(await exit).toBe(0);
      }
    },
    600_000,
  );

  it('leaves no database running if it fails', async () => {
    const used = createServer();
    await new Promise<void>((resolve) => used.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void used.close());
    const address = used.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const env = { ...process.env, PORT: String(port), DEMO: 'false', LOG_LEVEL: 'warn' };
    const child = spawn(process.execPath, args(other), { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    const [code] = (await once(child, 'exit')) as [number];
    expect([code, text]).toEqual([1, expect.stringContaining(`port ${port} is in use`)]);
    expect(readPostmaster(other)).toBeUndefined();
  });
});
