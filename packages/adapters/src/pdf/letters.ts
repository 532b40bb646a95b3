import { PassThrough, type Readable } from 'node:stream';
import type { Distribution } from '@carrara/contract/distributionRecord';
import { ZipFile } from 'yazl';
import { fileNames, safeFileName } from '../files/fileName.ts';
import { createDocument } from './document.ts';
import { forgetLayouts } from './fonts.ts';
import { drawLetter, LETTER_MARGIN } from './letter.ts';
import { type LetterContent, letterContent, letterContents } from './letterContent.ts';
import type { Letterhead } from './letterhead.ts';

const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));
const open = (title: string) => createDocument({ title, margin: LETTER_MARGIN });

function oneLetter(distribution: Distribution, content: LetterContent, head: Letterhead): Readable {
  const doc = open(`${distribution.name}: ${content.participant.name}`);
  drawLetter(doc, distribution, content, head);
  doc.end();
  return doc;
}

export interface LetterFile {
  readonly name: string;
  readonly content: Readable;
}

/** The letter of one participant; nothing when the distribution does not know it. */
export function letterPdf(distribution: Distribution, participantId: string, head: Letterhead): LetterFile | undefined {
  const content = letterContent(distribution, participantId);
  if (!content) return undefined;
  const name = safeFileName(`${distribution.name} - ${content.participant.name}`, 'pdf');
  return { name, content: oneLetter(distribution, content, head) };
}

/** All letters in one PDF, each with its own page numbers. */
export function letterPackagePdf(distribution: Distribution, head: Letterhead): LetterFile {
  const doc = open(distribution.name);
  const draw = async () => {
    for (const content of letterContents(distribution)) {
      drawLetter(doc, distribution, content, head);
      forgetLayouts(doc);
      await breathe();
    }
    doc.end();
  };
  draw().catch((reason: unknown) => doc.destroy(reason instanceof Error ? reason : new Error(String(reason))));
  return { name: safeFileName(`${distribution.name} - letters`, 'pdf'), content: doc };
}

/** All letters as a zip of PDFs, one made at a time while the zip is read. */
export function letterPackageZip(distribution: Distribution, head: Letterhead): LetterFile {
  const zip = new ZipFile();
  const out = new PassThrough();
  zip.on('error', (reason: Error) => out.destroy(reason));
  (zip.outputStream as Readable).pipe(out);
  const nameOf = fileNames('pdf');
  const mtime = new Date(`${distribution.distributionDate}T00:00:00Z`);
  for (const content of letterContents(distribution)) {
    const { name, code } = content.participant;
    const entry = nameOf(code ? `${name} (${code})` : name);
    zip.addReadStreamLazy(entry, { mtime, compress: false }, (give) =>
      give(null, oneLetter(distribution, content, head)),
    );
  }
  zip.end();
  return { name: safeFileName(`${distribution.name} - letters`, 'zip'), content: out };
}
