import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** An unlinked file on disk. Nothing is left of it once it is closed or its process ends. */
export interface SpooledFile {
  readonly sizeBytes: number;
  readonly sha256: Uint8Array;
  readonly fd: number;
  /** Reads from the start, as often as needed. */
  stream(): Readable;
  bytes(): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * Writes a stream to a temporary file. Fails: throws the error of the stream or the disk, and leaves nothing behind.
 */
export async function spoolFile(content: Readable): Promise<SpooledFile> {
  const path = join(tmpdir(), `carrara-${randomUUID()}`);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
      done(null, chunk);
    },
  });
  try {
    await pipeline(content, measure, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  } catch (error) {
    await unlink(path).catch(() => undefined);
    throw error;
  }
  const file = await open(path, 'r');
  const unlinked = await unlinks(path);
  const stream = () => file.createReadStream({ start: 0, autoClose: false });
  return {
    sizeBytes,
    sha256: hash.digest(),
    fd: file.fd,
    stream,
    bytes: () => buffer(stream()),
    async close() {
      await file.close();
      if (!unlinked) await unlinks(path);
    },
  };
}

/** Unlinks the file. Windows can't unlink an open file, so there it is deleted after reading. */
const unlinks = (path: string): Promise<boolean> =>
  unlink(path).then(
    () => true,
    () => false,
  );

/**
 * Writes a stream to a temporary file and returns a stream of that file.
 *
 * The rows of an export come from a transaction. A slow reader must not keep it open, and an error on the way must
 * become an error status instead of a truncated download. The file is unlinked before it is read, so nothing is left
 * behind however the reader ends.
 */
export async function spool(content: Readable): Promise<Readable> {
  const path = join(tmpdir(), `carrara-${randomUUID()}`);
  try {
    await pipeline(content, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  } catch (error) {
    await unlink(path).catch(() => undefined);
    throw error;
  }
  const file = await open(path, 'r');
  const unlinked = await unlinks(path);
  const stream = createReadStream('', { fd: file });
  if (!unlinked) stream.once('close', () => void unlinks(path));
  return stream;
}
