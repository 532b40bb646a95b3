export type { CellType, PlanCell } from './cellTypes.ts';
export type {
  ExistingRecord,
  ExistingRecords,
  ExistingReference,
  ImportEffect,
  ImportWrite,
  RecordKind,
  WriteKind,
} from './existing.ts';
export { type ImportPlan, planImport, planUpload } from './planImport.ts';
export { type ReadPlan, readCarryPlan, type UploadedSheet } from './readCarryPlan.ts';
export type { RowError } from './rowError.ts';
export { type CarryPlan, type PlanColumn, planSheets, type SheetDefinition, type SheetKey } from './sheets.ts';
export { type PlanTemplateColumn, planTemplate } from './template.ts';
