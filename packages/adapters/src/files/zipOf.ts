import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** Files that are packed themselves, as PDFs are, in a zip. */
export function zipOf(files: readonly { readonly name: string; readonly bytes: Buffer }[]): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  zip.on('error', (reason: Error) => out.destroy(reason));
  (zip.outputStream as Readable).pipe(out);
  for (const { name, bytes } of files) zip.addBuffer(bytes, name, { mtime: new Date(0), compress: false });
  zip.end();
  return out;
}
