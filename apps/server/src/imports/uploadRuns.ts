import { type FileType, isCsv } from '@carrara/contract/core/fileTypes';
import type { StoredUpload } from '@carrara/adapters/postgres/platform/upload/uploads';
import { err, type Failures, required, type Result } from '@carrara/domain/kernel';
import { Readable } from 'node:stream';
import type { Storage } from '../files/storeFiles.ts';
import { storedFile, storedStream } from '../files/storedFile.ts';
import { spoolFile } from '../files/spool.ts';
import type { RunInTransaction, RequestContext } from '../core/operations.ts';
import { toBackgroundRequest } from '../core/backgroundRequest.ts';
import type { FileThreads, OrderOfCheck } from './fileThreads.ts';
import type { RunOptions } from '../pool/workThread.ts';
import {
  executeUpload as carryOutHere,
  type Confirmations,
  confirmable,
  type ReadFile,
} from '../usecases/platform/upload.ts';
import { importersWith } from './ownImporters.ts';
import type { ImportPorts } from './carryPlanImport.ts';
import type { FileToRead } from '../files/fileToRead.ts';
import type { UploadTurns } from '../pool/uploadTurns.ts';

/** Progress of a check or an import. */
export interface UploadProgress {
  readonly operation: 'uploadFile' | 'confirmUpload';
  readonly tenantId: string;
  readonly application: string;
  readonly personId: string;
  /** For a check, the id that the requester chose. */
  readonly uploadId: string;
  readonly version: number;
  readonly percent: number;
  readonly at: string;
}
export interface UploadPorts {
  readonly storage: Storage;
  readonly turns: UploadTurns;
  /** Checks and imports large files off the request thread. */
  readonly background: FileThreads;
  /** Informs the tenant's open screens of the progress. The records themselves follow with the commit. */
  readonly onUploadProgress: (progress: UploadProgress) => void;
  /** Called after a commit off the request thread that left events for open screens. */
  readonly onCommitted: () => void;
}

type BackgroundFacts = Pick<RequestContext, 'tenant' | 'person' | 'now'>;

const PROGRESS_STEP = 5;
/** Creates the functions that read, check and import files, within a request or in the background. */
export function uploadRuns({
  storage,
  turns,
  background,
  onUploadProgress,
  onCommitted,
  ...ports
}: UploadPorts & ImportPorts) {
  const importers = importersWith(ports);

  const { stored, fileOf } = storedUploads(storage);

  /** Reads the stored file of an upload when it is its firm's turn. Refuses what can't be done before that. */
  async function readStored<T>(
    readInTransaction: RunInTransaction,
    load: (context: RequestContext) => Promise<Result<StoredUpload, Failures>>,
    read: (file: FileToRead, upload: StoredUpload) => Promise<Result<T, Failures>>,
  ): Promise<Result<T, Failures>> {
    const found = await readInTransaction(async (context) =>
      (await load(context)).map((upload) => ({ upload, firm: context.tenant.id })),
    );
    if (found.isErr()) return err(found.error);
    const { firm, upload } = found.value;
    return turns.inTurn(firm, async () => {
      const file = await fileOf(upload);
      return file.isErr() ? err(file.error) : read(file.value, upload);
    });
  }

  /** Reads a file for import, through the mapping that it was checked with. */
  const readAgain = (readInTransaction: RunInTransaction, id: string): Promise<Result<ReadFile, Failures>> =>
    readStored(
      readInTransaction,
      (context) => confirmable(context, id),
      async (file, { fileType, mapping }) =>
        (await importers[fileType as FileType].read(file, mapping?.mapping ?? null)).map((read) => ({
          read,
          mapping: mapping?.mapping ?? null,
        })),
    );

  const progressOf = progressReports(onUploadProgress);
  const progressOfImport = (facts: BackgroundFacts, { application, id: uploadId, rowVersion: version }: StoredUpload) =>
    progressOf(facts, { operation: 'confirmUpload', application, uploadId, version });

  /** Imports a file as announced by its check, in the transaction of `context`. */
  const carryOut = (context: RequestContext, upload: StoredUpload, file: ReadFile, confirmed: Confirmations) =>
    carryOutHere(importers, context, upload, file, confirmed, progressOfImport(context, upload));

  return {
    importers,
    stored,
    readStored,
    readAgain,
    progressOf,
    carryOut,
    ...backgroundRuns(storedOrders(stored), background, progressOfImport, onCommitted),
  };
}

