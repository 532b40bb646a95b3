import { createHash } from 'node:crypto';
import type { FileStore } from '@carrara/adapters/files';
import {
  insertUpload,
  loadUpload,
  type StoredUpload,
  settleUpload,
  uploadList,
} from '@carrara/adapters/postgres/upload';
import { holds } from '@carrara/contract/permissions';
import { type FileType, fileTypes, type UploadReport, type uploadEndpoints } from '@carrara/contract/upload';
import { err, fail, ok } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import { carryPlanImporter, type ImportPorts } from '../imports/carryPlanImport.ts';
import { exchangeRateImporter } from '../imports/exchangeRateImport.ts';
import type { Importer } from '../imports/importer.ts';
import type { Operations, RequestContext } from '../operations.ts';
import { listOperation } from '../recordOperations.ts';

export interface UploadPorts {
  readonly files: FileStore;
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

/** How far the imports are that run in this process, by upload. */
type Running = Map<string, number>;

function reportOf(upload: StoredUpload, running: Running): UploadReport {
  const { id, fileType, fileName, effects, errors, notes, createdDate, createdBy } = upload;
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
    createdDate,
    createdBy,
  };
}

export function uploadOperations(ports: UploadPorts & ImportPorts): Operations<typeof uploadEndpoints> {
  const { files } = ports;
  const running: Running = new Map();
  const importers: Readonly<Record<FileType, Importer>> = {
    'carry-plan': carryPlanImporter(ports),
    'exchange-rates': exchangeRateImporter,
  };
  const mayImport = ({ grants }: RequestContext, { permission }: Importer) => holds(grants, permission);

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

  async function confirm(
    context: RequestContext,
    upload: StoredUpload,
  ): ReturnType<Operations<typeof uploadEndpoints>['confirmUpload']> {
    const { tx } = context;
    const bytes = await files.get(upload.storageKey);
    if (!bytes) return missing(upload.id);
    // Planned anew: records may have changed since the file was checked.
    const plan = await importers[upload.fileType as FileType].plan(context, bytes);
    if (plan.isErr()) return err(plan.error);
    const { errors } = plan.value;
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
    const done = await plan.value.carryOut(context, tell(context, upload));
    if (done.isErr()) return err(done.error);
    const { effects, notes } = plan.value;
    await settleUpload(tx, 'confirmUpload', upload, 'IMPORTED', {
      effects: [...effects],
      notes: [...notes],
      errors: [],
    });
    const settled = await loadUpload(tx, upload.id);
    return settled ? ok(reportOf(settled, running)) : missing(upload.id);
  }

  return {
    async uploadFile(context, { params, file }) {
      const { tx } = context;
      const importer = importers[params.fileType];
      if (!mayImport(context, importer)) return forbidden();
      const plan = await importer.plan(context, file.bytes);
      if (plan.isErr()) return err(plan.error);
      const id = newId();
      const { effects, errors, notes } = plan.value;
      await insertUpload(tx, {
        id,
        fileType: params.fileType,
        fileName: fileNameOf(file.name),
        mimeType: XLSX,
        sizeBytes: file.bytes.byteLength,
        sha256: createHash('sha256').update(file.bytes).digest(),
        storageKey: await files.put(file.bytes),
        status: errors.length > 0 ? 'FAILED' : 'CHECKED',
        effects: [...effects],
        errors: [...errors],
        notes: [...notes],
      });
      const stored = await loadUpload(tx, id);
      return stored ? ok(reportOf(stored, running)) : missing(id);
    },
    async confirmUpload(context, { params }) {
      const upload = await loadUpload(context.tx, params.id, { lock: true });
      if (!upload) return missing(params.id);
      if (!mayImport(context, importers[upload.fileType as FileType])) return forbidden();
      if (upload.status === 'FAILED')
        return err([
          fail('FILE_HAS_ERRORS', ['file'], 'The file has errors and changes nothing. Correct it and upload it again.'),
        ]);
      if (upload.status !== 'CHECKED')
        return err([fail('WRONG_STATE', [], 'This upload has been carried out already.')]);
      try {
        return await confirm(context, upload);
      } finally {
        running.delete(upload.id);
      }
    },
    async getUpload({ tx }, { params }) {
      const upload = await loadUpload(tx, params.id);
      return upload ? ok(reportOf(upload, running)) : missing(params.id);
    },
    listUploads: listOperation(uploadList),
    async downloadUpload({ tx }, { params }) {
      const upload = await loadUpload(tx, params.id);
      const content = upload && (await files.get(upload.storageKey));
      return content ? ok({ name: upload.fileName, type: XLSX, content }) : missing(params.id);
    },
    async downloadTemplate(_context, { params }) {
      return ok({
        name: `${fileTypes[params.fileType]} template.xlsx`,
        type: XLSX,
        content: await importers[params.fileType].template(),
      });
    },
  };
}
