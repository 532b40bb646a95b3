import { z } from 'zod';
import { defineEndpoints, listEndpoint } from '../core/endpoint.ts';
import { id, instant } from '../core/schema.ts';

/** What can be uploaded. */
export const fileTypes = {
  'carry-plan': 'Carry plan',
  'exchange-rates': 'Exchange rates',
  'opening-balances': 'Opening balances',
} as const;
export type FileType = keyof typeof fileTypes;
const fileType = z.enum(Object.keys(fileTypes) as [FileType, ...FileType[]]);

const rowError = z.object({
  sheet: z.string(),
  row: z.int().nullable(),
  column: z.string().nullable(),
  reason: z.string(),
});
/** What an import will do or did, per kind of record; with errors, what the rows without one would do. */
const effect = z.object({
  kind: z.string(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  newVersions: z.int(),
});
/** A field of a record that the file changes, with what it holds before and after. */
const change = z.object({
  kind: z.string(),
  record: z.string(),
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
/** More than these are counted, and not named. */
export const mostChangesTold = 2000;

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
  /** What has to be confirmed by itself, such as a profile that would be in force since an earlier day. */
  warnings: z.array(z.string()),
  /** What changes in records that are there already, field by field; at most 2,000 of them. */
  changes: z.array(change),
  numberOfChanges: z.int(),
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
    failures: ['FILE_NOT_READABLE', 'FILE_TOO_LARGE', 'STORAGE_FULL', 'TOO_MANY_FILES', 'FORBIDDEN'],
  },
  /** Does what the check announced, in one transaction, all or nothing. */
  confirmUpload: {
    method: 'POST',
    path: '/api/upload/:id/confirm',
    summary: 'Carry out a checked upload',
    permission: 'upload.edit',
    params: z.strictObject({ id: id() }),
    body: z.strictObject({ warningsConfirmed: z.boolean().default(false) }).optional(),
    result: uploadReport,
    failures: ['WRONG_STATE', 'FILE_HAS_ERRORS', 'WARNINGS_NOT_CONFIRMED', 'FILE_MISSING', 'FILE_CHANGED'],
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
    failures: ['FILE_MISSING', 'FILE_CHANGED'],
  },
  downloadMarkedUpload: {
    method: 'GET',
    path: '/api/upload-history/:id/marked',
    summary: 'The file with its errors marked',
    description:
      'Every cell with an error is coloured and says why; a sheet of its own lists them all. For a file that was refused.',
    permission: 'upload.view',
    params: z.strictObject({ id: id() }),
    answers: 'file',
    failures: ['WRONG_STATE', 'FILE_MISSING', 'FILE_CHANGED'],
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
