export { pdfPages, unreadableIn } from './pdfPages.ts';
export { pdfTexts } from './pdfTexts.ts';
