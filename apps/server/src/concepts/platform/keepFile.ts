import type { FileStore } from '@carrara/adapters/files';
import { claimStorage } from '@carrara/adapters/postgres/platform/upload';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { UploadedFile } from '../../operations.ts';

export interface Storage {
  readonly files: FileStore;
  /** Bytes that the documents and uploads of a firm may take together. */
  readonly limitBytes: number;
}

const inMegabytes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const megabytes = (bytes: number) => `${inMegabytes.format(bytes / 1_000_000)} MB`;

/**
 * Stores a file for the firm of the transaction; answers its key.
 *
 * Fails: STORAGE_FULL when the firm's files would take more than they may.
 */
export async function keepFile(
  tx: Transaction,
  { files, limitBytes }: Storage,
  file: Pick<UploadedFile, 'sizeBytes' | 'stream'>,
): Promise<Result<string, Failures>> {
  const taken = await claimStorage(tx);
  if (taken + file.sizeBytes > limitBytes) {
    const detail = `The files of your firm may take ${megabytes(limitBytes)} and take ${megabytes(taken)} already; this one has ${megabytes(file.sizeBytes)}. Delete documents that are no longer needed, or ask for more room.`;
    return err([fail('STORAGE_FULL', ['file'], detail)]);
  }
  return ok(await files.put(tx.tenantId, file.stream()));
}
