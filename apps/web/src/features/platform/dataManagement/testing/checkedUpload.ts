import type { UploadReport } from '../fileTypes.ts';

/** A checked file that would add records, for stories. */
export const checkedUpload: UploadReport = {
  id: '018f2c1e-0000-7000-8000-000000000001',
  fileType: 'carry-plan',
  rowKey: '00000000-0000-4000-8000-000000000001',
  name: 'carry-plan-2026.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  applicationId: 'carry',
  status: 'PENDING',
  progress: 0,
  taskId: null,
  remarks: [],
  effects: [
    { kind: 'Funds', created: 2, updated: 0, unchanged: 4, newVersions: 0 },
    { kind: 'Investments', created: 18, updated: 0, unchanged: 30, newVersions: 0 },
    { kind: 'Allocation profiles', created: 24, updated: 0, unchanged: 0, newVersions: 0 },
  ],
  sums: [],
  errors: [],
  notes: [],
  warnings: [],
  changes: [],
  numberOfChanges: 0,
  conflict: null,
  figures: [],
  mapping: null,
  canUndo: false,
  undone: null,
  createdDate: '2026-09-30T14:05:00Z',
  createdBy: 'Priya Raman',
};
