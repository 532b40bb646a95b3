import {
  insertUpload,
  loadUpload,
  type StoredUpload,
  settleUpload,
  uploadList,
} from '@carrara/adapters/postgres/platform/upload';
import { type ReadSheet, readWorkbook } from '@carrara/adapters/spreadsheet/read';
import { holds } from '@carrara/contract/core/permissions';
import {
  type FileType,
  fileTypes,
  mostChangesTold,
  type UploadReport,
  type uploadEndpoints,
} from '@carrara/contract/platform/upload';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { uploadLifecycle } from '@carrara/domain/platform/upload';
import { v7 as newId } from 'uuid';
import { carryPlanImporter, type ImportPorts } from '../../imports/carryPlanImport.ts';
import { importableTypes } from '../../imports/importPermissions.ts';
import { exchangeRateImporter } from '../../imports/exchangeRateImport.ts';
import { openingBalanceImporter } from '../../imports/openingBalanceImport.ts';
import type { Importer, PlannedImport } from '../../imports/importer.ts';
import type { UploadTurns } from '../../imports/uploadTurns.ts';
import { spool } from '../../http/spool.ts';
import { inHalves, type Operations, type RequestContext } from '../../operations.ts';
import { listOperation } from '../../recordOperations.ts';
import { keepFile, type Storage } from './keepFile.ts';
import { storedFile } from './storedFile.ts';

type Endpoints = typeof uploadEndpoints;
type Sheets = readonly ReadSheet[];

export interface UploadPorts {
  readonly storage: Storage;
  readonly turns: UploadTurns;
  /** Tells open screens of the tenant how far an import is; the records themselves follow with the commit. */
  readonly onUploadProgress: (progress: UploadProgress) => void;
}
export interface UploadProgress {
  readonly tenantId: string;
  readonly personId: string;
  readonly uploadId: string;
  readonly version: number;
  readonly percent: number;
  readonly at: string;
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PROGRESS_STEP = 5;
const missing = (id: string) => err([fail('NOT_FOUND', ['id'], `There is no upload ${id}.`)]);
const forbidden = () => err([fail('FORBIDDEN', [], 'Files of this kind are for administrators.')]);
const fileNameOf = (name: string): string => (name.split(/[\\/]/).at(-1) ?? '').slice(0, 200) || 'upload.xlsx';

/** What is kept of a check; of very many changes the first ones by name, and how many there are. */
const findingsOf = ({ effects, errors, notes, warnings, changes }: PlannedImport) => ({
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

/** How far the imports are that run in this process, by upload. */
type Running = Map<string, number>;

function reportOf(upload: StoredUpload, running: Running): UploadReport {
  const { id, fileType, fileName, effects, errors, notes, warnings, changes, numberOfChanges } = upload;
  const percent = running.get(id);
  const settled = upload.status === 'IMPORTED' ? 'DONE' : upload.status === 'FAILED' ? 'FAILED' : 'PENDING';
  return {
    id,
    fileType: fileType as UploadReport['fileType'],
    fileName,
    status: percent === undefined || settled !== 'PENDING' ? settled : 'RUNNING',
    progress: settled === 'DONE' ? 100 : (percent ?? 0),
    effects,
    errors,
    notes,
    warnings,
    changes,
    numberOfChanges,
    createdDate: upload.createdDate,
    createdBy: upload.createdBy,
  };
}

export function uploadOperations(ports: UploadPorts & ImportPorts): Operations<typeof uploadEndpoints> {
  const { storage, turns } = ports;
  const running: Running = new Map();
  const importers: Readonly<Record<FileType, Importer>> = {
    'carry-plan': carryPlanImporter(ports),
    'exchange-rates': exchangeRateImporter,
    'opening-balances': openingBalanceImporter,
  };
  const mayImport = ({ grants }: RequestContext, { permission }: Importer) => holds(grants, permission);

  const readableTypes = ({ grants }: RequestContext) => importableTypes(grants);
  const readable = async (context: RequestContext, id: string) => {
    const upload = await loadUpload(context.tx, id);
    return upload && readableTypes(context).includes(upload.fileType as FileType) ? upload : undefined;
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
        personId: person.id,
        uploadId: upload.id,
        version: upload.rowVersion,
        percent,
        at,
      });
    };
  };

  async function confirmable(context: RequestContext, id: string, how = {}): Promise<Result<StoredUpload, Failures>> {
    const upload = await loadUpload(context.tx, id, how);
    if (!upload || !readableTypes(context).includes(upload.fileType as FileType)) return missing(id);
    return uploadLifecycle
      .apply(upload.status, 'confirmUpload')
      .map(() => upload)
      .mapErr((failure) => [failure]);
  }

