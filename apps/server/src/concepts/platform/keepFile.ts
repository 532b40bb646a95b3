import type { FileStore } from '@carrara/adapters/files';
import { claimStorage, storedBytes } from '@carrara/adapters/postgres/platform/upload';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { Ask, UploadedFile } from '../../operations.ts';

export interface Storage {
  readonly files: FileStore;
  /** Bytes that all files of a firm may take together. */
  readonly limitBytes: number;
}

type FileToKeep = Pick<UploadedFile, 'sizeBytes' | 'stream'>;

/** Files that lie in the store already, and that no row names yet. */
export interface StoredFiles {
  /** One for each, in their order. */
  readonly keys: readonly string[];
  readonly sizeBytes: number;
}

const inMegabytes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const megabytes = (bytes: number) => `${inMegabytes.format(bytes / 1_000_000)} MB`;

function roomFor(taken: number, sizeBytes: number, { limitBytes }: Storage): Result<void, Failures> {
  if (taken + sizeBytes <= limitBytes) return ok(undefined);
  const detail = `The files of your firm may take ${megabytes(limitBytes)} and take ${megabytes(taken)} already; this one has ${megabytes(sizeBytes)}. Delete documents that you no longer need, or ask for more space.`;
  return err([fail('STORAGE_FULL', ['file'], detail)]);
}

/**
 * Stores files before the transaction whose rows name them (`claimRoom`), so that no connection waits for the store. Who does not name them afterwards
 * takes them away (`removeStored`).
 *
 * Fails: STORAGE_FULL when the firm's files would take more than they may.
 */
export async function storeFiles(
  ask: Ask,
  storage: Storage,
  files: readonly FileToKeep[],
): Promise<Result<StoredFiles, Failures>> {
  const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  const firm = await ask(async ({ tx }) => roomFor(await storedBytes(tx), sizeBytes, storage).map(() => tx.tenantId));
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

/** Takes away what was stored and is named by no row. What stays, since the store does not answer, the sweep finds. */
export async function removeStored({ files }: Storage, { keys }: Pick<StoredFiles, 'keys'>): Promise<void> {
  for (const key of keys) await files.remove(key).catch(() => undefined);
}

/**
 * Claims the room of files that the transaction names from here on.
 *
 * Fails: STORAGE_FULL when the firm's files would take more than they may.
 */
export const claimRoom = async (
  tx: Transaction,
  storage: Storage,
  { sizeBytes }: Pick<StoredFiles, 'sizeBytes'>,
): Promise<Result<void, Failures>> => roomFor(await claimStorage(tx), sizeBytes, storage);
