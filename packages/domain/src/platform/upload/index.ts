export { uploadLifecycle } from './lifecycle.ts';
export { inOrderOfRows, quotedCell } from './sheet.ts';
export type { RowError, SheetCell, UploadedSheet } from './sheet.ts';
