import { createZip } from '@carrara/adapters/files/createZip';
import type { FileStore } from '@carrara/adapters/files/fileStore';
import { err, type Failure, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
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
const missing = fail('FILE_MISSING', [], `The stored file is missing. ${remedy}`);
const changed = fail('FILE_CHANGED', [], `The stored file differs from the uploaded one. ${remedy}`);

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
  if (!content) return err([missing]);
  if (sha256 !== null && createHash('sha256').update(content).digest('hex') !== sha256) return err([changed]);
  return ok(content);
}

/** Returns why a stored file can't be sent. Reads the whole file. */
async function unsendable(files: FileStore, { storageKey, sha256 }: FileLocation): Promise<Failures> {
  const digest = await files.digest(storageKey);
  if (!digest) return [missing];
  return sha256 === null || digest.sha256 === sha256 ? [] : [changed];
}

/**
 * Returns the same as a stream for large files. The whole file is checked before any of it is sent.
 *
 * Fails: FILE_MISSING, FILE_CHANGED.
 */
export async function storedStream(files: FileStore, location: FileLocation): Promise<Result<Readable, Failures>> {
  const failures = await unsendable(files, location);
  if (failures.length > 0) return err(failures);
  const stored = await files.open(location.storageKey);
  return stored ? ok(stored.content) : err([missing]);
}

/** A stored file with its name in a zip. */
export interface NamedFile {
  readonly name: string;
  readonly location: FileLocation;
}

/**
 * Returns stored files as a zip, with unique names. All files are checked before any of them is sent, and each is read
 * when it is its turn. `day` is the date of all entries.
 *
 * Fails: FILE_MISSING, FILE_CHANGED, naming each such file.
 */
export async function storedZip(
  files: FileStore,
  named: readonly NamedFile[],
  day: string,
): Promise<Result<Readable, Failures>> {
  const failures: Failure[] = [];
  for (const { name, location } of named) {
    const own = await unsendable(files, location);
    failures.push(...own.map((failure) => ({ ...failure, detail: `${name}: ${failure.detail}` })));
  }
  if (failures.length > 0) return err(failures);
  const entries = named.map(({ name, location }) => {
    const [, stem = name, extension] = /^(.+)\.([a-z0-9]{1,10})$/i.exec(name) ?? [];
    const read = async () => {
      const stored = await files.open(location.storageKey);
      if (!stored) throw new Error('a stored file disappeared while it was sent');
      return stored.content;
    };
    return { name: stem, extension, read };
  });
  return ok(createZip(entries, undefined, day));
}