  async function confirm(
    context: RequestContext,
    upload: StoredUpload,
    sheets: Sheets,
    warningsConfirmed: boolean,
  ): Promise<Result<UploadReport, Failures>> {
    const { tx } = context;
    // Planned anew: records may have changed since the file was checked.
    const plan = await importers[upload.fileType as FileType].plan(context, sheets);
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
    await settleUpload(tx, operation, upload, applied.value, findingsOf(plan));
    const settled = await loadUpload(tx, upload.id);
    return settled ? ok(reportOf(settled, running)) : missing(upload.id);
  }

  return {
    uploadFile: inHalves<Endpoints['uploadFile'], Sheets>({
      async prepare(ask, { params, file }) {
        const firm = await ask(async (context) =>
          mayImport(context, importers[params.fileType]) ? ok(context.tenant.id) : forbidden(),
        );
        if (firm.isErr()) return err(firm.error);
        return turns.inTurn(firm.value, async () => readWorkbook(await file.bytes()));
      },
      async run(context, { params, file }, sheets) {
        const { tx } = context;
        const findings = findingsOf(await importers[params.fileType].plan(context, sheets));
        const checked = findings.errors.length > 0 ? 'failUpload' : 'passUpload';
        const applied = uploadLifecycle.apply(uploadLifecycle.initial, checked);
        if (applied.isErr()) return err([applied.error]);
        const storageKey = await keepFile(tx, storage, file);
        if (storageKey.isErr()) return err(storageKey.error);
        const id = newId();
        await insertUpload(tx, {
          id,
          fileType: params.fileType,
          fileName: fileNameOf(file.name),
          mimeType: XLSX,
          sizeBytes: file.sizeBytes,
          sha256: file.sha256,
          storageKey: storageKey.value,
          status: applied.value,
          ...findings,
        });
        const stored = await loadUpload(tx, id);
        return stored ? ok(reportOf(stored, running)) : missing(id);
      },
    }),
    confirmUpload: inHalves<Endpoints['confirmUpload'], Sheets>({
      async prepare(ask, { params: { id } }) {
        const found = await ask(async (context) => {
          const upload = await confirmable(context, id);
          return upload.map(({ storageKey, sha256 }) => ({ storageKey, sha256, firm: context.tenant.id }));
        });
        // What cannot be confirmed is refused in the transaction, where a repeat gets its first answer instead.
        if (found.isErr()) return ok([]);
        return turns.inTurn(found.value.firm, async () => {
          const bytes = await storedFile(storage.files, found.value);
          return bytes.isErr() ? err(bytes.error) : readWorkbook(bytes.value);
        });
      },
      async run(context, { params: { id }, body }, sheets) {
        const upload = await confirmable(context, id, { lock: true });
        if (upload.isErr()) return err(upload.error);
        try {
          return await confirm(context, upload.value, sheets, body?.warningsConfirmed ?? false);
        } finally {
          running.delete(id);
        }
      },
    }),
    async getUpload(context, { params }) {
      const upload = await readable(context, params.id);
      return upload ? ok(reportOf(upload, running)) : missing(params.id);
    },
    listUploads: listOperation(uploadList, (_query, context) => ({ fileTypes: readableTypes(context) })),
    async downloadUpload(context, { params }) {
      const upload = await readable(context, params.id);
      if (!upload) return missing(params.id);
      const content = await storedFile(storage.files, upload);
      return content.map((bytes) => ({ name: upload.fileName, type: XLSX, content: bytes }));
    },
    downloadMarkedUpload: inHalves<Endpoints['downloadMarkedUpload'], Sheets>({
      async prepare(ask, { params: { id } }) {
        const found = await ask(async (context) => {
          const upload = await readable(context, id);
          if (!upload) return missing(id);
          if (upload.errors.length === 0) return err([fail('WRONG_STATE', [], 'The file has no errors to be marked.')]);
          return ok({ storageKey: upload.storageKey, sha256: upload.sha256, firm: context.tenant.id });
        });
        if (found.isErr()) return err(found.error);
        return turns.inTurn(found.value.firm, async () => {
          const bytes = await storedFile(storage.files, found.value);
          return bytes.isErr() ? err(bytes.error) : readWorkbook(bytes.value);
        });
      },
      async run(context, { params: { id } }, sheets) {
        const upload = await readable(context, id);
        if (!upload) return missing(id);
        const { markedWorkbook } = await import('@carrara/adapters/spreadsheet');
        const name = `${upload.fileName.replace(/\.xlsx$/i, '')} - errors marked.xlsx`;
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
  };
}
