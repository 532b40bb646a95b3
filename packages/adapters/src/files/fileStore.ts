import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Size and digest that identify the bytes of a stored file. */
export interface FileDigest {
  readonly sizeBytes: number;
  /** SHA-256 as hexadecimal digits. */
  readonly sha256: string;
}

/** A stored file as a stream of bytes. */
export interface StoredBytes {
  readonly sizeBytes: number;
  readonly content: Readable;
}

/** An entry of the file store. */
export interface ListedFile {
  readonly key: string;
  readonly storedAt: Date;
}

/** Stores bytes under generated keys. A key contains the tenant, and nothing about the content. */
export interface FileStore {
  /** Location of the files, displayed to the operator. */
  readonly location: string;
  put(tenantId: string, content: Uint8Array | Readable): Promise<string>;
  /** Stores bytes under an existing key and overwrites any file there. */
  store(key: string, content: Uint8Array | Readable): Promise<void>;
  /** Returns undefined if the file doesn't exist or the key is malformed. */
  get(key: string): Promise<Buffer | undefined>;
  /** Streams a file. Returns undefined if it doesn't exist. */
  open(key: string): Promise<StoredBytes | undefined>;
  /** Reads a file as a stream to compute its digest. Returns undefined if it doesn't exist. */
  digest(key: string): Promise<FileDigest | undefined>;
  has(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  isEmpty(): Promise<boolean>;
  /** Lists all files under valid keys, in no particular order. */
  list(): AsyncIterable<ListedFile>;
  /** Resolves if the store accepts files at the moment. */
  ready(): Promise<void>;
  /** Removes partly written files that a crashed process left behind. */
  removeCut(): Promise<void>;
}

/** Pattern of valid keys, which begin with the tenant. */
export const keyPattern = '[0-9a-f-]{36}/[0-9a-f]{2}/[0-9a-f-]{36}';
const wholeKey = new RegExp(`^${keyPattern}$`);

export function newKey(tenantId: string): string {
  const id = crypto.randomUUID();
  return ownKey(`${tenantId}/${id.slice(0, 2)}/${id}`);
}

export const isFileKey = (text: string): boolean => wholeKey.test(text);

/** Returns the key. Fails: throws for a malformed key, so that nothing is written outside the store. */
export function ownKey(key: string): string {
  if (!isFileKey(key)) throw new RangeError('not a key of this store');
  return key;
}

export async function fileDigest({ content }: StoredBytes): Promise<FileDigest> {
  const digest = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    digest.update(chunk);
    sizeBytes += chunk.byteLength;
  }
  return { sizeBytes, sha256: digest.digest('hex') };
}
