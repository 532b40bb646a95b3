export type { ImportChange } from './changes.ts';
export type { CellType } from './cellTypes.ts';
export type { SheetCell } from '../../platform/upload/index.ts';
export type {
  ExistingDistribution,
  ExistingRecord,
  ExistingRecords,
  ExistingReference,
  ImportEffect,
  ImportWrite,
  RecordKind,
  WriteKind,
} from './existing.ts';
export { type ImportPlan, planImport, planUpload } from './planImport.ts';
export { type ReadPlan, readCarryPlan } from './readCarryPlan.ts';
export { type UploadedSheet } from '../../platform/upload/index.ts';
export type { RowError } from '../../platform/upload/index.ts';
export { type CarryPlan, type PlanColumn, planSheets, type SheetDefinition, type SheetKey } from './sheets.ts';
export { type PlanTemplateColumn, planTemplate } from './template.ts';
