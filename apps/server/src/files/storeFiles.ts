import type { FileStore } from '@carrara/adapters/files/fileStore';
import { claimStorage, storedBytes } from '@carrara/adapters/postgres/platform/upload/uploads';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { err, fail, type Failures, ok, required, type Result } from '@carrara/domain/kernel';
import type { RunInTransaction, UploadedFile } from '../core/operations.ts';

export interface Storage {
  readonly files: FileStore;
  /** Limit on the total bytes of a firm's files. */
  readonly limitBytes: number;
}

type FileToStore = Pick<UploadedFile, 'sizeBytes' | 'stream'>;

/** Stored files that no row refers to yet. */
export interface StoredFiles {
  /** One key per file, in order. */
  readonly keys: readonly string[];
  readonly sizeBytes: number;
}

export interface StoredFile extends StoredFiles {
  readonly key: string;
}

const inMegabytes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const megabytes = (bytes: number) => `${inMegabytes.format(bytes / 1_000_000)} MB`;

function roomFor(usedBytes: number, sizeBytes: number, { limitBytes }: Storage): Result<void, Failures> {
  if (usedBytes + sizeBytes <= limitBytes) return ok(undefined);
  const detail = `Your firm uses ${megabytes(usedBytes)} of ${megabytes(limitBytes)} for files, and this one needs ${megabytes(sizeBytes)}. Delete documents that you no longer need, or ask for more space.`;
  return err([fail('STORAGE_FULL', ['file'], detail)]);
}

/**
 * Stores files before the transaction that names them (`reserveSpace`), so that no connection waits for the file store. If
 * the transaction doesn't name them in the end, call `removeStored`.
 *
 * Fails: STORAGE_FULL if the firm's files would exceed the limit.
 */
export async function storeFiles(
  read: RunInTransaction,
  storage: Storage,
  files: readonly FileToStore[],
): Promise<Result<StoredFiles, Failures>> {
  const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  const firm = await read(async ({ tx }) => roomFor(await storedBytes(tx), sizeBytes, storage).map(() => tx.tenantId));
  if (firm.isErr()) return err(firm.error);
  const keys: string[] = [];
  try {
    for (const file of files) keys.push(await storage.files.put(firm.value, file.stream()));
  } catch (error) {
    await removeStored(storage, { keys });
    throw error;
  }
  return ok({ keys, sizeBytes });
}

/** Stores a single file. Fails: as `storeFiles`. */
export const storeFile = async (
  run: RunInTransaction,
  storage: Storage,
  file: FileToStore,
): Promise<Result<StoredFile, Failures>> =>
  (await storeFiles(run, storage, [file])).map((stored) => ({
    ...stored,
    key: required(stored.keys[0], 'the key of a stored file'),
  }));

/** Removes stored files that no row refers to. If the store doesn't respond, the sweep will find them. */
export async function removeStored({ files }: Storage, { keys }: Pick<StoredFiles, 'keys'>): Promise<void> {
  for (const key of keys) await files.remove(key).catch(() => undefined);
}

/**
 * Reserves space for files that the transaction is about to name.
 *
 * Fails: STORAGE_FULL if the firm's files would exceed the limit.
 */
export const reserveSpace = async (
  tx: Transaction,
  storage: Storage,
  { sizeBytes }: Pick<StoredFiles, 'sizeBytes'>,
): Promise<Result<void, Failures>> => roomFor(await claimStorage(tx), sizeBytes, storage);