/** Creates the functions that check and import large files in another thread. */
const backgroundRuns = (
  withOrder: ReturnType<typeof storedOrders>,
  background: UploadPorts['background'],
  progressOfImport: (facts: BackgroundFacts, upload: StoredUpload) => (percent: number) => void,
  onCommitted: () => void,
) => ({
  checkInBackground: (readInTransaction: RunInTransaction, id: string) =>
    withOrder(readInTransaction, id, (order) => background.check(order, () => undefined)),
  /** Imports a file as announced by its check. */
  carryOutInBackground: (
    readInTransaction: RunInTransaction,
    id: string,
    confirmed: Confirmations,
    options: Pick<RunOptions, 'signal' | 'mayEnd'> & { readonly onProgress: (percent: number) => void },
  ) =>
    withOrder(readInTransaction, id, async (order, upload, facts) => {
      const announce = progressOfImport(facts, upload);
      const done = await background.carryOut(
        { ...order, confirmed },
        {
          ...options,
          onProgress: (percent) => {
            options.onProgress(percent);
            announce(percent);
          },
        },
      );
      if (done.isOk()) onCommitted();
      return done;
    }),
});

/** Returns how the stored file of an upload is read again. */
function storedUploads(storage: Storage) {
  const stored = async (upload: Pick<StoredUpload, 'fileName' | 'storageKey' | 'sha256'>) =>
    isCsv({ name: upload.fileName })
      ? (await storedStream(storage.files, upload)).map((stream) => ({ stream, bytes: undefined }))
      : (await storedFile(storage.files, upload)).map((bytes) => ({ stream: undefined, bytes }));
  const fileOf = async (upload: StoredUpload): Promise<Result<FileToRead, Failures>> =>
    (await stored(upload)).map(({ stream, bytes }) => ({
      name: upload.fileName,
      stream: () => required(stream, 'the stream of a table'),
      bytes: async () => required(bytes, 'the bytes of a workbook'),
    }));
  return { stored, fileOf };
}

/** Returns a function that starts to report the progress of an upload, in steps. */
const progressReports =
  (onUploadProgress: UploadPorts['onUploadProgress']) =>
  (
    { tenant, person, now }: BackgroundFacts,
    upload: Pick<UploadProgress, 'operation' | 'application' | 'uploadId' | 'version'>,
  ) => {
    let reported = -PROGRESS_STEP;
    return (percent: number) => {
      if (percent - reported < PROGRESS_STEP) return;
      reported = percent;
      onUploadProgress({ ...upload, tenantId: tenant.id, personId: person.id, percent, at: now.toISOString() });
    };
  };

/** Returns a function that runs an order for the stored file of an upload in another thread. */
const storedOrders =
  (stored: ReturnType<typeof storedUploads>['stored']) =>
  async <T>(
    read: RunInTransaction,
    id: string,
    run: (order: OrderOfCheck, upload: StoredUpload, context: BackgroundFacts) => Promise<Result<T, Failures>>,
  ): Promise<Result<T, Failures>> => {
    const found = await read(async (context) =>
      (await confirmable(context, id)).map((upload) => ({ upload, request: toBackgroundRequest(context) })),
    );
    if (found.isErr()) return err(found.error);
    const { upload, request } = found.value;
    const { fileType, fileName: name, mapping } = upload;
    const content = await stored(upload);
    if (content.isErr()) return err(content.error);
    const { stream, bytes } = content.value;
    const file = await spoolFile(stream ?? Readable.from([bytes], { objectMode: false }));
    try {
      const order = { ...request, fileType, name, from: file.fd, mapping: mapping?.mapping ?? null, uploadId: id };
      return await run(order, upload, request.facts);
    } finally {
      await file.close();
    }
  };

export type UploadRuns = ReturnType<typeof uploadRuns>;
