import { pdfPages } from './pdfPages.ts';

/** Returns the texts that the product's own PDF files print, by page, as they were placed. */
export const pdfTexts = (bytes: Uint8Array): readonly (readonly string[])[] =>
  pdfPages(bytes).map(({ texts }) => texts.map(({ text }) => text));
