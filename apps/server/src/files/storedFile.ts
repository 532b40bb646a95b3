import type { FileStore } from '@carrara/adapters/files/fileStore';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  type FileAnswer,
  type HandlerInputOf,
  prepareThenRun,
  type Operation,
  type RequestContext,
  type TypedFileEndpoint,
} from '../core/operations.ts';

interface FileLocation {
  readonly storageKey: string;
  readonly sha256: string | null;
}

/** A file that may be downloaded, and its location. */
export interface FoundFile {
  readonly location: FileLocation;
  readonly file: Omit<FileAnswer, 'content'>;
}

/**
 * Returns a download of a stored file that a transaction finds. No connection waits for the file store.
 *
 * Fails: with the failures of `find`, FILE_MISSING, FILE_CHANGED.
 */
export const returnsStored = <E extends TypedFileEndpoint>(
  { files }: { readonly files: FileStore },
  find: (context: RequestContext, input: HandlerInputOf<E>) => Promise<Result<FoundFile, Failures>>,
): Operation<E> =>
  // An operation of a file, whatever else its endpoint has. TypeScript can't resolve `Operation` of an open type.
  prepareThenRun<TypedFileEndpoint, FileAnswer>({
    async prepare(read, input) {
      const found = await read((context) => find(context, input as HandlerInputOf<E>));
      if (found.isErr()) return err(found.error);
      const { location, file } = found.value;
      return (await storedFile(files, location)).map((content) => ({ ...file, content }));
    },
    run: async (_context, _input, answer) => ok(answer),
  }) as unknown as Operation<E>;

const remedy = 'Ask the operator of this installation to restore it from a backup.';

/**
 * Returns the bytes of a stored file. Bytes that differ from the upload are never returned.
 *
 * Fails: FILE_MISSING, FILE_CHANGED.
 */
export async function storedFile(
  files: FileStore,
  { storageKey, sha256 }: FileLocation,
): Promise<Result<Buffer, Failures>> {
  const content = await files.get(storageKey);
  if (!content) return err([fail('FILE_MISSING', [], `The stored file is missing. ${remedy}`)]);
  if (sha256 !== null && createHash('sha256').update(content).digest('hex') !== sha256)
    return err([fail('FILE_CHANGED', [], `The stored file differs from the uploaded one. ${remedy}`)]);
  return ok(content);
}

/**
 * Returns the same as a stream for large files. The whole file is checked before any of it is sent.
 *
 * Fails: FILE_MISSING, FILE_CHANGED.
 */
export async function storedStream(
  files: FileStore,
  { storageKey, sha256 }: FileLocation,
): Promise<Result<Readable, Failures>> {
  const digest = await files.digest(storageKey);
  const stored = digest && (await files.open(storageKey));
  if (!stored) return err([fail('FILE_MISSING', [], `The stored file is missing. ${remedy}`)]);
  if (sha256 === null || digest.sha256 === sha256) return ok(stored.content);
  stored.content.destroy();
  return err([fail('FILE_CHANGED', [], `The stored file differs from the uploaded one. ${remedy}`)]);
}
