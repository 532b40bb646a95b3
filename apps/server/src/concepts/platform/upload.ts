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
  mostChangesTold,
  recoveryDays,
  type UploadReport,
  type uploadEndpoints,
} from '@carrara/contract/platform/upload';
import { addDays, calendarDate, err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { uploadLifecycle } from '@carrara/domain/platform/upload';
import { v7 as newId } from 'uuid';
import { benchmarkImporter } from '../../imports/benchmarkImport.ts';
import { carryPlanImporter, type ImportPorts } from '../../imports/carryPlanImport.ts';
import { capitalAccountImporter } from '../../imports/capitalAccountImport.ts';
import { commitmentImporter } from '../../imports/commitmentImport.ts';
import { importableTypes, mayHandle, moduleForFile } from '../../imports/importPermissions.ts';
import { exchangeRateImporter } from '../../imports/exchangeRateImport.ts';
import { type FileToRead, isCsv } from '../../imports/fileToRead.ts';
import { indexImporter } from '../../imports/indexImport.ts';
import { type Importer, type PlannedImport, readSheets } from '../../imports/importer.ts';
import { ledgerImporter } from '../../imports/ledgerImport.ts';
import { openingBalanceImporter } from '../../imports/openingBalanceImport.ts';
import { portfolioMetricsImporter } from '../../imports/portfolioMetricsImport.ts';
import { sampleOf } from '../../imports/samples.ts';
import type { UploadTurns } from '../../imports/uploadTurns.ts';
import { reportedImporter } from '../../imports/reportedImport.ts';
import { valuationImporter } from '../../imports/valuationImport.ts';
import { spool } from '../../http/spool.ts';
import { type Ask, inHalves, type Operations, type RequestContext } from '../../operations.ts';
import { listOperation } from '../../recordOperations.ts';
import { keepFile, type Storage } from './keepFile.ts';
import { storedFile, storedStream } from './storedFile.ts';

type Endpoints = typeof uploadEndpoints;
/** A file as it was read, with the mapping that it was read by. */
interface ReadFile {
  readonly read: unknown;
  readonly mapping: KeptMapping | null;
}

export interface UploadPorts {
  readonly storage: Storage;
  readonly turns: UploadTurns;
  /** Tells open screens of the tenant how far an import is; the records themselves follow with the commit. */
  readonly onUploadProgress: (progress: UploadProgress) => void;
}
export interface UploadProgress {
  readonly tenantId: string;
  readonly application: string;
  readonly personId: string;
  readonly uploadId: string;
  readonly version: number;
  readonly percent: number;
  readonly at: string;
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const CSV = 'text/csv';
const PROGRESS_STEP = 5;
const missing = (id: string) => err([fail('NOT_FOUND', ['id'], `There is no upload ${id}.`)]);
const forbidden = () => err([fail('FORBIDDEN', [], 'You may not import files of this kind into this module.')]);
interface HowToLoad {
  readonly lock?: boolean;
  readonly deleted?: boolean;
  /** What is to be done with it. */
  readonly act?: Parameters<typeof mayHandle>[2];
}
/** The module that a file is uploaded into: the specification's client names it beside the file. */
const moduleOf = (
  { grants }: RequestContext,
  fileType: FileType,
  query: { readonly applicationId?: string | undefined },
  { fields }: { readonly fields: Readonly<Record<string, string>> },
) => moduleForFile(grants, fileType, query.applicationId ?? fields['ApplicationId']);
const fileNameOf = (name: string): string => (name.split(/[\\/]/).at(-1) ?? '').slice(0, 200) || 'upload.xlsx';

/** What is kept of a check; of very many changes the first ones by name, and how many there are. */
const findingsOf = ({ effects, errors, notes, warnings, changes, conflict, figures }: PlannedImport) => ({
  conflict: conflict ?? null,
  figures: figures ?? [],
  effects: [...effects],
  errors: [...errors],
  notes: [...notes],
  warnings: [...warnings],
  changes: changes.slice(0, mostChangesTold),
  numberOfChanges: changes.length,
});

type Shown = Pick<ReturnType<typeof findingsOf>, 'warnings' | 'changes' | 'numberOfChanges'>;
const shownText = ({ warnings, changes, numberOfChanges }: Shown): string =>
  JSON.stringify([
    warnings,
    changes.map(({ kind, record, field, before, after }) => [kind, record, field, before, after]),
    numberOfChanges,
  ]);
const isAsShown = (now: Shown, then: Shown): boolean => shownText(now) === shownText(then);

const told: Partial<Record<StoredUpload['status'], UploadReport['status']>> = {
  IMPORTED: 'DONE',
  FAILED: 'FAILED',
  UNDONE: 'UNDONE',
};

/** How far the imports are that run in this process, by upload. */
type Running = Map<string, number>;

function reportOf(upload: StoredUpload, running: Running, { undo }: Pick<Importer, 'undo'>): UploadReport {
  const { id, fileType, fileName, effects, errors, notes, warnings, changes, numberOfChanges } = upload;
  const { conflict, figures, mapping } = upload;
  const percent = running.get(id);
  const settled = told[upload.status] ?? 'PENDING';
  return {
    id,
    rowKey: id,
    fileType: fileType as UploadReport['fileType'],
    name: fileName,
    mimeType: upload.mimeType,
    applicationId: upload.application,
    status: percent === undefined || settled !== 'PENDING' ? settled : 'RUNNING',
    progress: settled === 'DONE' ? 100 : (percent ?? 0),
    effects,
    errors,
    notes,
    warnings,
    changes,
    numberOfChanges,
    conflict,
    figures,
    mapping: mapping?.name ?? null,
    canUndo: settled === 'DONE' && undo !== undefined,
    createdDate: upload.createdDate,
    createdBy: upload.createdBy,
  };
}

export function uploadOperations(ports: UploadPorts & ImportPorts): Operations<typeof uploadEndpoints> {
  const { storage, turns } = ports;
  const running: Running = new Map();
  // What one of them read is handed back to the same one.
  const importers = {
    'carry-plan': carryPlanImporter(ports),
    'exchange-rates': exchangeRateImporter,
    'opening-balances': openingBalanceImporter,
    commitments: commitmentImporter,
    ledger: ledgerImporter,
    valuations: valuationImporter,
    reported: reportedImporter,
    'capital-account': capitalAccountImporter,
    index: indexImporter,
    benchmark: benchmarkImporter,
    'portfolio-metrics': portfolioMetricsImporter,
  } as unknown as Readonly<Record<FileType, Importer>>;
  const shown = (upload: StoredUpload) => reportOf(upload, running, importers[upload.fileType as FileType]);
  const readable = async (
    { tx, grants }: RequestContext,
    id: string,
    { act = 'upload.view', ...how }: HowToLoad = {},
  ): Promise<StoredUpload | undefined> => {
    const upload = await loadUpload(tx, id, how);
    return upload && mayHandle(grants, upload, act) ? upload : undefined;
  };

  const tell = ({ tenant, person, now }: RequestContext, upload: StoredUpload) => {
    let told = -PROGRESS_STEP;
    return (percent: number) => {
      running.set(upload.id, percent);
      if (percent - told < PROGRESS_STEP) return;
      told = percent;
      const at = now.toISOString();
      ports.onUploadProgress({
        tenantId: tenant.id,
        application: upload.application,
        personId: person.id,
        uploadId: upload.id,
        version: upload.rowVersion,
        percent,
        at,
      });
    };
  };

  async function confirmable(context: RequestContext, id: string, how = {}): Promise<Result<StoredUpload, Failures>> {
    const upload = await readable(context, id, { ...how, act: 'upload.edit' });
    if (!upload) return missing(id);
    return uploadLifecycle
      .apply(upload.status, 'confirmUpload')
      .map(() => upload)
      .mapErr((failure) => [failure]);
  }

  async function confirm(
    context: RequestContext,
    upload: StoredUpload,
    { read, mapping }: ReadFile,
    { warningsConfirmed = false, overwrite = false }: { warningsConfirmed?: boolean; overwrite?: boolean },
  ): Promise<Result<UploadReport, Failures>> {
    const { tx } = context;
    // Planned anew: records may have changed since the file was checked.
    const plan = await importers[upload.fileType as FileType].plan(context, read, {
      uploadId: upload.id,
      mapping: mapping?.mapping ?? null,
      overwrite,
      isWritten: true,
    });
    const { errors, warnings } = plan;
    if (errors.length > 0) {
      const [first] = errors;
      const where = [first?.sheet, first?.row, first?.column].filter(Boolean).join(', ');
      return err([
        fail(
          'FILE_HAS_ERRORS',
          ['file'],
          `The file has ${errors.length} errors now, the first at ${where}: ${first?.reason}. Upload it again.`,
        ),
      ]);
    }
    if (warnings.length > 0 && !warningsConfirmed)
      return err([fail('WARNINGS_NOT_CONFIRMED', ['warningsConfirmed'], `Confirm this first: ${warnings.join(' ')}`)]);
    // A yes is to what the check showed: what somebody has edited since is not among it.
    if (warnings.length > 0 && !isAsShown(findingsOf(plan), upload))
      return err([
        fail(
          'WARNINGS_NOT_CONFIRMED',
          ['warningsConfirmed'],
          `Records have been changed since the file was checked. Upload it again and look at this: ${warnings.join(' ')}`,
        ),
      ]);
    const operation = 'confirmUpload';
    const applied = uploadLifecycle.apply(upload.status, operation);
    if (applied.isErr()) return err([applied.error]);
    const done = await plan.carryOut(context, tell(context, upload));
    if (done.isErr()) return err(done.error);
    const { alsoTells = [], following = [] } = done.value ?? {};
    await settleUpload(tx, operation, upload, applied.value, findingsOf(plan), { alsoTells });
    // After the act of the upload, whose number its entries carry.
    for (const change of following) tx.record(change);
    const settled = await loadUpload(tx, upload.id);
    return settled ? ok(shown(settled)) : missing(upload.id);
  }

  /** The mapping that a file is to be read by: by id or name, the shipped one when none is named. */
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

  /** What is stored of an upload, to be read again. */
  const stored = async (upload: Pick<StoredUpload, 'fileName' | 'storageKey' | 'sha256'>) =>
    isCsv({ name: upload.fileName })
      ? (await storedStream(storage.files, upload)).map((stream) => ({ stream, bytes: undefined }))
      : (await storedFile(storage.files, upload)).map((bytes) => ({ stream: undefined, bytes }));
  const fileOf = async (upload: StoredUpload): Promise<Result<FileToRead, Failures>> =>
    (await stored(upload)).map(({ stream, bytes }) => ({
      name: upload.fileName,
      stream: () => stream!,
      bytes: async () => bytes!,
    }));

  /** Reads the stored file of an upload when it is its firm's turn; what cannot be done is refused before. */
  async function readAgain<T>(
    ask: Ask,
    look: (context: RequestContext) => Promise<Result<StoredUpload, Failures>>,
    read: (file: FileToRead, upload: StoredUpload) => Promise<Result<T, Failures>>,
  ): Promise<Result<T, Failures>> {
    const found = await ask(async (context) =>
      (await look(context)).map((upload) => ({ upload, firm: context.tenant.id })),
    );
    if (found.isErr()) return err(found.error);
    const { firm, upload } = found.value;
    return turns.inTurn(firm, async () => {
      const file = await fileOf(upload);
      return file.isErr() ? err(file.error) : read(file.value, upload);
    });
  }

  return {
    uploadFile: inHalves<Endpoints['uploadFile'], ReadFile>({
      async prepare(ask, { params, query, file }) {
        const importer = importers[params.fileType];
        const found = await ask(async (context) =>
          moduleOf(context, params.fileType, query, file)
            ? (await mappingNamed(context, params.fileType, query.mapping ?? file.fields['Mapping'])).map(
                (mapping) => ({
                  mapping,
                  firm: context.tenant.id,
                }),
              )
            : forbidden(),
        );
        if (found.isErr()) return err(found.error);
        const { firm, mapping } = found.value;
        return turns.inTurn(firm, async () =>
          (await importer.read(file, mapping?.mapping ?? null)).map((read) => ({ read, mapping })),
        );
      },
      async run(context, { params, query, file }, { read, mapping }) {
        const { tx } = context;
        const id = newId();
        const application = moduleOf(context, params.fileType, query, file);
        if (!application) return forbidden();
        const findings = findingsOf(
          await importers[params.fileType].plan(context, read, {
            uploadId: id,
            mapping: mapping?.mapping ?? null,
            overwrite: false,
            isWritten: false,
          }),
        );
        const checked = findings.errors.length > 0 ? 'failUpload' : 'passUpload';
        const applied = uploadLifecycle.apply(uploadLifecycle.initial, checked);
        if (applied.isErr()) return err([applied.error]);
        const storageKey = await keepFile(tx, storage, file);
        if (storageKey.isErr()) return err(storageKey.error);
        await insertUpload(tx, {
          id,
          application,
          fileType: params.fileType,
          fileName: fileNameOf(file.name),
          mimeType: isCsv(file) ? CSV : XLSX,
          mapping,
          sizeBytes: file.sizeBytes,
          sha256: file.sha256,
          storageKey: storageKey.value,
          status: applied.value,
          ...findings,
        });
        const stored = await loadUpload(tx, id);
        return stored ? ok(shown(stored)) : missing(id);
      },
    }),
    confirmUpload: inHalves<Endpoints['confirmUpload'], ReadFile>({
      async prepare(ask, { params: { id, confirmed } }) {
        const nothing = { read: [], mapping: null };
        if (confirmed === 'false') return ok(nothing);
        // What cannot be confirmed is refused in the transaction, where a repeat gets its first answer instead.
        const can = await ask((context) => confirmable(context, id));
        if (can.isErr()) return ok(nothing);
        return readAgain(
          ask,
          (context) => confirmable(context, id),
          async (file, { fileType, mapping }) =>
            (await importers[fileType as FileType].read(file, mapping?.mapping ?? null)).map((read) => ({
              read,
              mapping,
            })),
        );
      },
      async run(context, { params: { id, fileType, confirmed }, body }, prepared) {
        if (confirmed === 'false') {
          const upload = await readable(context, id);
          return upload ? ok(shown(upload)) : missing(id);
        }
        const upload = await confirmable(context, id, { lock: true });
        if (upload.isErr()) return err(upload.error);
        if (upload.value.fileType !== fileType) return missing(id);
        try {
          return await confirm(context, upload.value, prepared, body ?? {});
        } finally {
          running.delete(id);
        }
      },
    }),
    async undoUpload(context, { params: { id }, body }) {
      const { tx } = context;
      const upload = await readable(context, id, { lock: true, act: 'upload.edit' });
      if (!upload) return missing(id);
      const operation = 'undoUpload';
      const { undo } = importers[upload.fileType as FileType];
      if (!undo) return err([fail('WRONG_STATE', [], `${fileTypes[upload.fileType as FileType]} are not undone.`)]);
      const applied = uploadLifecycle.apply(upload.status, operation);
      if (applied.isErr()) return err([applied.error]);
      const undone = await undo(context, id, body.reason);
      if (undone.isErr()) return err(undone.error);
      const { alsoTells, following, notes = [] } = undone.value;
      const findings = { ...upload, notes: [...upload.notes, ...notes] };
      await settleUpload(tx, operation, upload, applied.value, findings, { alsoTells, reason: body.reason });
      for (const change of following) tx.record(change);
      const settled = await loadUpload(tx, id);
      return settled ? ok(shown(settled)) : missing(id);
    },
    async getUpload(context, { params }) {
      const upload = await readable(context, params.id);
      return upload ? ok(shown(upload)) : missing(params.id);
    },
    listUploads: listOperation(uploadList, ({ deleted = 'false' }, context, { params }) => ({
      application: params.applicationId,
      fileTypes: importableTypes(context.grants, params.applicationId),
      deleted: deleted === 'true' && holds(context.grants, 'upload.recover'),
      deletedSince: addDays(context.today, -recoveryDays),
    })),
    async deleteUpload(context, { params: { id } }) {
      const upload = await readable(context, id, { act: 'upload.delete' });
      if (!upload) return missing(id);
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
      if (upload?.fileType !== fileType || upload.application !== applicationId) return missing(body.id);
      const last = addDays(calendarDate((upload.deletedDate ?? '').slice(0, 10)), recoveryDays);
      if (context.today > last) {
        const text = `This upload was deleted more than ${recoveryDays} days ago and cannot be recovered.`;
        return err([fail('WRONG_STATE', ['id'], text)]);
      }
      await hideUpload(tx, 'recoverUpload', upload, false);
      return ok({ id: upload.id });
    },
    async downloadUpload(context, { params }) {
      const upload = await readable(context, params.id);
      if (!upload) return missing(params.id);
      const content = await stored(upload);
      return content.map(({ stream, bytes }) => ({
        name: upload.fileName,
        type: upload.mimeType,
        content: stream ?? bytes,
      }));
    },
    downloadMarkedUpload: inHalves<Endpoints['downloadMarkedUpload'], readonly ReadSheet[]>({
      prepare: (ask, { params: { id } }) =>
        readAgain(
          ask,
          async (context) => {
            const upload = await readable(context, id);
            if (!upload) return missing(id);
            return upload.errors.length > 0
              ? ok(upload)
              : err([fail('WRONG_STATE', [], 'The file has no errors to be marked.')]);
          },
          // Of a very long file the list of what is wrong.
          async (file) => (await readSheets(file)).orElse((failures) => (isCsv(file) ? ok([]) : err(failures))),
        ),
      async run(context, { params: { id } }, sheets) {
        const upload = await readable(context, id);
        if (!upload) return missing(id);
        const { markedWorkbook } = await import('@carrara/adapters/spreadsheet');
        const name = `${upload.fileName.replace(/\.(xlsx|csv|txt|tsv)$/i, '')} - errors marked.xlsx`;
        return ok({ name, type: XLSX, content: await spool(markedWorkbook(upload.fileName, sheets, upload.errors)) });
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
