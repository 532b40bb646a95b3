import { z } from 'zod';
import { defineEndpoints, listEndpoint } from '../../core/endpoint.ts';
import { allFileTypes, mappedTypes } from '../../core/fileTypes.ts';
import { date, figure, figureOrNull, id, instant, requiredLongText } from '../../core/schema.ts';

const fileType = z.enum(allFileTypes);
const applicationId = z.enum(['carry', 'comp', 'performance']);
/** The number of days within which a deleted upload can be restored. */
export const recoveryDays = 30;

const rowError = z.object({
  sheet: z.string(),
  row: z.int().nullable(),
  column: z.string().nullable(),
  reason: z.string(),
});
/** The effect of an import by kind of record. With errors, the effect of the rows without errors. */
const effect = z.object({
  kind: z.string(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  newVersions: z.int(),
});
/** A field of a record that the file changes, before and after. */
const change = z.object({
  kind: z.string(),
  record: z.string(),
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
/** The maximum number of listed changes. The rest are only counted. */
export const maxChangesReported = 2000;
/** The maximum number of errors in a response, and in the file with errors marked. The rest are only counted. */
export const maxErrorsReported = 1000;
export const maxErrorsStored = 5000;

const beforeAndAfter = z.object({ before: figureOrNull('money'), after: figureOrNull('money') });
/** A vehicle's figures at its last quarter, before and after the import. A rate is in percent. */
const vehicleFigures = z.object({
  vehicleId: id(),
  name: z.string(),
  currency: z.string(),
  periodEnd: date(),
  nav: beforeAndAfter,
  unfunded: beforeAndAfter,
  irr: z.object({ before: figureOrNull('return'), after: figureOrNull('return') }),
  /** The undetermined figures, such as `nav.before`, each with its reason. */
  notDetermined: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
});
export type VehicleFigures = z.output<typeof vehicleFigures>;
/** The maximum number of listed entries that Overwrite reverses. The rest are only counted. */
export const maxReversalsReported = 50;
/** An existing entry that Overwrite reverses. */
const reversedEntry = z.object({
  vehicle: z.string(),
  date: date(),
  type: z.string(),
  currency: z.string(),
  amount: figure('money'),
});
/** Conflicts with existing entries: those that the file changes, and those of an earlier file that this one doesn't have. */
const conflict = z.object({
  changed: z.int(),
  missing: z.int(),
  /** The ledger entries that Overwrite reverses, at most 50. */
  reversals: z.array(reversedEntry),
  /** The effect of Overwrite on the vehicles whose entries it reverses. */
  figures: z.array(vehicleFigures),
  /** The reasons why Overwrite can't be chosen, at most 5. */
  refusals: z.array(z.string()),
});
/** The effect of reversing an upload: notes, and figures before and after. */
const undoPreview = z.object({ notes: z.array(z.string()), figures: z.array(vehicleFigures) });
/** A file's total of one kind in one currency. With errors, of the rows without errors. */
const sumOfFile = z.object({
  kind: z.string(),
  currency: z.string(),
  amount: figure('money'),
  rows: z.int(),
  people: z.int(),
});
/** The maximum number of listed vehicles. */
export const maxVehiclesReported = 200;

const uploadReport = z.object({
  id: id(),
  /** Repeats the id under the name in the specification's upload history. */
  rowKey: id(),
  fileType,
  /** The file name. */
  name: z.string(),
  mimeType: z.string(),
  /** The module into which it was uploaded. */
  applicationId: z.string(),
  /** PENDING: read and checked, waiting for confirmation. UNDONE: its entries are reversed. */
  status: z.enum(['PENDING', 'RUNNING', 'DONE', 'FAILED', 'UNDONE']),
  /** 0 to 100 while it runs. */
  progress: z.int(),
  /** For a long file, the background job that imports it, which can be stopped. */
  taskId: id().nullable(),
  /** The reasons why an attempted import failed. */
  remarks: z.array(z.string()),
  effects: z.array(effect),
  /** At most 1,000, and one for the number of the others. */
  errors: z.array(rowError),
  /** For a payroll file, the total payments. */
  sums: z.array(sumOfFile),
  /** For example, that a distribution is no longer a draft and stays unchanged. */
  notes: z.array(z.string()),
  /** Changes that must be confirmed separately, such as an earlier start date of a profile. */
  warnings: z.array(z.string()),
  /** The changes of existing records, field by field; at most 2,000. */
  changes: z.array(change),
  numberOfChanges: z.int(),
  conflict: conflict.nullable(),
  /** The effect on each vehicle's figures, without Overwrite. */
  figures: z.array(vehicleFigures),
  /** The name of the mapping template, if one was used. */
  mapping: z.string().nullable(),
  /** True if all its entries can be reversed together once it is imported. */
  canUndo: z.boolean(),
  /** The undo, if any: who, when, why, and its effect. */
  undone: undoPreview.extend({ by: z.string(), date: instant(), reason: z.string() }).nullable(),
  createdDate: instant(),
  createdBy: z.string(),
});

const refusalsOfUndo = [
  'WRONG_STATE',
  'FILE_HAS_ERRORS',
  'UNFUNDED_BELOW_ZERO',
  'COST_ABOVE_REMAINING',
  'USED_LATER',
  'NEGATIVE_AMOUNT',
  'BUILT_UPON',
  'OWN_PAY',
] as const;

export const uploadEndpoints = defineEndpoints({
  /** Reads and checks the file without changing any record. */
  uploadFile: {
    method: 'POST',
    path: '/api/upload/:fileType/unconfirmed',
    summary: 'Read and check a file',
    permission: 'upload.edit',
    sensitive: 'byFile',
    params: z.strictObject({ fileType }),
    /**
     * The id or name of a mapping template (defaults to the built-in one), and the module if a kind of file has
     * several. The caller can choose an id, under which live updates report the progress of checking a long file
     * (`progress`, in percent). With `dryRun`, neither the file nor its check is stored, so the check can't be
     * confirmed.
     */
    query: z.strictObject({
      mapping: z.string().max(100).optional(),
      applicationId: applicationId.optional(),
      checkId: id().optional(),
      dryRun: z.enum(['true', 'false']).optional(),
    }),
    accepts: 'upload',
    // The specification's client identifies an upload by this text.
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
   * Carries out the checked import in one transaction, all or nothing. If it would now change something other than its check displayed, it is refused with
   * CHECK_OUTDATED: check the file again. A long file becomes a background job with status RUNNING. With `confirmed`
   * false, only returns the status of the upload. `overwrite` also reverses entries that an earlier file made for the same dates and this file
   * doesn't have.
   */
  confirmUpload: {
    method: 'POST',
    path: '/api/upload/:id/upload/:fileType/:confirmed',
    onlyPost: 'Use POST with Overwrite in the body. This request changes records.',
    summary: 'Run a checked upload',
    // The imported data is stale only after the import. Live updates notify the open screens of others.
    tags: ['DataUpload'],
    permission: 'upload.edit',
    sensitive: 'byFile',
    params: z.strictObject({ id: id(), fileType, confirmed: z.enum(['true', 'false']) }),
    body: z
      .strictObject({ warningsConfirmed: z.boolean().default(false), overwrite: z.boolean().default(false) })
      .optional(),
    result: uploadReport,
    failures: [
      'WRONG_STATE',
      'FILE_HAS_ERRORS',
      'CHECK_OUTDATED',
      'WARNINGS_NOT_CONFIRMED',
      'DUPLICATE',
      'FILE_MISSING',
      'FILE_CHANGED',
      'TOO_MANY_TASKS',
    ],
    idempotent: true,
  },
  /** Checks the stored file again, because records have changed since. Its earlier findings are replaced. */
  checkUploadAgain: {
    method: 'POST',
    path: '/api/upload/:id/check',
    summary: 'Check an uploaded file again',
    permission: 'upload.edit',
    sensitive: 'byFile',
    params: z.strictObject({ id: id() }),
    result: uploadReport,
    failures: ['WRONG_STATE', 'FILE_HAS_ERRORS', 'FILE_MISSING', 'FILE_CHANGED', 'PAY_ACCESS_NOT_YOURS'],
  },
  /** Returns the effect of `undoUpload` without changing anything. */
  checkUndo: {
    method: 'GET',
    path: '/api/upload/:id/undo',
    summary: 'Preview undoing an upload',
    permission: 'upload.edit',
    params: z.strictObject({ id: id() }),
    result: undoPreview,
    failures: refusalsOfUndo,
  },
  /** Reverses every entry of an upload that hasn't been replaced since. */
  undoUpload: {
    method: 'POST',
    path: '/api/upload/:id/undo',
    summary: 'Undo an upload',
    permission: 'upload.edit',
    sensitive: 'byFile',
    params: z.strictObject({ id: id() }),
    body: z.strictObject({ reason: requiredLongText() }),
    result: uploadReport,
    failures: refusalsOfUndo,
  },
  getUpload: {
    method: 'GET',
    path: '/api/upload/:id',
    summary: 'Status and result of an upload',
    permission: 'upload.view',
    sensitive: 'byFile',
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
  /** Hides an upload. Its entries remain. */
  deleteUpload: {
    method: 'DELETE',
    path: '/api/upload-history/:id/delete',
    summary: 'Delete an upload record',
    permission: 'upload.delete',
    params: z.strictObject({ id: id() }),
    result: z.object({ id: id() }),
    tags: ['Upload'],
  },
  /** Restores a deleted upload within 30 days. Without an id, restores the built-in mapping in place of the template with that name. */
  recoverUpload: {
    method: 'POST',
    path: '/api/upload-history/:fileType/:applicationId/recovery',
    summary: 'Recover a deleted upload or the built-in mapping',
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
    summary: 'The uploaded file',
    permission: 'upload.view',
    sensitive: 'byFile',
    params: z.strictObject({ id: id() }),
    answers: 'file',
    offThread: false,
    failures: ['FILE_MISSING', 'FILE_CHANGED'],
  },
  downloadMarkedUpload: {
    method: 'GET',
    path: '/api/upload-history/:id/marked',
    summary: 'The file with its errors marked',
    description:
      'Cells with errors are colored and have a note with the reason. A separate sheet lists all errors. For rejected files only.',
    permission: 'upload.view',
    sensitive: 'byFile',
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
  downloadFilledPlan: {
    method: 'GET',
    path: '/api/upload-history/carry-plan/filled-template',
    summary: 'The workbook of a carry plan with your own records',
    permission: 'distribution.edit',
    answers: 'file',
  },
  downloadSample: {
    method: 'GET',
    path: '/api/upload-history/:fileType/:applicationId/sample',
    summary: 'A filled-in sample CSV file',
    permission: 'upload.view',
    params: z.strictObject({
      fileType: z.enum(mappedTypes),
      applicationId,
    }),
    answers: 'file',
  },
});
export type UploadReport = z.output<typeof uploadReport>;
