import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FilesOptions } from '../openFiles.ts';

export interface TestBucket {
  /** Returns an unused location in the bucket. */
  newLocation(): Required<FilesOptions> & { readonly url: string; readonly keys: NonNullable<FilesOptions['keys']> };
  stop(): Promise<void>;
}

/**
 * Opens the bucket of TEST_S3_URL (with S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY), or starts a local server with one.
 */
export async function testBucket(): Promise<TestBucket> {
  const { TEST_S3_URL, S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = process.env;
  if (TEST_S3_URL !== undefined)
    return bucketAt(
      TEST_S3_URL,
      { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
      async () => undefined,
    );
  const folder = await mkdtemp(join(tmpdir(), 'carrara-s3-'));
  const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');
  const options = ['--directory', folder, '--address', '127.0.0.1', '--port', '0', '--no-vhost-buckets', '--silent'];
  const server = spawn(process.execPath, [program, ...options, '--configure-bucket', 'carrara-test'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => server.once('exit', () => done()));
  const port = await new Promise<string>((done, failed) => {
    createInterface(server.stdout).on('line', (line) => {
      const found = /listening on .*:(\d+)$/.exec(line)?.[1];
      if (found) done(found);
    });
    void ended.then(() => failed(new Error('the S3 server of the tests has ended')));
  });
  // The only credentials that the test server accepts.
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  return bucketAt(`s3://carrara-test?endpoint=http://127.0.0.1:${port}`, keys, async () => {
    server.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
}

function bucketAt(address: string, keys: NonNullable<FilesOptions['keys']>, stop: () => Promise<void>): TestBucket {
  return {
    newLocation() {
      const url = new URL(address);
      url.pathname = `${url.pathname === '/' ? '' : url.pathname}/${randomUUID()}`;
      return { url: url.href, keys };
    },
    stop,
  };
}
