import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemBinDir } from '../../testing/servers.ts';
import { type Cluster, type ClusterOptions, startCluster, stopOrphanedCluster } from './startCluster.ts';

const isRoot = process.getuid?.() === 0;
const settings = { fsync: 'off' };

describe('the embedded cluster', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'carrara-cluster-'));
    chmodSync(root, 0o755);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const start = async (options: ClusterOptions): Promise<Cluster> => {
    const cluster = await startCluster({ settings, ...options });
    onTestFinished(() => cluster.stop());
    return cluster;
  };
  const query = async <T>(cluster: Cluster, text: string): Promise<T | undefined> => {
    const client = new pg.Client({ connectionString: cluster.adminUrl });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<{ answer: T }>(text)).rows[0]?.answer;
    } finally {
      await client.end();
    }
  };

  it('is created on the first start, keeps its data, and is stopped by its last user', async () => {
    const dataDir = join(root, 'life');
    const first = await start({ dataDir });
    expect(first.adopted).toBe(false);
    await query(first, 'CREATE TABLE answers AS SELECT 42 AS answer');
    const second = await start({ dataDir });
    expect([second.adopted, second.pid()]).toEqual([true, first.pid()]);
    await first.stop();
    expect(await query(second, 'SELECT answer FROM answers')).toBe(42);
    await second.stop();
    expect(second.pid()).toBeUndefined();
    const third = await start({ dataDir });
    expect(await query(third, 'SELECT answer FROM answers')).toBe(42);
  });

  it('is started once if several start at the same time', async () => {
    const dataDir = join(root, 'together');
    const clusters = await Promise.all([1, 2, 3].map(() => start({ dataDir })));
    expect(new Set(clusters.map((cluster) => cluster.pid())).size).toBe(1);
    expect(await query(clusters[2]!, 'SELECT 1 AS answer')).toBe(1);
  });

  it('lowercases and sorts letters of all languages, and requires a password from everyone', async () => {
    const cluster = await start({ dataDir: join(root, 'together') });
    expect(await query(cluster, `SELECT lower('ÉÄŽ') AS answer`)).toBe('éäž');
    const wrong = new URL(cluster.adminUrl);
    wrong.password = 'guess';
    await expect(new pg.Client({ connectionString: wrong.toString() }).connect()).rejects.toThrow(
      /password authentication failed/,
    );
    expect(await query(cluster, `SELECT current_setting('listen_addresses') AS answer`)).toBe('');
    expect(statSync(join(root, 'together', 'postgres.password')).mode & 0o777).toBe(0o600);
  });

  it('closes its folders to others, even if they were open before', async () => {
    const dataDir = join(root, 'open');
    mkdirSync(dataDir, { mode: 0o755 });
    const cluster = await start({ dataDir });
    expect(statSync(dataDir).mode & 0o777).toBe(isRoot ? 0o711 : 0o700);
    expect(statSync(cluster.home).mode & 0o777).toBe(0o700);
  });

  it('continues if the process that started it is killed, and is adopted by the next', async () => {
    const dataDir = join(root, 'orphan');
    const module = new URL('./startCluster.ts', import.meta.url).href;
    const script = `import(${JSON.stringify(module)}).then(async ({ startCluster }) => {
      const cluster = await startCluster({ dataDir: ${JSON.stringify(dataDir)}, settings: { fsync: 'off' } });
      process.stdout.write(String(cluster.pid()) + '\\n');
      setInterval(() => {}, 1000);
    });`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = await new Promise<number>((resolve) => child.stdout.once('data', (text) => resolve(Number(text))));
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    const cluster = await start({ dataDir });
    expect([cluster.adopted, cluster.pid()]).toEqual([true, pid]);
    // Another process still uses it.
    await stopOrphanedCluster(dataDir);
    expect(cluster.pid()).toBe(pid);
    await cluster.stop();
    expect(cluster.pid()).toBeUndefined();
    await stopOrphanedCluster(dataDir);
    expect(cluster.pid()).toBeUndefined();
  });

  it('is stopped during a restart', async () => {
    const cluster = await start({ dataDir: join(root, 'restarting') });
    const pid = cluster.pid()!;
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect([undefined, pid]).not.toContain(cluster.pid()), { timeout: 20_000, interval: 1 });
    await cluster.stop();
    expect(cluster.pid()).toBeUndefined();
  });

  it('restarts by itself if the server is killed, with every acknowledged commit', async () => {
    const cluster = await start({ dataDir: join(root, 'killed'), settings: {} });
    await query(cluster, 'CREATE TABLE answers (n int)');
    for (let round = 1; round <= 3; round += 1) {
      await query(cluster, `INSERT INTO answers VALUES (${round})`);
      const pid = cluster.pid();
      if (pid === undefined) throw new Error('no server runs');
      process.kill(pid, 'SIGKILL');
      await vi.waitFor(
        async () => expect(await query(cluster, 'SELECT count(*) AS answer FROM answers')).toBe(String(round)),
        { timeout: 20_000 },
      );
      expect(cluster.pid()).not.toBe(pid);
    }
  });

  it('retries if it cannot be started, says why it is unavailable, and recovers once it can', async () => {
    const lines: string[] = [];
    const cluster = await start({ dataDir: join(root, 'away'), log: (message) => lines.push(message) });
    await query(cluster, 'CREATE TABLE answers AS SELECT 42 AS answer');
    expect(cluster.away()).toBeUndefined();
    const needed = join(cluster.home, 'data', 'global', 'pg_control');
    const pid = cluster.pid();
    renameSync(needed, `${needed}.away`);
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    const failedStarts = () => readFileSync(join(cluster.home, 'postgres.log'), 'utf8').split('pg_control').length;
    await vi.waitFor(() => expect(failedStarts()).toBeGreaterThan(5), { timeout: 20_000 });
    expect(cluster.away()).toMatch(/stopped and is being restarted/);
    renameSync(`${needed}.away`, needed);
    await vi.waitFor(async () => expect(await query(cluster, 'SELECT answer FROM answers')).toBe(42), {
      timeout: 20_000,
    });
    await vi.waitFor(() => expect(cluster.away()).toBeUndefined(), { timeout: 20_000 });
    expect(lines.at(-1)).toBe('PostgreSQL is back.');
    await cluster.stop();
    expect(cluster.pid()).toBeUndefined();
  });

  it.skipIf(process.platform !== 'linux')('receives no environment variable that it does not need', async () => {
    process.env['A_SECRET_OF_OURS'] = 'secret';
    onTestFinished(() => {
      delete process.env['A_SECRET_OF_OURS'];
    });
    const cluster = await start({ dataDir: join(root, 'environment') });
    const environment = readFileSync(`/proc/${cluster.pid()}/environ`, 'latin1')
      .split('\0')
      .map((entry) => entry.split('=')[0]);
    expect(environment).toContain('PATH');
    expect(environment).not.toContain('A_SECRET_OF_OURS');
  });

  it('starts despite a lock file of a dead server', async () => {
    const dataDir = join(root, 'stale');
    const cluster = await start({ dataDir });
    const file = join(cluster.home, 'data', 'postmaster.pid');
    const content = readFileSync(file, 'utf8');
    await cluster.stop();
    writeFileSync(file, content);
    const again = await start({ dataDir });
    expect([again.adopted, await query(again, 'SELECT 1 AS answer')]).toEqual([false, 1]);
  });

  it.skipIf(process.platform !== 'linux')('does not wait for a killed zombie server', async () => {
    const dataDir = join(root, 'uncollected');
    const cluster = await start({ dataDir });
    const file = join(cluster.home, 'data', 'postmaster.pid');
    const content = readFileSync(file, 'utf8');
    await cluster.stop();
    const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 120'], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const pid = await new Promise<string>((resolve) =>
      parent.stdout.once('data', (text) => resolve(String(text).trim())),
    );
    writeFileSync(file, content.replace(/^\d+/, pid));
    const from = Date.now();
    const again = await start({ dataDir });
    expect([again.adopted, await query(again, 'SELECT 1 AS answer')]).toEqual([false, 1]);
    expect(Date.now() - from).toBeLessThan(10_000);
  });

  it('reports data of another major version', async () => {
    const dataDir = join(root, 'major');
    const cluster = await start({ dataDir });
    await cluster.stop();
    writeFileSync(join(cluster.home, 'data', 'PG_VERSION'), '12\n');
    await expect(startCluster({ dataDir })).rejects.toThrow(/created by PostgreSQL 12/);
  });

  it('works below a private folder, under a path longer than the limit for sockets', async () => {
    const closed = mkdtempSync(join(tmpdir(), 'carrara-closed-'));
    const dataDir = join(closed, 'a-rather-long-name-of-a-folder'.repeat(3), 'with-another-one-below-it'.repeat(2));
    mkdirSync(dataDir, { recursive: true });
    const cluster = await start({ dataDir });
    expect(await query(cluster, 'SELECT 1 AS answer')).toBe(1);
    const owner = await query<string>(cluster, `SELECT current_setting('data_directory') AS answer`);
    expect(owner?.startsWith(closed)).toBe(!isRoot);
    await cluster.stop();
    const again = await start({ dataDir });
    expect(again.home).toBe(cluster.home);
    await again.stop();
    rmSync(closed, { recursive: true, force: true });
    if (isRoot) rmSync(cluster.home, { recursive: true, force: true });
  });

  it('uses a loopback port on systems without sockets in the file system', async () => {
    const cluster = await start({ dataDir: join(root, 'loopback'), transport: 'loopback' });
    expect(new URL(cluster.adminUrl).hostname).toBe('127.0.0.1');
    expect(await query(cluster, 'SELECT 1 AS answer')).toBe(1);
  });

  it.skipIf(!systemBinDir)('also runs the machine’s own server programs', async () => {
    const cluster = await start({ dataDir: join(root, 'system'), ...(systemBinDir ? { binDir: systemBinDir } : {}) });
    expect(await query(cluster, `SELECT lower('É') AS answer`)).toBe('é');
  });
});
