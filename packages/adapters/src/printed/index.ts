/** How values are written for people and as CSV, without what makes workbooks and documents. */
export { print, printDate } from '../pdf/print.ts';
export { listCsv } from '../spreadsheet/listCsv.ts';
export { cellIn } from '../spreadsheet/readable.ts';
