export { distributionWorkbook } from './distributionWorkbook.ts';
export { listCsv } from './listCsv.ts';
export { listWorkbook, type PrintedList } from './listWorkbook.ts';
export { type CellError, markedWorkbook } from './markedWorkbook.ts';
export type { PrintedColumn, PrintedRow, PrintedTotals } from './readable.ts';
export { printed } from './readable.ts';
export { type TemplateColumn, type TemplateSheet, templateWorkbook } from './templateWorkbook.ts';
export { readWorkbook } from './read/index.ts';
