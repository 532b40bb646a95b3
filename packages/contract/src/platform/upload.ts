import { z } from 'zod';
import { defineEndpoints, listEndpoint } from '../core/endpoint.ts';
import { date, figure, figureOrNull, id, instant } from '../core/schema.ts';
import { type MappedType, mappedTypes } from './mappingTemplate.ts';

/** What can be uploaded. Into which module is said by `modules`. */
export const fileTypes = {
  'carry-plan': 'Carry plan',
  ...mappedTypes,
  'capital-account': 'Capital account (ILPA v2.0)',
} as const;
export type FileType = keyof typeof fileTypes;
/** Those that hold pay, as the database has them: what an upload of one tells is a look at pay. */
const payFileTypes: readonly string[] = ['compensation', 'payroll-actuals'] satisfies FileType[];
export const isPayFile = (fileType: string): boolean => payFileTypes.includes(fileType);
const fileType = z.enum(Object.keys(fileTypes) as [FileType, ...FileType[]]);
const applicationId = z.enum(['carry', 'comp', 'performance']);
/** For how long a deleted upload can be brought back. */
export const recoveryDays = 30;

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

const beforeAndAfter = z.object({ before: figureOrNull('money'), after: figureOrNull('money') });
/** The figures of a vehicle at its last quarter, as they are and as they would be; a rate in percent. */
const vehicleFigures = z.object({
  vehicleId: id(),
  name: z.string(),
  currency: z.string(),
  periodEnd: date(),
  nav: beforeAndAfter,
  unfunded: beforeAndAfter,
  irr: z.object({ before: figureOrNull('return'), after: figureOrNull('return') }),
  /** Which of these are not determined: `nav.before` and the like, each with its reason. */
  notDetermined: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
});
export type VehicleFigures = z.output<typeof vehicleFigures>;
/** What reversing an upload does: what is to know of it, and the figures before and after. */
const whatUndoDoes = z.object({ notes: z.array(z.string()), figures: z.array(vehicleFigures) });
/** What a file comes to of one kind, in one currency; with errors, its rows without one. */
const sumOfFile = z.object({
  kind: z.string(),
  currency: z.string(),
  amount: figure('money'),
  rows: z.int(),
  people: z.int(),
});
/** More vehicles than these are changed without being listed. */
export const mostVehiclesTold = 200;

export const uploadReport = z.object({
  id: id(),
  /** The id once more, as the specification's upload history names it. */
  rowKey: id(),
  fileType,
  /** Of the file. */
  name: z.string(),
  mimeType: z.string(),
  /** The module that it was uploaded into. */
  applicationId: z.string(),
  /** PENDING: read and checked, waits for the confirmation. UNDONE: what it had entered is reversed. */
  status: z.enum(['PENDING', 'RUNNING', 'DONE', 'FAILED', 'UNDONE']),
  /** 0 to 100, while it runs. */
  progress: z.int(),
  /** Of a long file, the work that carries it out while it runs: it can be stopped. */
  taskId: id().nullable(),
  /** Why it was not carried out when it was tried. */
  remarks: z.array(z.string()),
  effects: z.array(effect),
  errors: z.array(rowError),
  /** Of a file of payroll: what it pays. */
  sums: z.array(sumOfFile),
  /** Such as a distribution that is no draft and is left alone. */
  notes: z.array(z.string()),
  /** What has to be confirmed by itself, such as a profile that would be in force since an earlier day. */
  warnings: z.array(z.string()),
  /** What changes in records that are there already, field by field; at most 2,000 of them. */
  changes: z.array(change),
  numberOfChanges: z.int(),
  /** What is there already: entries that the file gives otherwise, and entries of an earlier file that this one has no more. */
  conflict: z.object({ changed: z.int(), missing: z.int() }).nullable(),
  /** What it does to the figures of each vehicle. */
  figures: z.array(vehicleFigures),
  /** By the name of a mapping template, when it was read by one. */
  mapping: z.string().nullable(),
  /** Whether what it entered can be reversed as a whole. */
  canUndo: z.boolean(),
  /** Who reversed it, when and why, and what that did; null where nobody did. */
  undone: whatUndoDoes.extend({ by: z.string(), date: instant(), reason: z.string() }).nullable(),
  createdDate: instant(),
  createdBy: z.string(),
});

const refusalsOfUndo = [
  'WRONG_STATE',
  'FILE_HAS_ERRORS',
  'UNFUNDED_BELOW_ZERO',
  'COST_ABOVE_REMAINING',
  'BUILT_UPON',
  'OWN_PAY',
] as const;

