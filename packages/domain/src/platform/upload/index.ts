export { uploadLifecycle } from './lifecycle.ts';
export type { RowError, SheetCell, UploadedSheet } from './sheet.ts';
