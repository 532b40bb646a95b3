import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { fileNames } from './fileName.ts';

export interface ZippedFile {
  /** Name without extension. */
  readonly name: string;
  /** Absent if it has that of all files. */
  readonly extension?: string | undefined;
  readonly read: () => Promise<Readable | Buffer>;
}

/**
 * Streams files as a zip, one at a time, so that memory use doesn't grow with their number. The entries aren't
 * compressed: PDF and Word files are already.
 */
export function createZip(files: Iterable<ZippedFile>, extension: string | undefined, day: string): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  zip.on('error', (reason: Error) => out.destroy(reason));
  (zip.outputStream as Readable).pipe(out);
  const nameOf = fileNames(extension);
  const mtime = new Date(`${day}T00:00:00Z`);
  for (const { name, extension: own, read } of files) {
    zip.addReadStreamLazy(nameOf(name, own), { mtime, compress: false }, (deliver) => {
      read().then(
        (content) => deliver(null, Buffer.isBuffer(content) ? Readable.from([content]) : content),
        (reason: unknown) => deliver(reason, undefined as never),
      );
    });
  }
  zip.end();
  return out;
}
