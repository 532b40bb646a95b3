export { csvRows, readCsv, refusalOf } from './csv.ts';
export { type CellContent, type ReadRow, type ReadSheet, readWorkbook } from './readWorkbook.ts';
