import { z } from 'zod';
import { defineEndpoints, listEndpoint } from './endpoint.ts';
import { id, instant } from './schema.ts';

/** What can be uploaded. */
export const fileTypes = { 'carry-plan': 'Carry plan', 'exchange-rates': 'Exchange rates' } as const;
export type FileType = keyof typeof fileTypes;
const fileType = z.enum(Object.keys(fileTypes) as [FileType, ...FileType[]]);

const rowError = z.object({
  sheet: z.string(),
  row: z.int().nullable(),
  column: z.string().nullable(),
  reason: z.string(),
});
/** What an import will do or did, per kind of record. */
const effect = z.object({
  kind: z.string(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  newVersions: z.int(),
});
export const uploadReport = z.object({
  id: id(),
  fileType,
  fileName: z.string(),
  /** PENDING: read and checked, waits for the confirmation. */
  status: z.enum(['PENDING', 'RUNNING', 'DONE', 'FAILED']),
  /** 0 to 100, while it runs. */
  progress: z.int(),
  effects: z.array(effect),
  errors: z.array(rowError),
  /** Such as a distribution that is no draft and is left alone. */
  notes: z.array(z.string()),
  createdDate: instant(),
  createdBy: z.string(),
});

export const uploadEndpoints = defineEndpoints({
  /** Reads and checks the file; changes no record. */
  uploadFile: {
    method: 'POST',
    path: '/api/upload/:fileType/unconfirmed',
    summary: 'Read and check a file',
    permission: 'upload.edit',
    params: z.strictObject({ fileType }),
    accepts: 'upload',
    result: uploadReport,
    failures: ['FILE_NOT_READABLE', 'FILE_TOO_LARGE', 'FORBIDDEN'],
  },
  /** Does what the check announced, in one transaction, all or nothing. */
  confirmUpload: {
    method: 'POST',
    path: '/api/upload/:id/confirm',
    summary: 'Carry out a checked upload',
    permission: 'upload.edit',
    params: z.strictObject({ id: id() }),
    result: uploadReport,
    failures: ['WRONG_STATE', 'FILE_HAS_ERRORS'],
    idempotent: true,
  },
  getUpload: {
    method: 'GET',
    path: '/api/upload/:id',
    summary: 'State and result of an upload',
    permission: 'upload.view',
    params: z.strictObject({ id: id() }),
    result: uploadReport,
    tags: ['Upload'],
  },
  listUploads: listEndpoint({
    path: '/api/upload-history',
    title: 'Upload History',
    permission: 'upload.view',
    row: uploadReport.pick({
      id: true,
      fileType: true,
      fileName: true,
      status: true,
      createdDate: true,
      createdBy: true,
    }),
    columns: [
      { field: 'fileName', kind: 'text', title: 'File' },
      { field: 'fileType', kind: 'text', title: 'Type' },
      { field: 'status', kind: 'text', title: 'Status' },
      { field: 'createdDate', kind: 'instant', title: 'Uploaded' },
      { field: 'createdBy', kind: 'text', title: 'By' },
    ],
    defaultSort: { field: 'createdDate', ascending: false },
    tags: ['Upload'],
  }),
  downloadUpload: {
    method: 'GET',
    path: '/api/upload-history/:id/download',
    summary: 'The file as it was uploaded',
    permission: 'upload.view',
    params: z.strictObject({ id: id() }),
    answers: 'file',
  },
  downloadTemplate: {
    method: 'GET',
    path: '/api/upload-history/:fileType/download-template',
    summary: 'The empty workbook',
    permission: 'upload.view',
    params: z.strictObject({ fileType }),
    answers: 'file',
  },
});
export type UploadReport = z.output<typeof uploadReport>;
