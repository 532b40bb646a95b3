import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a stream to a temporary file and answers a stream of that file.
 *
 * The rows of an export come from a transaction; a slow reader must not keep it open, and a failure on the way must become an error status
 * instead of a torn download. The file is unlinked before it is read, so that nothing is left behind however the reader ends.
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
  // Windows cannot unlink an open file; there it goes when the reading has ended.
  const unlinked = await unlink(path).then(
    () => true,
    () => false,
  );
  const stream = createReadStream('', { fd: file });
  if (!unlinked) stream.once('close', () => void unlink(path).catch(() => undefined));
  return stream;
}
