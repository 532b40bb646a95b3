import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { fileNames, safeFileName } from '../files/fileName.ts';
import type { LetterFile, LetterJob } from './letterFile.ts';
import type { Letter } from './letterText.ts';

/**
 * Letters in a zip, a file each, one made at a time while the zip is read, so that many take no more memory than one. PDF and Word files are
 * packed themselves.
 */
export function letterZip(
  job: LetterJob,
  letters: readonly Letter[],
  extension: string,
  make: (letter: Letter) => Promise<Readable>,
): LetterFile {
  const zip = new ZipFile();
  const out = new PassThrough();
  zip.on('error', (reason: Error) => out.destroy(reason));
  (zip.outputStream as Readable).pipe(out);
  const nameOf = fileNames(extension);
  const mtime = new Date(`${job.distribution.distributionDate}T00:00:00Z`);
  for (const letter of letters) {
    const { name, code } = letter.content.participant;
    const entry = nameOf(code ? `${name} (${code})` : name);
    zip.addReadStreamLazy(entry, { mtime, compress: false }, (give) => {
      make(letter).then(
        (content) => give(null, content),
        (reason: unknown) => give(reason, undefined as never),
      );
    });
  }
  zip.end();
  return { name: safeFileName(`${job.distribution.name} - letters`, 'zip'), content: out };
}
