export { type PdfPage, pdfPages, type PlacedText, unreadableIn } from './pdfPages.ts';
export { pdfTexts } from './pdfTexts.ts';
