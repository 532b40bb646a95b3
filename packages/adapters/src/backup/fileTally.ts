import { createHash } from 'node:crypto';
import type { BackupManifest } from './format.ts';

/**
 * Counts files and hashes them by name, in order. The writer and the reader of a backup share this class so that their
 * totals agree.
 */
export class FileTally {
  readonly #digest = createHash('sha256');
  #count = 0;
  #bytes = 0;

  /** Passes the bytes of a file through. After the last byte, counts the file and passes its digest to `tell`. */
  async *file(
    name: string,
    content: AsyncIterable<Buffer>,
    report: (sha256: string) => void = () => undefined,
  ): AsyncGenerator<Buffer> {
    const digest = createHash('sha256');
    for await (const chunk of content) {
      digest.update(chunk);
      this.#bytes += chunk.byteLength;
      yield chunk;
    }
    this.#count += 1;
    const sha256 = digest.digest('hex');
    this.#digest.update(`${name}\n${sha256}\n`);
    report(sha256);
  }

  sums(): BackupManifest['files'] {
    return { count: this.#count, bytes: this.#bytes, sha256: this.#digest.copy().digest('hex') };
  }
}
