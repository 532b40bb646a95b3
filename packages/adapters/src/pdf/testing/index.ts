export { pdfTexts } from './pdfTexts.ts';
