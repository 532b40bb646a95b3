export type { ImportField, ImportFields, ImportKind } from './importField.ts';
export { kindOfHeadings } from './kindOfHeadings.ts';
export { uploadLifecycle } from './lifecycle.ts';
export * from './mapping.ts';
export * from './named.ts';
export { serialDate } from './serialDate.ts';
export { cellAstray, inOrderOfRows, quotedCell } from './sheet.ts';
export type { RowError, SheetCell, UploadedSheet } from './sheet.ts';
export { type ReadRow, type TableReader, tableReader } from './tableReader.ts';
