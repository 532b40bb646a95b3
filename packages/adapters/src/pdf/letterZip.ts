import type { Readable } from 'node:stream';
import { safeFileName } from '../files/fileName.ts';
import { createZip } from '../files/createZip.ts';
import type { LetterFile, LetterJob } from './letterFile.ts';
import type { Letter } from './letterText.ts';

/** Zips letters, one file each. Word files have a name of their own, so that they don't replace the PDFs in a folder. */
export function letterZip(
  job: LetterJob,
  letters: readonly Letter[],
  extension: 'pdf' | 'docx',
  createLetter: (letter: Letter) => Promise<Readable>,
): LetterFile {
  const files = letters.map((letter) => {
    const { name, code } = letter.content.participant;
    return { name: code ? `${name} (${code})` : name, read: () => createLetter(letter) };
  });
  return {
    name: safeFileName(`${job.distribution.name} - ${extension === 'docx' ? 'Word letters' : 'letters'}`, 'zip'),
    content: createZip(files, extension, job.distribution.distributionDate),
  };
}
