export { type CsvLimits, csvRows, csvLimits, readCsv, refusalOf } from './csv.ts';
export { type CellContent, type ReadLimits, type ReadRow, type ReadSheet, readWorkbook } from './readWorkbook.ts';
