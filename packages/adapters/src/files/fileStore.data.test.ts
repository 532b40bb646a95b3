import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { StorageTrouble } from './storageTrouble.ts';
import { readFilesUrl } from './filesLocation.ts';
import { type FilesOptions, openFiles } from './openFiles.ts';
import type { FileStore, ListedFile } from './fileStore.ts';
import { createS3Files } from './s3Files.ts';
import { type TestBucket, testBucket } from './testing/testBucket.ts';

let bucket: TestBucket;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carrara-files-'));
  bucket = await testBucket();
});
afterAll(async () => {
  await bucket?.stop();
  await rm(folder, { recursive: true });
});

const stores: readonly (readonly [string, () => FilesOptions])[] = [
  ['folder', () => ({ url: pathToFileURL(join(folder, newId())).href })],
  ['bucket', () => bucket.newLocation()],
];

describe.each(stores)('files in a %s', (_, options) => {
  let files: FileStore;
  const tenantId = newId();
  beforeAll(() => {
    files = openFiles(options(), folder);
  });

  it('are returned as stored, and no longer once removed', async () => {
    expect(await files.isEmpty()).toBe(true);
    const key = await files.put(tenantId, Buffer.from('carry'));
    expect(key).toMatch(new RegExp(`^${tenantId}/`));
    expect(String(await files.get(key))).toBe('carry');
    const opened = await files.open(key);
    expect([opened?.sizeBytes, String(await buffer(opened!.content))]).toEqual([5, 'carry']);
    const sha256 = createHash('sha256').update('carry').digest('hex');
    expect(await files.digest(key)).toEqual({ sizeBytes: 5, sha256 });
    expect([await files.has(key), await files.isEmpty()]).toEqual([true, false]);
    await files.remove(key);
    expect([await files.get(key), await files.open(key), await files.digest(key)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([await files.has(key), await files.isEmpty()]).toEqual([false, true]);
    await files.remove(key);
  });

  it('are listed with their storage time, and nothing else is listed', async () => {
    const store = openFiles(options(), folder);
    const before = Date.now() - 2_000;
    const keys = await Promise.all([1, 2, 3].map(() => store.put(tenantId, Buffer.from('carry'))));
    const listed: ListedFile[] = [];
    for await (const file of store.list()) listed.push(file);
    expect(listed.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
    for (const { storedAt } of listed) expect(storedAt.getTime()).toBeGreaterThan(before);
    for await (const file of openFiles(options(), folder).list()) expect.unreachable(file.key);
  });

  it('of any size are streamed in both directions', async () => {
    for (const size of [0, 8_388_608, 20_000_001]) {
      const bytes = randomBytes(size);
      const pieces = Array.from({ length: Math.ceil(size / 300_000) }, (_, at) =>
        bytes.subarray(at * 300_000, (at + 1) * 300_000),
      );
      const key = await files.put(tenantId, Readable.from(pieces, { objectMode: false }));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      expect(await files.digest(key)).toEqual({ sizeBytes: size, sha256 });
      await files.remove(key);
    }
  });

  it('can be stored under a key from elsewhere, replacing the previous content', async () => {
    const key = `${tenantId}/ab/${newId()}`;
    await files.store(key, Buffer.from('before'));
    await files.store(key, Buffer.from('after'));
    expect(String(await files.get(key))).toBe('after');
  });

  it('accept only their own form of keys', async () => {
    for (const key of ['../../etc/passwd', `${tenantId}/ab`, `ab/${newId()}`]) {
      const read = [files.get(key), files.open(key), files.digest(key), files.has(key)];
      expect(await Promise.all(read)).toEqual([undefined, undefined, undefined, false]);
      await expect(files.store(key, Buffer.from(''))).rejects.toThrow('not a key');
    }
    await expect(files.put('../..', Buffer.from(''))).rejects.toThrow('not a key');
  });

  it('leave nothing of an upload that broke off', async () => {
    const broken = Readable.from(
      (async function* () {
        yield randomBytes(9_000_000);
        throw new Error('the sender has gone');
      })(),
      { objectMode: false },
    );
    const store = openFiles(options(), folder);
    const key = `${tenantId}/ab/${newId()}`;
    await expect(store.store(key, broken)).rejects.toThrow('the sender has gone');
    expect(await store.get(key)).toBeUndefined();
  });

  it('are writable now', async () => {
    await files.ready();
  });
});

describe('a bucket', () => {
  /** Checks that every operation fails with this sentence and that the message never reveals a key. */
  async function troubled(files: FileStore, sentence: RegExp): Promise<void> {
    const key = `${newId()}/ab/${newId()}`;
    const calls = [
      () => files.ready(),
      () => files.put(newId(), Buffer.from('x')),
      () => files.get(key),
      () => files.isEmpty(),
    ];
    for (const call of calls) {
      const trouble = await call().then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(trouble).toBeInstanceOf(StorageTrouble);
      expect((trouble as Error).message).toMatch(sentence);
      expect(inspect(trouble, { depth: 9, showHidden: true })).not.toMatch(/S3RVER|no-such-key|no-such-secret/);
    }
  }
  const changed = (change: (url: URL) => void) => {
    const { url, keys } = bucket.newLocation();
    const other = new URL(url);
    change(other);
    return openFiles({ url: other.href, keys }, folder);
  };

  it('that does not exist is reported', () =>
    troubled(
      changed((url) => (url.hostname = 'nowhere-at-all')),
      /doesn’t have the configured bucket/,
    ));

  it('that refuses the keys is reported', async () => {
    const keys = { accessKeyId: 'no-such-key', secretAccessKey: 'no-such-secret' };
    await troubled(
      openFiles({ ...bucket.newLocation(), keys }, folder),
      /keys for the file store are invalid or lack permission/,
    );
  });

  it('that nobody serves is reported', () =>
    troubled(
      changed((url) => url.searchParams.set('endpoint', 'http://127.0.0.1:1')),
      /can’t be reached/,
    ));

  /** Creates an S3 store whose server responds with the given listener. */
  async function storeThat(listener: RequestListener, patienceMs = 300): Promise<FileStore> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `s3://bucket?endpoint=http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const location = readFilesUrl(url)._unsafeUnwrap();
    if (location.kind !== 'bucket') throw new Error(url);
    return createS3Files(location, { accessKeyId: 'a', secretAccessKey: 'b' }, patienceMs);
  }
  const head = (response: ServerResponse, bytes: number) =>
    response.writeHead(200, { 'content-length': String(bytes) });

  it('that does not respond is reported', async () =>
    troubled(await storeThat(() => undefined), /doesn’t respond in time/));

  it('that stops in the middle of a file is reported', async () => {
    const files = await storeThat((_, response) => void head(response, 100).write('half'));
    await expect(files.get(`${newId()}/ab/${newId()}`)).rejects.toThrow(/doesn’t respond in time/);
  });

  it('that breaks off in the middle of a file is reported, even if nobody reads', async () => {
    const files = await storeThat((_, response) => void head(response, 100).write('half', () => response.destroy()));
    await expect(files.get(`${newId()}/ab/${newId()}`)).rejects.toThrow(/response was incomplete/);
    const opened = await files.open(`${newId()}/ab/${newId()}`);
    // Waits long enough for the connection to be closed before anybody reads from it.
    await once(opened!.content, 'close', { signal: AbortSignal.timeout(100) }).catch(() => undefined);
    await expect(buffer(opened!.content)).rejects.toThrow(/response was incomplete/);
  });

  it('waits for a reader slower than its timeout', async () => {
    const bytes = randomBytes(3_000_000);
    const files = await storeThat((_, response) => void head(response, bytes.length).end(bytes), 1_000);
    const opened = await files.open(`${newId()}/ab/${newId()}`);
    const pieces: Buffer[] = [];
    for await (const piece of opened!.content) {
      if (pieces.length === 0) await new Promise((go) => setTimeout(go, 1_200));
      pieces.push(piece as Buffer);
    }
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  });
});
