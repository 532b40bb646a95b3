export { docxTexts } from './docxTexts.ts';
export { zippedFiles } from './zippedFiles.ts';
