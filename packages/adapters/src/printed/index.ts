/** Formats values for people and as CSV, without loading the code for workbooks and documents. */
export { print, printDate } from '../pdf/print.ts';
export { listCsv } from '../spreadsheet/listCsv.ts';
export { cellIn } from '../spreadsheet/readable.ts';
export { currencyColumns } from './currencyColumns.ts';
