import { fileKinds, type FileType, fileTypes, isCsv, isPayFile } from '@carrara/contract/core/fileTypes';
import type { StoredMapping, StoredUpload } from '@carrara/adapters/postgres/platform/upload/uploads';
import { loadMappingTemplate } from '@carrara/adapters/postgres/platform/upload/mappingTemplates';
import { uploadList } from '@carrara/adapters/postgres/platform/upload/uploadList';
import type { ReadSheet } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { hasPermission } from '@carrara/contract/core/permissions';
import {
  maxErrorsReported,
  recoveryDays,
  type UploadReport,
  type uploadEndpoints,
} from '@carrara/contract/platform/upload/upload';
import { loadFilledRecords } from '@carrara/adapters/postgres/carry/plan/loadFilledRecords';
import { filledPlan } from '@carrara/domain/carry/plan';
import { firstErrors } from '@carrara/domain/platform/upload';
import { addDays, err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { Readable } from 'node:stream';
import { v7 as newId } from 'uuid';
import { toBackgroundRequest } from '../core/backgroundRequest.ts';
import { importableTypes, moduleForFile } from '../core/importPermissions.ts';
import {
  type FileAnswer,
  prepareThenRun,
  type Operation,
  type Operations,
  type RequestContext,
} from '../core/operations.ts';
import { listOperation } from '../core/recordOperations.ts';
import { removeStored, type StoredFile, storeFile } from '../files/storeFiles.ts';
import { spool } from '../files/spool.ts';
import { type Findings, importFindings } from '../usecases/platform/findings.ts';
import { mayNotImport } from '../usecases/platform/mappingTemplate.ts';
import type { TaskStart } from '../usecases/platform/task.ts';
import {
  confirmable,
  confirmUpload,
  deleteUpload,
  type Importers,
  isImportPending,
  uploadNotFound,
  planUndo,
  type ReadFile,
  findReadableUpload,
  recoverUpload,
  resetMapping,
  storeLaterCheck,
  storeUpload,
  undoUpload,
} from '../usecases/platform/upload.ts';
import type { ImportPorts } from './carryPlanImport.ts';
import { carryPlanTemplate } from './carryPlanTemplate.ts';
import { isLongFile } from './fileThreads.ts';
import { readSheets } from './importer.ts';
import { type UploadPorts, type UploadRuns, uploadRuns } from './uploadRuns.ts';

type Endpoints = typeof uploadEndpoints;
/** Returns the module that a file is uploaded to. The specification's client sends it along with the file. */
const moduleOf = (
  { grants }: RequestContext,
  fileType: FileType,
  query: { readonly applicationId?: string | undefined },
  { fields }: { readonly fields: Readonly<Record<string, string>> },
) => moduleForFile(grants, fileType, query.applicationId ?? fields['ApplicationId']);
const fileNameOf = (name: string): string => (name.split(/[\\/]/).at(-1) ?? '').slice(0, 200) || 'upload.xlsx';

const statuses: Partial<Record<StoredUpload['status'], UploadReport['status']>> = {
  IMPORTED: 'DONE',
  FAILED: 'FAILED',
  UNDONE: 'UNDONE',
};

function reportOf(importers: Importers, upload: StoredUpload): UploadReport {
  const { id, fileType, fileName, effects, sums, errors, notes, warnings, changes, numberOfChanges } = upload;
  const { conflict, figures, mapping, task, undone } = upload;
  const { undo } = importers[fileType as FileType];
  const settled = statuses[upload.status] ?? 'PENDING';
  const isRunning = settled === 'PENDING' && isImportPending(upload);
  return {
    id,
    rowKey: id,
    fileType: fileType as UploadReport['fileType'],
    name: fileName,
    mimeType: upload.mimeType,
    applicationId: upload.application,
    status: isRunning ? 'RUNNING' : settled,
    progress: settled === 'DONE' ? 100 : isRunning ? (task?.done ?? 0) : 0,
    taskId: isRunning ? (task?.id ?? null) : null,
    remarks: settled === 'PENDING' && task?.status === 'FAILED' ? task.remarks : [],
    effects,
    sums,
    errors: firstErrors(errors, maxErrorsReported),
    notes,
    warnings,
    changes,
    numberOfChanges,
    conflict,
    figures,
    mapping: mapping?.name ?? null,
    canUndo: (settled === 'DONE' || settled === 'PENDING') && undo !== undefined,
    undone: undone && {
      by: undone.by,
      date: undone.date,
      reason: undone.reason,
      notes: undone.notes,
      figures: undone.figures,
    },
    createdDate: upload.createdDate,
    createdBy: upload.createdBy,
  };
}

/** Returns the upload that a dry run would have stored. */
const unstoredUpload = (
  { person, now }: RequestContext,
  upload: Pick<StoredUpload, 'id' | 'application' | 'fileType' | 'fileName' | 'mimeType' | 'mapping'>,
  findings: Findings,
): StoredUpload => ({
  ...upload,
  ...findings,
  status: findings.errors.length > 0 ? 'FAILED' : 'CHECKED',
  undone: null,
  rowVersion: 1,
  storageKey: '',
  sha256: null,
  deletedDate: null,
  task: null,
  createdDate: now.toISOString(),
  createdBy: person.name,
});

/** A parsed file or, if parsing takes long, the findings of its check. */
interface CheckedFile {
  readonly id: string;
  readonly mapping: StoredMapping | null;
  readonly checked: { readonly read: unknown } | { readonly findings: Findings };
  /** Undefined for a dry run. */
  readonly stored: StoredFile | undefined;
}
/** Maximum number of rows to import within the request. Larger files are imported in the background. */
const mostRowsAtOnce = 1000;
const isLong = ({ effects }: StoredUpload): boolean =>
  effects.reduce((rows, { created, updated, unchanged }) => rows + created + updated + unchanged, 0) > mostRowsAtOnce;

/** Returns the mapping for a file by id or name, or the default one if none is given. */
async function mappingNamed(
  { tx }: RequestContext,
  fileType: FileType,
  idOrName: string | undefined,
): Promise<Result<StoredMapping | null, Failures>> {
  if (idOrName === undefined || idOrName === '') return ok(null);
  const isId = /^[0-9a-f-]{36}$/i.test(idOrName);
  const found = await loadMappingTemplate(tx, isId ? { id: idOrName } : { fileType, name: idOrName });
  if (found?.fileType !== fileType)
    return err([fail('NOT_FOUND', ['mapping'], `There is no mapping template '${idOrName}' for files of this kind.`)]);
  return ok({ name: found.name, mapping: found.mapping });
}

/** Returns an upload that this person may see. Fails: NOT_FOUND. */
async function uploadNamed(context: RequestContext, id: string): Promise<Result<StoredUpload, Failures>> {
  const upload = await findReadableUpload(context, id);
  return upload ? ok(upload) : uploadNotFound();
}

/** Checks a file: reads it before the transaction, and stores it with its findings. */
const uploadFile = (
  { storage, turns, background }: UploadPorts,
  { importers, progressOf }: UploadRuns,
): Operation<Endpoints['uploadFile']> =>
  prepareThenRun<Endpoints['uploadFile'], CheckedFile>({
    async prepare(readContext, { params, query, file }) {
      const importer = importers[params.fileType];
      const found = await readContext(async (context) => {
        const application = moduleOf(context, params.fileType, query, file);
        if (!application) return mayNotImport();
        const refused = (await importer.refuses?.(context)) ?? [];
        if (refused.length > 0) return err(refused);
        const named = await mappingNamed(context, params.fileType, query.mapping ?? file.fields['Mapping']);
        return named.map((mapping) => ({ mapping, application, ...toBackgroundRequest(context) }));
      });
      if (found.isErr()) return err(found.error);
      const { application, mapping, ...request } = found.value;
      const id = newId();
      const by = mapping?.mapping ?? null;
      const { checkId: uploadId } = query;
      const onProgress = uploadId
        ? progressOf(request.facts, { operation: 'uploadFile', application, uploadId, version: 0 })
        : () => undefined;
      const { id: firm } = request.facts.tenant;
      const checked = await turns.inTurn<Result<CheckedFile['checked'], Failures>>(firm, async () => {
        if (!isLongFile(file)) return (await importer.read(file, by)).map((read) => ({ read }));
        const { fileType } = params;
        const order = { ...request, fileType, name: file.name, from: file.fd, mapping: by, uploadId: id };
        return (await background.check(order, onProgress)).map((findings) => ({ findings }));
      });
      if (checked.isErr()) return err(checked.error);
      const prepared = { id, mapping, checked: checked.value };
      if (query.dryRun === 'true') return ok({ ...prepared, stored: undefined });
      const stored = await storeFile(readContext, storage, file);
      return stored.map((files) => ({ ...prepared, stored: files }));
    },
    unused: async ({ stored }) => {
      if (stored) await removeStored(storage, stored);
    },
    async run(context, { params, query, file }, { id, mapping, checked, stored: storedFiles }) {
      const application = moduleOf(context, params.fileType, query, file);
      if (!application) return mayNotImport();
      const findings =
        'findings' in checked
          ? checked.findings
          : importFindings(
              await importers[params.fileType].plan(context, checked.read, {
                uploadId: id,
                mapping: mapping?.mapping ?? null,
                overwrite: false,
                isWritten: false,
              }),
            );
      const named = { fileName: fileNameOf(file.name), mimeType: fileKinds[isCsv(file) ? 'csv' : 'xlsx'].mediaType };
      const upload = { id, application, fileType: params.fileType, mapping, ...named };
      if (!storedFiles) return ok(reportOf(importers, unstoredUpload(context, upload, findings)));
      const stored = { ...storedFiles, sizeBytes: file.sizeBytes };
      const checkedFile = { ...upload, sha256: file.sha256, findings, stored };
      return (await storeUpload(context, storage, checkedFile)).map((saved) => reportOf(importers, saved));
    },
  });

/** Imports a checked file: reads it again before the transaction, unless it is imported in the background. */
const confirmation = (
  ports: TaskStart,
  { importers, readAgain, carryOut }: UploadRuns,
): Operation<Endpoints['confirmUpload']> =>
  prepareThenRun<Endpoints['confirmUpload'], ReadFile | null>({
    async prepare(read, { params: { id, confirmed } }) {
      if (confirmed === 'false') return ok(null);
      // A file that can't be confirmed is refused in the transaction, where a repeated request gets the first
      // response instead.
      const can = await read((context) => confirmable(context, id));
      return can.isErr() || isLong(can.value) ? ok(null) : readAgain(read, id);
    },
    async run(context, { params: { id, fileType, confirmed }, body = {} }, prepared) {
      if (confirmed === 'false') {
        return (await uploadNamed(context, id)).map((upload) => reportOf(importers, upload));
      }
      const order = { id, fileType, confirmed: body };
      const saved = await confirmUpload(carryOut, context, order, prepared, ports);
      return saved.map((upload) => reportOf(importers, upload));
    },
  });

/** Checks an uploaded file again, and replaces the findings of the earlier check. */
const laterCheck = ({
  importers,
  readAgain,
  checkInBackground,
}: UploadRuns): Operation<Endpoints['checkUploadAgain']> =>
  prepareThenRun<Endpoints['checkUploadAgain'], ReadFile | { readonly findings: Findings }>({
    async prepare(read, { params: { id } }) {
      const can = await read(async (context) => {
        const found = await confirmable(context, id);
        if (found.isErr()) return err(found.error);
        const refused = (await importers[found.value.fileType as FileType].refuses?.(context)) ?? [];
        return refused.length > 0 ? err(refused) : found;
      });
      if (can.isErr()) return err(can.error);
      return isLong(can.value)
        ? (await checkInBackground(read, id)).map((findings) => ({ findings }))
        : readAgain(read, id);
    },
    async run(context, { params: { id } }, checked) {
      const saved = await storeLaterCheck(context, id, async ({ fileType }) =>
        'findings' in checked
          ? checked.findings
          : importFindings(
              await importers[fileType as FileType].plan(context, checked.read, {
                uploadId: id,
                mapping: checked.mapping,
                overwrite: false,
                isWritten: false,
              }),
            ),
      );
      return saved.map((upload) => reportOf(importers, upload));
    },
  });

/** The files of an upload, and those to start from. */
const fileOperations = ({ importers, stored, readStored }: UploadRuns) =>
  ({
    downloadUpload: prepareThenRun<Endpoints['downloadUpload'], FileAnswer>({
      async prepare(read, { params: { id } }) {
        const found = await read((context) => uploadNamed(context, id));
        if (found.isErr()) return err(found.error);
        const { fileName: name, mimeType: type, fileType } = found.value;
        const content = await stored(found.value);
        return content.map(({ stream, bytes }) => ({
          name,
          type,
          content: stream ?? bytes,
          isOfPay: isPayFile(fileType),
        }));
      },
      run: async (_context, _input, file) => ok(file),
      unused: async ({ content }) => void (content instanceof Readable && content.destroy()),
    }),
    downloadMarkedUpload: prepareThenRun<Endpoints['downloadMarkedUpload'], readonly ReadSheet[]>({
      prepare: (read, { params: { id } }) =>
        readStored(
          read,
          async (context) =>
            (await uploadNamed(context, id)).andThen((upload) =>
              upload.errors.length > 0 ? ok(upload) : err([fail('WRONG_STATE', [], 'The file has no errors to mark.')]),
            ),
          // A very large file gets only a list of its errors.
          async (file) => (await readSheets(file)).orElse((failures) => (isCsv(file) ? ok([]) : err(failures))),
        ),
      async run(context, { params: { id } }, sheets) {
        const found = await uploadNamed(context, id);
        if (found.isErr()) return err(found.error);
        const upload = found.value;
        const { markedWorkbook } = await import('@carrara/adapters/spreadsheet/markedWorkbook');
        const name = `${upload.fileName.replace(/\.(xlsx|csv|txt|tsv)$/i, '')} - errors marked.xlsx`;
        const content = await spool(markedWorkbook(upload.fileName, sheets, upload.errors));
        return ok({ name, type: fileKinds.xlsx.mediaType, content, isOfPay: isPayFile(upload.fileType) });
      },
    }),
    async downloadTemplate(_context, { params }) {
      return ok({
        name: `${fileTypes[params.fileType].title} template.xlsx`,
        type: fileKinds.xlsx.mediaType,
        content: await importers[params.fileType].template(),
      });
    },
    async downloadFilledPlan({ tx }) {
      return ok({
        name: 'Carry plan with own records.xlsx',
        type: fileKinds.xlsx.mediaType,
        content: await carryPlanTemplate(filledPlan(await loadFilledRecords(tx))),
      });
    },
    async downloadSample(_context, { params }) {
      return ok({
        name: `${params.fileType} sample.csv`,
        type: fileKinds.csv.mediaType,
        content: importers[params.fileType].sample,
      });
    },
  }) satisfies Partial<Operations<Endpoints>>;

export function uploadOperations(ports: UploadPorts & ImportPorts & TaskStart): Operations<Endpoints> {
  const runs = uploadRuns(ports);
  const { importers } = runs;
  const report = (upload: StoredUpload) => reportOf(importers, upload);
  return {
    uploadFile: uploadFile(ports, runs),
    confirmUpload: confirmation(ports, runs),
    checkUploadAgain: laterCheck(runs),
    async checkUndo(context, { params: { id } }) {
      const planned = await planUndo(importers, context, id, { reason: '', isWritten: false });
      return planned.map(({ undone: { notes, figures } }) => ({ notes: [...notes], figures }));
    },
    undoUpload: async (context, { params: { id }, body: { reason } }) =>
      (await undoUpload(importers, context, { id, reason })).map(report),
    getUpload: async (context, { params }) => (await uploadNamed(context, params.id)).map(report),
    listUploads: listOperation(uploadList, ({ deleted = 'false' }, context, { params }) => ({
      application: params.applicationId,
      fileTypes: importableTypes(context.grants, params.applicationId),
      deleted: deleted === 'true' && hasPermission(context.grants, 'upload.recover'),
      deletedSince: addDays(context.today, -recoveryDays),
    })),
    deleteUpload: async (context, { params }) => (await deleteUpload(context, params.id)).map((id) => ({ id })),
    async recoverUpload(context, { params: { fileType, applicationId: application }, body }) {
      const recovered =
        body?.id == null
          ? await resetMapping(context, { fileType, application, name: body?.name ?? 'Standard' })
          : await recoverUpload(context, { id: body.id, fileType, application });
      return recovered.map((id) => ({ id }));
    },
    ...fileOperations(runs),
  };
}
