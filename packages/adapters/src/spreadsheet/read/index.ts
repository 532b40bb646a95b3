export { type CellContent, type ReadLimits, type ReadRow, type ReadSheet, readWorkbook } from './readWorkbook.ts';