export const uploadEndpoints = defineEndpoints({
  /** Reads and checks the file; changes no record. */
  uploadFile: {
    method: 'POST',
    path: '/api/upload/:fileType/unconfirmed',
    summary: 'Read and check a file',
    permission: 'upload.edit',
    sensitive: 'payFile',
    params: z.strictObject({ fileType }),
    /**
     * Id or name of a mapping template, the shipped one when absent; the module, where a kind of file is of several; and an id of the caller's own, under
     * which live updates tell how far the check of a long file is (`progress`, in percent).
     */
    query: z.strictObject({
      mapping: z.string().max(100).optional(),
      applicationId: applicationId.optional(),
      checkId: id().optional(),
    }),
    accepts: 'upload',
    // The specification's client knows an upload by this text.
    plainText: ['fileType', 'id'],
    result: uploadReport,
    failures: [
      'FILE_NOT_READABLE',
      'FILE_TOO_LARGE',
      'STORAGE_FULL',
      'TOO_MANY_FILES',
      'FORBIDDEN',
      'PAY_ACCESS_NOT_YOURS',
    ],
  },
  /**
   * Does what the check announced, in one transaction, all or nothing; a long file as long work, which is RUNNING then. With `confirmed` false it only answers where the upload stands. `overwrite` also
   * reverses what an earlier file entered for the same days and this one has not.
   */
  confirmUpload: {
    method: 'POST',
    path: '/api/upload/:id/upload/:fileType/:confirmed',
    onlyPost: 'Send this as POST, with Overwrite in the body: it changes records.',
    summary: 'Carry out a checked upload',
    // What it made is stale at its answer; another's open screens hear of it.
    tags: ['DataUpload'],
    permission: 'upload.edit',
    sensitive: 'payFile',
    params: z.strictObject({ id: id(), fileType, confirmed: z.enum(['true', 'false']) }),
    body: z
      .strictObject({ warningsConfirmed: z.boolean().default(false), overwrite: z.boolean().default(false) })
      .optional(),
    result: uploadReport,
    failures: [
      'WRONG_STATE',
      'FILE_HAS_ERRORS',
      'WARNINGS_NOT_CONFIRMED',
      'FILE_MISSING',
      'FILE_CHANGED',
      'TOO_MANY_TASKS',
    ],
    idempotent: true,
  },
  /** What `undoUpload` would do; changes nothing. */
  checkUndo: {
    method: 'GET',
    path: '/api/upload/:id/undo',
    summary: 'Preview undoing an upload',
    permission: 'upload.edit',
    params: z.strictObject({ id: id() }),
    result: whatUndoDoes,
    failures: refusalsOfUndo,
  },
  /** Reverses every entry of an upload that nothing has replaced since. */
  undoUpload: {
    method: 'POST',
    path: '/api/upload/:id/undo',
    summary: 'Reverse what an upload entered',
    permission: 'upload.edit',
    sensitive: 'payFile',
    params: z.strictObject({ id: id() }),
    body: z.strictObject({ reason: z.string().trim().min(1, 'is required').max(4000) }),
    result: uploadReport,
    failures: refusalsOfUndo,
  },
  getUpload: {
    method: 'GET',
    path: '/api/upload/:id',
    summary: 'State and result of an upload',
    permission: 'upload.view',
    sensitive: 'payFile',
    params: z.strictObject({ id: id() }),
    result: uploadReport,
    tags: ['Upload'],
  },
  listUploads: {
    ...listEndpoint({
      path: '/api/upload-history/:applicationId',
      title: 'Upload History',
      permission: 'upload.view',
      filters: { deleted: z.enum(['true', 'false']).optional() },
      row: uploadReport.pick({
        id: true,
        rowKey: true,
        fileType: true,
        name: true,
        mimeType: true,
        applicationId: true,
        status: true,
        createdDate: true,
        createdBy: true,
      }),
      columns: [
        { field: 'name', kind: 'text', title: 'File' },
        { field: 'fileType', kind: 'text', title: 'Type' },
        { field: 'status', kind: 'text', title: 'Status' },
        { field: 'createdDate', kind: 'instant', title: 'Uploaded' },
        { field: 'createdBy', kind: 'text', title: 'By' },
      ],
      defaultSort: { field: 'createdDate', ascending: false },
      tags: ['Upload'],
    }),
    params: z.strictObject({ applicationId }),
  },
  /** Hides an upload; what it entered stays. */
  deleteUpload: {
    method: 'DELETE',
    path: '/api/upload-history/:id/delete',
    summary: 'Delete an upload record',
    permission: 'upload.delete',
    params: z.strictObject({ id: id() }),
    result: z.object({ id: id() }),
    tags: ['Upload'],
  },
  /** Brings a deleted upload back, for 30 days; without an id the mapping that the product comes with, in place of the template of that name. */
  recoverUpload: {
    method: 'POST',
    path: '/api/upload-history/:fileType/:applicationId/recovery',
    summary: 'Recover a deleted upload, or the shipped mapping',
    permission: 'upload.recover',
    params: z.strictObject({ fileType, applicationId }),
    body: z.strictObject({ id: id().nullish(), name: z.string().max(100).nullish() }).optional(),
    result: z.object({ id: id().nullable() }),
    failures: ['WRONG_STATE'],
    tags: ['Upload', 'MappingTemplate'],
  },
  downloadUpload: {
    method: 'GET',
    path: '/api/upload-history/:id/download',
    summary: 'The file as it was uploaded',
    permission: 'upload.view',
    sensitive: 'payFile',
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
    sensitive: 'payFile',
    params: z.strictObject({ id: id() }),
    answers: 'file',
    failures: ['WRONG_STATE', 'FILE_MISSING', 'FILE_CHANGED'],
  },
  downloadTemplate: {
    method: 'GET',
    path: '/api/upload-history/:fileType/:applicationId/download-template',
    summary: 'The empty workbook',
    permission: 'upload.view',
    params: z.strictObject({ fileType, applicationId }),
    answers: 'file',
  },
  downloadSample: {
    method: 'GET',
    path: '/api/upload-history/:fileType/:applicationId/sample',
    summary: 'A filled-in example as csv',
    permission: 'upload.view',
    params: z.strictObject({
      fileType: z.enum(Object.keys(mappedTypes) as [MappedType, ...MappedType[]]),
      applicationId,
    }),
    answers: 'file',
  },
});
export type UploadReport = z.output<typeof uploadReport>;
