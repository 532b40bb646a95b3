import type { Readable } from 'node:stream';
import { safeFileName } from '../files/fileName.ts';
import { yieldToOthers, createDocument, drawInto } from './document.ts';
import { loadFonts } from './fontFiles.ts';
import type { Document } from './fonts.ts';
import { drawLetter, LETTER_MARGIN } from './letter.ts';
import type { LetterFile, LetterJob } from './letterFile.ts';
import { type Letterhead, prepareLetterhead } from './letterhead.ts';
import { letterZip } from './letterZip.ts';
import { type Letter, letterText, type LetterText } from './letterText.ts';
import { printRefusal } from './printable.ts';

/** Returns why a letter can't be printed, naming its payee. Undefined if it can. */
export const refusalOfLetter = ({ content: { participant }, payee }: Letter): string | undefined =>
  printRefusal(participant.name, [participant.name, ...payee.address]);

export const textOfLetter = ({ distribution, head, template }: LetterJob, letter: Letter): LetterText =>
  letterText(distribution, letter, { head, template });

async function draw(doc: Document, text: LetterText, head: Letterhead): Promise<void> {
  await loadFonts(JSON.stringify([head.tenantName, text]));
  await prepareLetterhead(head);
  drawLetter(doc, text, head);
}

/** Prints one letter. */
function pdfOfText(text: LetterText, { head, today }: Omit<Batch, 'title'>): Readable {
  const doc = createDocument({ title: `${text.subject}: ${text.name}`, today, margin: LETTER_MARGIN });
  return drawInto(doc, () => draw(doc, text, head));
}

/** The settings that the letters in one PDF share. */
interface Batch {
  readonly title: string;
  readonly head: Letterhead;
  readonly today: string;
}

/** Prints letters in one PDF, each with its own page numbers. Calls `onLetter` after each. */
export function pdfOfTexts(
  { title, head, today }: Batch,
  texts: Iterable<LetterText>,
  onLetter: () => void = () => {},
): Readable {
  const doc = createDocument({ title, today, margin: LETTER_MARGIN });
  return drawInto(doc, async () => {
    for (const text of texts) {
      await draw(doc, text, head);
      onLetter();
      await yieldToOthers();
    }
  });
}

/** Prints the letter of one participant. */
export function letterPdf(job: LetterJob, letter: Letter): LetterFile {
  const name = safeFileName(`${job.distribution.name} - ${letter.content.participant.name}`, 'pdf');
  return { name, content: pdfOfText(textOfLetter(job, letter), job) };
}

/** Prints all letters in one PDF, each with its own page numbers. Calls `onLetter` after each. */
export function letterPackagePdf(job: LetterJob, letters: readonly Letter[], onLetter = () => {}): LetterFile {
  const texts = (function* () {
    for (const letter of letters) yield textOfLetter(job, letter);
  })();
  const { head, today, distribution } = job;
  const title = distribution.name;
  const content = pdfOfTexts({ title, head, today }, texts, onLetter);
  return { name: safeFileName(`${title} - letters`, 'pdf'), content };
}

/** Prints all letters as a zip of PDFs, one at a time while the zip is read. Calls `onLetter` for each. */
export const letterPackageZip = (job: LetterJob, letters: readonly Letter[], onLetter = () => {}): LetterFile =>
  letterZip(job, letters, 'pdf', async (letter) => {
    onLetter();
    return letterPdf(job, letter).content;
  });
