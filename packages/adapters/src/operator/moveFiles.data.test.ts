import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FilesOptions, openFiles } from '../files/openFiles.ts';
import type { FileStore } from '../files/fileStore.ts';
import { type TestBucket, testBucket } from '../files/testing/testBucket.ts';
import { type TestDatabase, testDatabase } from '../postgres/testing/testDatabase.ts';
import { type TestStore, type TestTenant, testStore } from '../postgres/testing/tenants.ts';
import { type FilesMove, moveFiles } from './moveFiles.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

describe('moving stored files', () => {
  let database: TestDatabase;
  let store: TestStore;
  let tenant: TestTenant;
  let bucket: TestBucket;
  const folder = mkdtempSync(join(tmpdir(), 'carrara-move-'));
  beforeAll(async () => {
    [database, bucket] = await Promise.all([testDatabase(), testBucket()]);
    store = testStore(database);
    tenant = await store.tenant('Moved');
  });
  afterAll(async () => {
    await bucket?.stop();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const newFolder = (): FilesOptions => ({ url: pathToFileURL(join(folder, newId())).href });
  const open = (options: FilesOptions) => openFiles(options, folder);
  const named = (key: string, sha256: Buffer | null) =>
    store.withTenant(tenant.context, (tx) =>
      tx.query(
        `INSERT INTO upload_history (tenant_id, id, application, file_type, name, mime_type, size_bytes, sha256, storage_key, status)
         VALUES ($1, $2, 'carry', 'carry-plan', 'plan.xlsx', 'text/csv', 8, $3, $4, 'CHECKED')`,
        [tenant.tenantId, newId(), sha256, key],
      ),
    );
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
  /** Stores files that rows name. All other named files are removed. */
  async function plant(files: FileStore, number: number): Promise<ReadonlyMap<string, Buffer>> {
    await store.withTenant(tenant.context, (tx) => tx.query('DELETE FROM upload_history'));
    const planted = new Map<string, Buffer>();
    for (let at = 0; at < number; at += 1) {
      const bytes = randomBytes(1_000 + at);
      const key = await files.put(tenant.tenantId, bytes);
      planted.set(key, bytes);
      // The results of background jobs have no stored digest.
      await named(key, at === 1 ? null : digest(bytes));
    }
    return planted;
  }
  const contents = async (files: FileStore, keys: Iterable<string>) =>
    new Map(await Promise.all([...keys].map(async (key) => [key, await files.get(key)] as const)));
  const isEmpty = async (files: FileStore, keys: Iterable<string>) =>
    [...(await contents(files, keys)).values()].every((bytes) => bytes === undefined);
  const move = (from: FileStore, to: FileStore, more: Partial<FilesMove> = {}) =>
    moveFiles({
      workerUrl: database.workerUrl,
      from,
      to,
      remove: false,
      stopped: new AbortController().signal,
      onFile: () => undefined,
      ...more,
    });

  it('copies them into a bucket and back into a folder unchanged, and deletes the originals only once all are copied', async () => {
    const [here, there] = [open(newFolder()), open(bucket.newLocation())];
    const planted = await plant(here, 12);
    expect(await move(here, there)).toEqual({ files: 12, copied: 12, removed: 0, missing: [], changed: [] });
    expect(await contents(here, planted.keys())).toEqual(planted);
    expect(await move(here, there, { remove: true })).toMatchObject({ files: 12, copied: 0, removed: 12 });
    expect(await contents(there, planted.keys())).toEqual(planted);
    expect(await here.isEmpty()).toBe(true);
    expect(await move(there, here, { remove: true })).toMatchObject({ files: 12, copied: 12, removed: 12 });
    expect([await contents(here, planted.keys()), await there.isEmpty()]).toEqual([planted, true]);
  });

  it('continues where it was interrupted', async () => {
    const [here, there] = [open(newFolder()), open(bucket.newLocation())];
    const planted = await plant(here, 30);
    const stopping = new AbortController();
    const stopped = move(here, there, {
      remove: true,
      stopped: stopping.signal,
      onFile: (done) => done === 5 && stopping.abort(),
    });
    await expect(stopped).rejects.toThrow(/abort/);
    expect(await contents(here, planted.keys())).toEqual(planted);
    const { copied, files, removed } = await move(here, there, { remove: true });
    expect([copied < 30 && copied > 0, files, removed]).toEqual([true, 30, 30]);
    expect(await contents(there, planted.keys())).toEqual(planted);
  });

  it('replaces a copy that differs, and reports originals that were changed before', async () => {
    const [here, there] = [open(newFolder()), open(bucket.newLocation())];
    const planted = await plant(here, 4);
    const [first, unknown, spoilt, changed] = [...planted.keys()] as [string, string, string, string];
    for (const key of [first, unknown, spoilt]) await there.store(key, Buffer.from('something else'));
    await here.store(changed, Buffer.from('changed here'));
    expect(await move(here, there)).toEqual({ files: 4, copied: 4, removed: 0, missing: [], changed: [changed] });
    expect(await contents(there, planted.keys())).toEqual(new Map(planted).set(changed, Buffer.from('changed here')));
  });

  it('does nothing while a file is in neither location', async () => {
    const [here, there] = [open(newFolder()), open(newFolder())];
    const planted = await plant(here, 3);
    const [lost] = planted.keys();
    await here.remove(lost!);
    expect(await move(here, there, { remove: true })).toMatchObject({ files: 2, removed: 0, missing: [lost] });
    expect(await contents(here, planted.keys())).toEqual(
      new Map<string, Buffer | undefined>(planted).set(lost!, undefined),
    );
  });

  it('refuses the current location under any address', async () => {
    const options = bucket.newLocation();
    const [here, same] = [open(options), open({ ...options, url: options.url.replace('127.0.0.1', 'localhost') })];
    const planted = await plant(here, 2);
    await expect(move(here, same, { remove: true })).rejects.toThrow(/Both addresses lead to /);
    expect(await contents(here, planted.keys())).toEqual(planted);
  });

  it('works from the command line, and is complete after a kill in the middle', async () => {
    const [from, to] = [newFolder(), bucket.newLocation()];
    const [here, there] = [open(from), open(to)];
    const planted = await plant(here, 120);
    const dataDir = join(folder, 'data');
    const environment = { DATA_DIR: dataDir, DATABASE_URL: database.url, FILES_URL: from.url ?? '' };
    const keys = { S3_ACCESS_KEY_ID: to.keys.accessKeyId, S3_SECRET_ACCESS_KEY: to.keys.secretAccessKey };
    const args = ['--import', 'tsx', 'apps/cli/src/main.ts', 'files', 'move', '--json', '--to', to.url];
    const start = (...more: string[]) =>
      spawn(process.execPath, [...args, ...more], {
        cwd: root,
        env: { ...process.env, ...environment, ...keys },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'audit.key'), `${store.auditKey.toString('hex')}\n`);
    // Files are moved in the order of their keys. Listing the bucket while files are written to it would fail now and
    // then.
    const early = [...planted.keys()].sort()[20]!;
    const killed = start('--remove');
    await expect.poll(() => there.has(early), { timeout: 20_000, interval: 50 }).toBe(true);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect(await contents(here, planted.keys())).toEqual(planted);
    const again = start('--remove');
    let [out, err] = ['', ''];
    again.stdout.on('data', (text) => (out += text));
    again.stderr.on('data', (text) => (err += text));
    const [code] = await once(again, 'exit');
    expect([code, err]).toEqual([0, expect.stringContaining('Set FILES_URL to the new location')]);
    expect(JSON.parse(out)).toMatchObject({ files: 120, removed: 120, missing: [], changed: [] });
    expect(`${out}${err}`).not.toContain(keys.S3_SECRET_ACCESS_KEY);
    expect(await contents(there, planted.keys())).toEqual(planted);
    expect(await isEmpty(here, planted.keys())).toBe(true);
  });
});
