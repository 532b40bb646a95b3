export * from './decideImport.ts';
export * from './decideRecovery.ts';
export * from './decideTemplate.ts';
export type { ImportField, ImportFields, ImportKind } from './importField.ts';
export { kindOfHeadings } from './kindOfHeadings.ts';
export { uploadLifecycle } from './lifecycle.ts';
export * from './mapping.ts';
export * from './namedRecords.ts';
export { readDay, readImportValue } from './importValue.ts';
export { serialDate } from './serialDate.ts';
export {
  misplacedCellError,
  csvSheet,
  errorLocation,
  firstErrors,
  sortByRow,
  quotedCell,
  rowReason,
  unlistedErrors,
} from './sheet.ts';
export type { RowError, SheetCell, UploadedSheet } from './sheet.ts';
export { isHeadingReason, type ReadRow, type TableReader, tableReader } from './tableReader.ts';
export { guessConventions } from './guessConventions.ts';
