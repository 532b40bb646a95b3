import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { fileNames, safeFileName } from '../files/fileName.ts';
import { createDocument } from './document.ts';
import { loadFonts } from './fontFiles.ts';
import { forgetLayouts } from './fonts.ts';
import { drawLetter, LETTER_MARGIN, type Letter, type LetterRunHead } from './letter.ts';
import type { Letterhead } from './letterhead.ts';
import { refusalOf } from './printable.ts';

/** A run with whose letters it is, for a letter or many. */
export interface LetterJob {
  readonly distribution: LetterRunHead;
  readonly head: Letterhead;
}

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

export interface LetterFile {
  readonly name: string;
  readonly content: Readable;
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
export function letterPackageZip(job: LetterJob, letters: readonly Letter[], onLetter = () => {}): LetterFile {
  const zip = new ZipFile();
  const out = new PassThrough();
  zip.on('error', (reason: Error) => out.destroy(reason));
  (zip.outputStream as Readable).pipe(out);
  const nameOf = fileNames('pdf');
  const mtime = new Date(`${job.distribution.distributionDate}T00:00:00Z`);
  for (const letter of letters) {
    const { name, code } = letter.content.participant;
    const entry = nameOf(code ? `${name} (${code})` : name);
    zip.addReadStreamLazy(entry, { mtime, compress: false }, (give) => {
      letterPdf(job, letter).then(
        ({ content }) => {
          onLetter();
          give(null, content);
        },
        (reason: unknown) => give(reason, undefined as never),
      );
    });
  }
  zip.end();
  return { name: safeFileName(`${job.distribution.name} - letters`, 'zip'), content: out };
}
