import {
  type KeptMapping,
  loadUpload,
  settleUpload,
  type StoredUpload,
} from '@carrara/adapters/postgres/platform/upload';
import type { FileType, UploadReport } from '@carrara/contract/platform/upload';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { uploadLifecycle } from '@carrara/domain/platform/upload';
import type { Storage } from '../concepts/platform/keepFile.ts';
import { storedFile, storedStream } from '../concepts/platform/storedFile.ts';
import type { Ask, RequestContext } from '../operations.ts';
import { carryPlanImporter, type ImportPorts } from './carryPlanImport.ts';
import { type FileToRead, isCsv } from './fileToRead.ts';
import { findingsOf } from './findings.ts';
import type { Importer } from './importer.ts';
import { mayHandle } from './importPermissions.ts';
import { ownImporters } from './ownImporters.ts';
import type { Beside } from '../thread/beside.ts';
import type { UploadTurns } from './uploadTurns.ts';

export interface UploadProgress {
  readonly tenantId: string;
  readonly application: string;
  readonly personId: string;
  readonly uploadId: string;
  readonly version: number;
  readonly percent: number;
  readonly at: string;
}
export interface UploadPorts {
  readonly storage: Storage;
  readonly turns: UploadTurns;
  /** Checks long files beside the requests. */
  readonly beside: Pick<Beside, 'check'>;
  /** Tells open screens of the tenant how far an import is; the records themselves follow with the commit. */
  readonly onUploadProgress: (progress: UploadProgress) => void;
}

/** A file as it was read, with the mapping that it was read by. */
export interface ReadFile {
  readonly read: unknown;
  readonly mapping: KeptMapping | null;
}
/** What somebody confirmed. */
export interface Confirmed {
  readonly warningsConfirmed?: boolean;
  readonly overwrite?: boolean;
}
interface HowToLoad {
  readonly lock?: boolean;
  readonly deleted?: boolean;
  /** What is to be done with it. */
  readonly act?: Parameters<typeof mayHandle>[2];
}

export const missing = (id: string) => err([fail('NOT_FOUND', ['id'], `There is no upload ${id}.`)]);

type Shown = Pick<UploadReport, 'warnings' | 'changes' | 'numberOfChanges'>;
const shownText = ({ warnings, changes, numberOfChanges }: Shown): string =>
  JSON.stringify([
    warnings,
    changes.map(({ kind, record, field, before, after }) => [kind, record, field, before, after]),
    numberOfChanges,
  ]);
const isAsShown = (now: Shown, then: Shown): boolean => shownText(now) === shownText(then);

export const confirmFirst = (warnings: readonly string[]): Failures => [
  fail('WARNINGS_NOT_CONFIRMED', ['warningsConfirmed'], `Confirm this first: ${warnings.join(' ')}`),
];

const PROGRESS_STEP = 5;
/** So much of an import is its planning; the rest is what it makes and stores. */
const PLANNING = 0.4;

/** Files that are read, checked and carried out, while somebody waits or as long work. */
export function uploadRuns({ storage, turns, beside: _beside, onUploadProgress, ...ports }: UploadPorts & ImportPorts) {
  // What one of them read is handed back to the same one.
  const importers = {
    'carry-plan': carryPlanImporter(ports),
    ...ownImporters,
  } as unknown as Readonly<Record<FileType, Importer>>;

  /** An upload with which this person may do so. */
  const readable = async (
    { tx, grants }: RequestContext,
    id: string,
    { act = 'upload.view', ...how }: HowToLoad = {},
  ): Promise<StoredUpload | undefined> => {
    const upload = await loadUpload(tx, id, how);
    return upload && mayHandle(grants, upload, act) ? upload : undefined;
  };

  /** An upload that can be carried out. Fails: NOT_FOUND, WRONG_STATE, FILE_HAS_ERRORS. */
  async function confirmable(context: RequestContext, id: string, how = {}): Promise<Result<StoredUpload, Failures>> {
    const upload = await readable(context, id, { ...how, act: 'upload.edit' });
    if (!upload) return missing(id);
    return uploadLifecycle
      .apply(upload.status, 'confirmUpload')
      .map(() => upload)
      .mapErr((failure) => [failure]);
  }

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
  async function readStored<T>(
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

  /** Reads a file that is to be carried out, by the mapping that it was checked by. */
  const readAgain = (ask: Ask, id: string): Promise<Result<ReadFile, Failures>> =>
    readStored(
      ask,
      (context) => confirmable(context, id),
      async (file, { fileType, mapping }) =>
        (await importers[fileType as FileType].read(file, mapping?.mapping ?? null)).map((read) => ({ read, mapping })),
    );

  const tell = ({ tenant, person, now }: RequestContext, upload: StoredUpload) => {
    let told = -PROGRESS_STEP;
    return (percent: number) => {
      if (percent - told < PROGRESS_STEP) return;
      told = percent;
      const at = now.toISOString();
      onUploadProgress({
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

  /**
   * Does what the check announced, in the transaction of `context`. What `onProgress` throws ends it.
   *
   * Fails: FILE_HAS_ERRORS (records were changed since), WARNINGS_NOT_CONFIRMED, and what the kind of file refuses.
   */
  async function carryOut(
    context: RequestContext,
    upload: StoredUpload,
    { read, mapping }: ReadFile,
    { warningsConfirmed = false, overwrite = false }: Confirmed,
    onProgress: (percent: number) => void,
  ): Promise<Result<void, Failures>> {
    const { tx } = context;
    const announce = tell(context, upload);
    const progress = (percent: number) => {
      onProgress(percent);
      announce(percent);
    };
    // Planned anew: records may have changed since the file was checked.
    const plan = await importers[upload.fileType as FileType].plan(context, read, {
      uploadId: upload.id,
      mapping: mapping?.mapping ?? null,
      overwrite,
      isWritten: true,
      onProgress: (percent) => progress(Math.floor(percent * PLANNING)),
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
    if (warnings.length > 0 && !warningsConfirmed) return err(confirmFirst(warnings));
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
    const done = await plan.carryOut(context, (percent) =>
      progress(Math.floor(100 * PLANNING + percent * (1 - PLANNING))),
    );
    if (done.isErr()) return err(done.error);
    const { alsoTells = [], following = [] } = done.value ?? {};
    const findings = { ...findingsOf(plan), figures: plan.figures ? [...plan.figures] : upload.figures };
    await settleUpload(tx, operation, upload, applied.value, findings, { alsoTells });
    // After the act of the upload, whose number its entries carry.
    for (const change of following) tx.record(change);
    return ok(undefined);
  }

  return { importers, readable, confirmable, stored, readStored, readAgain, carryOut };
}
export type UploadRuns = ReturnType<typeof uploadRuns>;
