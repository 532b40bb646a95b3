import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';

/** What the bytes of a stored file are known by. */
export interface FileDigest {
  readonly sizeBytes: number;
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string;
}

/** The bytes of a stored file, piece by piece. */
export interface StoredBytes {
  readonly sizeBytes: number;
  readonly content: Readable;
}

/** A file that lies in the store. */
export interface ListedFile {
  readonly key: string;
  readonly storedAt: Date;
}

/** Keeps bytes under a key that it makes up; a key says whose file it is, and nothing about what it holds. */
export interface FileStore {
  /** Where the files lie, for whoever runs the installation. */
  readonly place: string;
  put(tenantId: string, content: Uint8Array | Readable): Promise<string>;
  /** Keeps bytes under the key that they have elsewhere, instead of what may be there. */
  keep(key: string, content: Uint8Array | Readable): Promise<void>;
  /** Undefined when there is no such file, as for every malformed key. */
  get(key: string): Promise<Buffer | undefined>;
  /** The bytes piece by piece; undefined when there is no such file. */
  open(key: string): Promise<StoredBytes | undefined>;
  /** What is stored, read piece by piece; undefined when there is no such file. */
  digest(key: string): Promise<FileDigest | undefined>;
  has(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  isEmpty(): Promise<boolean>;
  /** Everything that lies there under a key, in whatever order. */
  list(): AsyncIterable<ListedFile>;
  /** Resolves when the store takes files at the moment. */
  ready(): Promise<void>;
  /** Removes what a process that ended while it wrote has left. */
  removeCut(): Promise<void>;
}

/** The keys that there are; files of earlier versions are not told apart by their tenant. */
export const keyPattern = '(?:[0-9a-f-]{36}/)?[0-9a-f]{2}/[0-9a-f-]{36}';
const wholeKey = new RegExp(`^${keyPattern}$`);

export function newKey(tenantId: string): string {
  const id = randomUUID();
  return ownKey(`${tenantId}/${id.slice(0, 2)}/${id}`);
}

export const isKey = (text: string): boolean => wholeKey.test(text);

/** Fails: throws for a malformed key, so that nothing is written outside of the store. */
export function ownKey(key: string): string {
  if (!isKey(key)) throw new RangeError('not a key of this store');
  return key;
}

export async function digestOf({ content }: StoredBytes): Promise<FileDigest> {
  const digest = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    digest.update(chunk);
    sizeBytes += chunk.byteLength;
  }
  return { sizeBytes, sha256: digest.digest('hex') };
}
