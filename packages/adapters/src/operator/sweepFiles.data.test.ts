import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FilesOptions, openFiles } from '../files/openFiles.ts';
import type { FileStore } from '../files/fileStore.ts';
import { type TestBucket, testBucket } from '../files/testing/testBucket.ts';
import type { Transaction } from '../postgres/engine/unitOfWork/transaction.ts';
import { claimStorage } from '../postgres/platform/upload/uploads.ts';
import { type TestDatabase, testDatabase } from '../postgres/testing/testDatabase.ts';
import { type TestStore, type TestTenant, testStore } from '../postgres/testing/tenants.ts';
import { OtherStore, refuseOtherStore, sweepFiles } from './sweepFiles.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'carrara-sweep-'));
let database: TestDatabase;
let store: TestStore;
let tenant: TestTenant;
let bucket: TestBucket;
beforeAll(async () => {
  [database, bucket] = await Promise.all([testDatabase(), testBucket()]);
  store = testStore(database);
  tenant = await store.tenant('Swept');
});
afterAll(async () => {
  await bucket?.stop();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const newFolder = (): FilesOptions => ({ url: pathToFileURL(join(folder, newId())).href });
const name = (tx: Transaction, key: string) =>
  tx.query(
    `INSERT INTO upload_history (tenant_id, id, application, file_type, name, mime_type, size_bytes, storage_key, status)
     VALUES ($1, $2, 'carry', 'carry-plan', 'plan.xlsx', 'text/csv', 4, $3, 'CHECKED')`,
    [tenant.tenantId, newId(), key],
  );
const put = (files: FileStore) => files.put(tenant.tenantId, Buffer.from('plan'));
async function putNamed(files: FileStore): Promise<string> {
  await store.withTenant(tenant.context, (tx) => tx.query('DELETE FROM upload_history'));
  const key = await put(files);
  await store.withTenant(tenant.context, (tx) => name(tx, key));
  return key;
}
/** A time at which all stored files are older than a day. */
const later = () => new Date(Date.now() + 2 * 86_400_000);
const sweep = (files: FileStore, how: { readonly remove: boolean; readonly now?: Date }) =>
  sweepFiles({ workerUrl: database.workerUrl, files, now: later(), ...how });

describe.each([
  ['folder', () => newFolder()],
  ['bucket', () => bucket.newLocation()],
] as const)('files in a %s without a database row', (_, createStore) => {
  it('are listed, and deleted on request once they are a day old', async () => {
    const files = openFiles(createStore(), folder);
    const named = await putNamed(files);
    const orphans = [await put(files), await put(files)].toSorted();
    expect(await sweep(files, { remove: true, now: new Date() })).toEqual({ files: 3, unnamed: [], removed: 0 });
    expect(await sweep(files, { remove: false })).toEqual({ files: 3, unnamed: orphans, removed: 0 });
    expect(await sweep(files, { remove: true })).toEqual({ files: 3, unnamed: orphans, removed: 2 });
    expect(await sweep(files, { remove: true })).toEqual({ files: 1, unnamed: [], removed: 0 });
    expect(await files.has(named)).toBe(true);
  });
});

describe('a sweep', () => {
  it('keeps files named by a running transaction, however old it is', async () => {
    const files = openFiles(newFolder(), folder);
    await putNamed(files);
    const late = await put(files);
    let sweeping: ReturnType<typeof sweep> | undefined;
    await store.withTenant(tenant.context, async (tx) => {
      await claimStorage(tx);
      await name(tx, late);
      sweeping = sweep(files, { remove: true });
      const waits = () =>
        database.worker.query(
          `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
      await expect.poll(async () => (await waits()).rows.length, { timeout: 10_000 }).toBe(1);
    });
    expect(await sweeping).toEqual({ files: 2, unnamed: [late], removed: 0 });
    expect(await files.has(late)).toBe(true);
  });

  it('deletes nothing from a location without any of the stored files', async () => {
    const [own, other] = [openFiles(newFolder(), folder), openFiles(newFolder(), folder)];
    await putNamed(own);
    const theirs = await put(other);
    await expect(sweep(other, { remove: true })).rejects.toThrow(OtherStore);
    await expect(refuseOtherStore({ workerUrl: database.workerUrl, files: other })).rejects.toThrow(
      / contains none of the files named in the records/,
    );
    expect(await other.has(theirs)).toBe(true);
    await refuseOtherStore({ workerUrl: database.workerUrl, files: own });
    await store.withTenant(tenant.context, (tx) => tx.query('DELETE FROM upload_history'));
    await expect(sweep(other, { remove: true })).rejects.toThrow(OtherStore);
    await refuseOtherStore({ workerUrl: database.workerUrl, files: other });
  });
});

describe('the command line', () => {
  const dataDir = join(folder, 'data');
  async function carrara(settings: Readonly<Record<string, string>>, ...args: string[]) {
    const started = spawn(process.execPath, ['--import', 'tsx', 'apps/cli/src/main.ts', ...args], {
      cwd: root,
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, errors, [code]] = await Promise.all([
      text(started.stdout),
      text(started.stderr),
      once(started, 'exit'),
    ]);
    return { code: code as number, out, errors };
  }

  it('finds the installation by its settings file, and reports missing files or refused keys in a sentence', async () => {
    const options = bucket.newLocation();
    const files = openFiles(options, folder);
    await putNamed(files);
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'audit.key'), `${store.auditKey.toString('hex')}\n`);
    const { accessKeyId, secretAccessKey } = options.keys;
    const settings = {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      FILES_URL: options.url,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
    const config = join(folder, 'carrara.json');
    writeFileSync(config, JSON.stringify({ ...settings, PORT: 4700 }));
    const swept = await carrara({ CARRARA_CONFIG: config }, 'files', 'sweep', '--json');
    expect([swept.code, swept.errors, JSON.parse(swept.out)]).toEqual([0, '', { files: 1, unnamed: [], removed: 0 }]);

    const { FILES_URL: _url, ...elsewhere } = settings;
    const verify = (more: Readonly<Record<string, string>>, ...args: string[]) =>
      carrara(more, 'audit', 'verify', '--without-heads', ...args);
    const lost = await verify(elsewhere);
    expect([lost.code, lost.out, lost.errors.trim().split('\n')]).toEqual([
      1,
      '',
      [expect.stringMatching(/ contains none of the files named in the records.+ FILES_URL .+ --without-files/)],
    ]);
    mkdirSync(join(dataDir, 'audit-heads'));
    const heads = join(dataDir, 'audit-heads', '2026-09-30.jsonl');
    writeFileSync(heads, 'garbage\n');
    await database.worker.query(`INSERT INTO installation VALUES ('evil', 'x')`);
    const without = await verify(elsewhere, '--without-files');
    for (const finding of [
      `audit heads > ${heads}, line 1: isn’t a head that the product wrote`,
      'installation > evil: isn’t a row that the product writes',
    ])
      expect(without.out).toContain(finding);
    expect(without.out).toMatch(/files +left out/);
    expect(without.out).not.toContain('missing');
    const keys = await verify({ ...settings, S3_ACCESS_KEY_ID: 'nobody', S3_SECRET_ACCESS_KEY: 'nothing' });
    expect([keys.code, keys.out, keys.errors.trim().split('\n')]).toEqual([
      1,
      '',
      [expect.stringContaining('The server’s keys for the file store are invalid or lack permission')],
    ]);
    const absent = await carrara({ CARRARA_CONFIG: join(folder, 'absent.json') }, 'files', 'sweep');
    expect([absent.code, absent.errors]).toEqual([2, expect.stringContaining('absent.json, can’t be read')]);
  });
});
