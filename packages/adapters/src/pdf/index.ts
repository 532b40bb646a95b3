export type { Letterhead } from './letterhead.ts';
export { type LetterContent, letterContent, letterContents } from './letterContent.ts';
export { type LetterFile, letterPackagePdf, letterPackageZip, letterPdf } from './letters.ts';
export { listPdf, type PrintedBy } from './listPdf.ts';
export { print, printDate, printNumber } from './print.ts';
