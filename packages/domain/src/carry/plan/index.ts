export type { CellType } from './cellTypes.ts';
export type {
  ExistingDistribution,
  ExistingRecord,
  ExistingRecords,
  ExistingReference,
  ImportWrite,
  WriteKind,
} from './existingRecords.ts';
export { type ImportPlan, planImport } from './planImport.ts';
export { readCarryPlan } from './readCarryPlan.ts';
export { type CarryPlan } from './sheets.ts';
export { filledPlan, type FilledPlan } from './filledPlan.ts';
export { planTemplate } from './template.ts';
