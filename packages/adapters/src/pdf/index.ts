export { type AccountOfAnotherPeriod as AccountBeside, capitalAccountPdf } from './capitalAccountPdf.ts';
export type { LetterFile, LetterJob } from './letterFile.ts';
export type { Letter } from './letterText.ts';
export { type EscrowLetter, type EscrowLetterJob, escrowLetterPdf } from './escrowLetter.ts';
export type { Letterhead } from './letterhead.ts';
export {
  letterPackagePdf,
  letterPackageZip,
  letterPdf,
  refusalOfLetter,
} from './letters.ts';
export { type IssuedBy, listPdf, type PrintedBy } from './listPdf.ts';
export { type PrintedProfile, profilePdf } from './profilePdf.ts';
export { type PrintedStatement, statementPdf } from './statementPdf.ts';
export { print, printDate } from './print.ts';
export { printNumber } from '../spreadsheet/printNumber.ts';
export { refusalOf } from './printable.ts';
