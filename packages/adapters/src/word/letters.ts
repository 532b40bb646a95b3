import { Readable } from 'node:stream';
import { Packer } from 'docx';
import { safeFileName } from '../files/fileName.ts';
import type { Letter } from '../pdf/letterText.ts';
import type { LetterFile, LetterJob } from '../pdf/letterFile.ts';
import { letterZip } from '../pdf/letterZip.ts';
import { textOfLetter } from '../pdf/letters.ts';
import { letterDocument } from './letterDocument.ts';

async function letterFile(job: LetterJob, letter: Letter): Promise<Readable> {
  const bytes = await Packer.toBuffer(letterDocument(textOfLetter(job, letter), job.head));
  return Readable.from([bytes]);
}

/** Creates the letter of one participant as a Word file, with the texts and figures of the PDF. */
export async function letterDocx(job: LetterJob, letter: Letter): Promise<LetterFile> {
  const name = safeFileName(`${job.distribution.name} - ${letter.content.participant.name}`, 'docx');
  return { name, content: await letterFile(job, letter) };
}

/** Creates all letters as a zip of Word files, one at a time while the zip is read. Calls `onLetter` after each. */
export const letterPackageDocx = (job: LetterJob, letters: readonly Letter[], onLetter = () => {}): LetterFile =>
  letterZip(job, letters, 'docx', async (letter) => {
    const content = await letterFile(job, letter);
    onLetter();
    return content;
  });
