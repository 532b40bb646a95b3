import { pdfPages } from './pdfPages.ts';

/** What our own PDF files print, page by page, piece by piece as it was placed. */
export const pdfTexts = (bytes: Uint8Array): readonly (readonly string[])[] =>
  pdfPages(bytes).map(({ texts }) => texts.map(({ text }) => text));
