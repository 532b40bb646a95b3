import type { Readable } from 'node:stream';
import { safeFileName } from '../files/fileName.ts';
import { createDocument } from './document.ts';
import { loadFonts } from './fontFiles.ts';
import { forgetLayouts } from './fonts.ts';
import { drawLetter, LETTER_MARGIN } from './letter.ts';
import type { LetterFile, LetterJob } from './letterFile.ts';
import { letterZip } from './letterZip.ts';
import type { Letter } from './letterText.ts';
import { refusalOf } from './printable.ts';

const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));
const open = (title: string) => createDocument({ title, margin: LETTER_MARGIN });
/** Everything that a letter says beside its own part. */
const sayings = ({ distribution: { name, currency, reversalOf, status }, head }: LetterJob) =>
  JSON.stringify([name, currency, reversalOf, status, head.tenantName]);

/** Why a letter cannot be printed, naming its payee; undefined when it can. */
export const refusalOfLetter = ({ content: { participant }, payee }: Letter): string | undefined =>
  refusalOf(participant.name, [participant.name, participant.businessTitle, participant.code, ...payee.address]);

function oneLetter(job: LetterJob, letter: Letter): Readable {
  const doc = open(`${job.distribution.name}: ${letter.content.participant.name}`);
  drawLetter(doc, job.distribution, letter, job.head);
  doc.end();
  return doc;
}

/** The letter of one participant. */
export async function letterPdf(job: LetterJob, letter: Letter): Promise<LetterFile> {
  await loadFonts(sayings(job) + JSON.stringify(letter));
  const name = safeFileName(`${job.distribution.name} - ${letter.content.participant.name}`, 'pdf');
  return { name, content: oneLetter(job, letter) };
}

/** All letters in one PDF, each with its own page numbers. `onLetter` hears of each that is made. */
export function letterPackagePdf(job: LetterJob, letters: readonly Letter[], onLetter = () => {}): LetterFile {
  const doc = open(job.distribution.name);
  const draw = async () => {
    await loadFonts(sayings(job));
    for (const letter of letters) {
      await loadFonts(JSON.stringify(letter));
      drawLetter(doc, job.distribution, letter, job.head);
      forgetLayouts(doc);
      onLetter();
      await breathe();
    }
    doc.end();
  };
  draw().catch((reason: unknown) => doc.destroy(reason instanceof Error ? reason : new Error(String(reason))));
  return { name: safeFileName(`${job.distribution.name} - letters`, 'pdf'), content: doc };
}

/** All letters as a zip of PDFs, one made at a time while the zip is read. `onLetter` hears of each that is made. */
export const letterPackageZip = (job: LetterJob, letters: readonly Letter[], onLetter = () => {}): LetterFile =>
  letterZip(job, letters, 'pdf', async (letter) => {
    const { content } = await letterPdf(job, letter);
    onLetter();
    return content;
  });
