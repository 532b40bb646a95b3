import {
  deleteMappingTemplate,
  hideUpload,
  insertUpload,
  type KeptMapping,
  loadMappingTemplate,
  loadUpload,
  type StoredUpload,
  settleUpload,
  uploadList,
} from '@carrara/adapters/postgres/platform/upload';
import type { ReadSheet } from '@carrara/adapters/spreadsheet/read';
import { holds } from '@carrara/contract/core/permissions';
import {
  type FileType,
  fileTypes,
  isPayFile,
  recoveryDays,
  type UploadReport,
  type uploadEndpoints,
} from '@carrara/contract/platform/upload';
import { addDays, calendarDate, err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { decideRecovery, uploadLifecycle } from '@carrara/domain/platform/upload';
import { Readable } from 'node:stream';
import { v7 as newId } from 'uuid';
import type { ImportPorts } from './carryPlanImport.ts';
import { importableTypes, mayHandle, moduleForFile } from '../core/importPermissions.ts';
import { isCsv } from '../files/fileToRead.ts';
import { type Findings, findingsOf } from './findings.ts';
import { askedOf } from '../core/askedBeside.ts';
import { isLongFile } from './fileThreads.ts';
import { type HowUndone, type Importer, readSheets } from './importer.ts';
import { sampleOf } from './samples.ts';
import { type Confirmed, confirmFirst, missing, type ReadFile } from './carriedOutUploads.ts';
import { type UploadPorts, uploadRuns } from './uploadRuns.ts';
import { spool } from '../files/spool.ts';
import { type FileAnswer, inHalves, type Operations, type RequestContext } from '../core/operations.ts';
import { listOperation } from '../core/recordOperations.ts';
import { claimRoom, removeStored, type StoredFiles, storeFiles } from '../files/keepFile.ts';
import { startTask, type TaskStart } from '../concepts/platform/task.ts';

type Endpoints = typeof uploadEndpoints;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const CSV = 'text/csv';
const forbidden = () =>
  err([fail('FORBIDDEN', [], 'You don’t have permission to import files of this kind into this module.')]);
/** Returns the module that a file is uploaded to. The specification's client sends it along with the file. */
const moduleOf = (
  { grants }: RequestContext,
  fileType: FileType,
  query: { readonly applicationId?: string | undefined },
  { fields }: { readonly fields: Readonly<Record<string, string>> },
) => moduleForFile(grants, fileType, query.applicationId ?? fields['ApplicationId']);
const fileNameOf = (name: string): string => (name.split(/[\\/]/).at(-1) ?? '').slice(0, 200) || 'upload.xlsx';

const told: Partial<Record<StoredUpload['status'], UploadReport['status']>> = {
  IMPORTED: 'DONE',
  FAILED: 'FAILED',
  UNDONE: 'UNDONE',
};

const isOpen = (task: StoredUpload['task']): boolean => task?.status === 'WAITING' || task?.status === 'RUNNING';

function reportOf(upload: StoredUpload, { undo }: Pick<Importer, 'undo'>): UploadReport {
  const { id, fileType, fileName, effects, sums, errors, notes, warnings, changes, numberOfChanges } = upload;
  const { conflict, figures, mapping, task, undone } = upload;
  const settled = told[upload.status] ?? 'PENDING';
  const isRunning = settled === 'PENDING' && isOpen(task);
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
    errors,
    notes,
    warnings,
    changes,
    numberOfChanges,
    conflict,
    figures,
    mapping: mapping?.name ?? null,
    canUndo: settled === 'DONE' && undo !== undefined,
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

/** A parsed file or, if parsing takes long, the findings of its check. */
interface CheckedFile {
  readonly id: string;
  readonly mapping: KeptMapping | null;
  readonly checked: { readonly read: unknown } | { readonly findings: Findings };
  readonly stored: StoredFiles;
}
/** Maximum number of rows to import within the request. Larger files are imported in the background. */
const mostRowsAtOnce = 1000;
const isLong = ({ effects }: StoredUpload): boolean =>
  effects.reduce((rows, { created, updated, unchanged }) => rows + created + updated + unchanged, 0) > mostRowsAtOnce;

export function uploadOperations(ports: UploadPorts & ImportPorts & TaskStart): Operations<typeof uploadEndpoints> {
  const { storage, turns, beside } = ports;
  const { importers, readable, confirmable, stored, readStored, readAgain, progressOf, carryOut } = uploadRuns(ports);
  const shown = (upload: StoredUpload) => reportOf(upload, importers[upload.fileType as FileType]);

  /** Queues the import of a large file. If one is already running, returns its state. */
  async function carryOutLater({ tx }: RequestContext, upload: StoredUpload, confirmed: Confirmed) {
    const { id, fileName, warnings } = upload;
    if (isOpen(upload.task)) return ok(shown(upload));
    if (warnings.length > 0 && !confirmed.warningsConfirmed) return err(confirmFirst(warnings));
    const input = {
      id,
      warningsConfirmed: String(confirmed.warningsConfirmed ?? false),
      overwrite: String(confirmed.overwrite ?? false),
    };
    const started = await startTask(tx, ports, { kind: 'import', title: `Import of ${fileName}`, input });
    if (started.isErr()) return err(started.error);
    const running = await loadUpload(tx, id);
    return running ? ok(shown(running)) : missing();
  }

  /** Returns the effects of undoing an upload. Fails: NOT_FOUND, WRONG_STATE, and the failures of its kind of file. */
  async function undoneBy(context: RequestContext, id: string, how: HowUndone) {
    const upload = await readable(context, id, { lock: how.isWritten, act: 'upload.edit' });
    if (!upload) return missing();
    const { undo } = importers[upload.fileType as FileType];
    if (!undo)
      return err([
        fail('WRONG_STATE', [], `Imports of this kind can’t be undone: ${fileTypes[upload.fileType as FileType]}.`),
      ]);
    const applied = uploadLifecycle.apply(upload.status, 'undoUpload');
    if (applied.isErr()) return err([applied.error]);
    return (await undo(context, id, how)).map((undone) => ({ upload, status: applied.value, undone }));
  }

  /** Returns the mapping for a file by id or name, or the default one if none is given. */
  const mappingNamed = async (
    { tx }: RequestContext,
    fileType: FileType,
    word: string | undefined,
  ): Promise<Result<KeptMapping | null, Failures>> => {
    if (word === undefined || word === '') return ok(null);
    const isId = /^[0-9a-f-]{36}$/i.test(word);
    const found = await loadMappingTemplate(tx, isId ? { id: word } : { fileType, name: word });
    if (found?.fileType !== fileType)
      return err([fail('NOT_FOUND', ['mapping'], `There is no mapping template '${word}' for files of this kind.`)]);
    return ok({ name: found.name, mapping: found.mapping });
  };

  return {
    uploadFile: inHalves<Endpoints['uploadFile'], CheckedFile>({
      async prepare(ask, { params, query, file }) {
        const importer = importers[params.fileType];
        const found = await ask(async (context) => {
          const application = moduleOf(context, params.fileType, query, file);
          if (!application) return forbidden();
          const refused = (await importer.refuses?.(context)) ?? [];
          if (refused.length > 0) return err(refused);
          const named = await mappingNamed(context, params.fileType, query.mapping ?? file.fields['Mapping']);
          return named.map((mapping) => ({ mapping, application, ...askedOf(context) }));
        });
        if (found.isErr()) return err(found.error);
        const { application, mapping, ...asked } = found.value;
        const id = newId();
        const by = mapping?.mapping ?? null;
        const { checkId: uploadId } = query;
        const onProgress = uploadId
          ? progressOf(asked.told, { operation: 'uploadFile', application, uploadId, version: 0 })
          : () => undefined;
        const { id: firm } = asked.told.tenant;
        const checked = await turns.inTurn<Result<CheckedFile['checked'], Failures>>(firm, async () => {
          if (!isLongFile(file)) return (await importer.read(file, by)).map((read) => ({ read }));
          const { fileType } = params;
          const order = { ...asked, fileType, name: file.name, from: file.fd!, mapping: by, uploadId: id };
          return (await beside.check(order, onProgress)).map((findings) => ({ findings }));
        });
        if (checked.isErr()) return err(checked.error);
        const stored = await storeFiles(ask, storage, [file]);
        return stored.map((files) => ({ id, mapping, checked: checked.value, stored: files }));
      },
      unused: ({ stored }) => removeStored(storage, stored),
      async run(context, { params, query, file }, { id, mapping, checked, stored: kept }) {
        const { tx } = context;
        const application = moduleOf(context, params.fileType, query, file);
        if (!application) return forbidden();
        const findings =
          'findings' in checked
            ? checked.findings
            : findingsOf(
                await importers[params.fileType].plan(context, checked.read, {
                  uploadId: id,
                  mapping: mapping?.mapping ?? null,
                  overwrite: false,
                  isWritten: false,
                }),
              );
        const passes = findings.errors.length > 0 ? 'failUpload' : 'passUpload';
        const applied = uploadLifecycle.apply(uploadLifecycle.initial, passes);
        if (applied.isErr()) return err([applied.error]);
        const room = await claimRoom(tx, storage, kept);
        if (room.isErr()) return err(room.error);
        await insertUpload(tx, {
          id,
          application,
          fileType: params.fileType,
          fileName: fileNameOf(file.name),
          mimeType: isCsv(file) ? CSV : XLSX,
          mapping,
          sizeBytes: file.sizeBytes,
          sha256: file.sha256,
          storageKey: kept.keys[0]!,
          status: applied.value,
          ...findings,
        });
        const stored = await loadUpload(tx, id);
        return stored ? ok(shown(stored)) : missing();
      },
    }),
    confirmUpload: inHalves<Endpoints['confirmUpload'], ReadFile | null>({
      async prepare(ask, { params: { id, confirmed } }) {
        if (confirmed === 'false') return ok(null);
        // A file that can't be confirmed is refused in the transaction, where a repeated request gets the first
        // response instead.
        const can = await ask((context) => confirmable(context, id));
        return can.isErr() || isLong(can.value) ? ok(null) : readAgain(ask, id);
      },
      async run(context, { params: { id, fileType, confirmed }, body = {} }, prepared) {
        if (confirmed === 'false') {
          const upload = await readable(context, id);
          return upload ? ok(shown(upload)) : missing();
        }
        const upload = await confirmable(context, id, { lock: true });
        if (upload.isErr()) return err(upload.error);
        if (upload.value.fileType !== fileType) return missing();
        if (prepared === null) return carryOutLater(context, upload.value, body);
        const done = await carryOut(context, upload.value, prepared, body);
        if (done.isErr()) return err(done.error);
        const settled = await loadUpload(context.tx, id);
        return settled ? ok(shown(settled)) : missing();
      },
    }),
    async checkUndo(context, { params: { id } }) {
      const planned = await undoneBy(context, id, { reason: '', isWritten: false });
      return planned.map(({ undone: { notes, figures } }) => ({ notes: [...notes], figures }));
    },
    async undoUpload(context, { params: { id }, body: { reason } }) {
      const { tx, person, now } = context;
      const planned = await undoneBy(context, id, { reason, isWritten: true });
      if (planned.isErr()) return err(planned.error);
      const { upload, status, undone } = planned.value;
      const { notes, figures } = undone;
      const done = await undone.carryOut();
      if (done.isErr()) return err(done.error);
      const { alsoTells, following } = done.value;
      const told = { personId: person.id, date: now.toISOString(), reason, notes: [...notes], figures };
      await settleUpload(tx, 'undoUpload', upload, status, { ...upload, undone: told }, { alsoTells, reason });
      for (const change of following) tx.record(change);
      const settled = await loadUpload(tx, id);
      return settled ? ok(shown(settled)) : missing();
    },
    async getUpload(context, { params }) {
      const upload = await readable(context, params.id);
      return upload ? ok(shown(upload)) : missing();
    },
    listUploads: listOperation(uploadList, ({ deleted = 'false' }, context, { params }) => ({
      application: params.applicationId,
      fileTypes: importableTypes(context.grants, params.applicationId),
      deleted: deleted === 'true' && holds(context.grants, 'upload.recover'),
      deletedSince: addDays(context.today, -recoveryDays),
    })),
    async deleteUpload(context, { params: { id } }) {
      const upload = await readable(context, id, { act: 'upload.delete' });
      if (!upload) return missing();
      await hideUpload(context.tx, 'deleteUpload', upload, true);
      return ok({ id });
    },
    async recoverUpload(context, { params: { fileType, applicationId }, body }) {
      const { tx } = context;
      if (body?.id == null) {
        if (!mayHandle(context.grants, { fileType, application: applicationId }, 'upload.recover')) return forbidden();
        const template = await loadMappingTemplate(tx, { fileType, name: body?.name ?? 'Standard' });
        if (template?.applicationId === applicationId) await deleteMappingTemplate(tx, 'recoverUpload', template);
        return ok({ id: null });
      }
      const upload = await readable(context, body.id, { lock: true, deleted: true, act: 'upload.recover' });
      if (upload?.fileType !== fileType || upload.application !== applicationId) return missing();
      const deletedOn = calendarDate((upload.deletedDate ?? '').slice(0, 10));
      const recovery = decideRecovery(deletedOn, recoveryDays, context.today);
      if (recovery.isErr()) return err(recovery.error);
      await hideUpload(tx, 'recoverUpload', upload, false);
      return ok({ id: upload.id });
    },
    downloadUpload: inHalves<Endpoints['downloadUpload'], FileAnswer>({
      async prepare(ask, { params: { id } }) {
        const found = await ask(async (context) => {
          const upload = await readable(context, id);
          return upload ? ok(upload) : missing();
        });
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
    downloadMarkedUpload: inHalves<Endpoints['downloadMarkedUpload'], readonly ReadSheet[]>({
      prepare: (ask, { params: { id } }) =>
        readStored(
          ask,
          async (context) => {
            const upload = await readable(context, id);
            if (!upload) return missing();
            return upload.errors.length > 0
              ? ok(upload)
              : err([fail('WRONG_STATE', [], 'The file has no errors to mark.')]);
          },
          // A very large file gets only a list of its errors.
          async (file) => (await readSheets(file)).orElse((failures) => (isCsv(file) ? ok([]) : err(failures))),
        ),
      async run(context, { params: { id } }, sheets) {
        const upload = await readable(context, id);
        if (!upload) return missing();
        const { markedWorkbook } = await import('@carrara/adapters/spreadsheet');
        const name = `${upload.fileName.replace(/\.(xlsx|csv|txt|tsv)$/i, '')} - errors marked.xlsx`;
        const content = await spool(markedWorkbook(upload.fileName, sheets, upload.errors));
        return ok({ name, type: XLSX, content, isOfPay: isPayFile(upload.fileType) });
      },
    }),
    async downloadTemplate(_context, { params }) {
      return ok({
        name: `${fileTypes[params.fileType]} template.xlsx`,
        type: XLSX,
        content: await importers[params.fileType].template(),
      });
    },
    async downloadSample(_context, { params }) {
      return ok({ name: `${params.fileType} sample.csv`, type: CSV, content: sampleOf(params.fileType) });
    },
  };
}
