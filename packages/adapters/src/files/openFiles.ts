import { join } from 'node:path';
import { createDiskFiles } from './diskFiles.ts';
import type { FileStore } from './fileStore.ts';
import { readFilesUrl } from './filesLocation.ts';
import { createS3Files } from './s3Files.ts';
import type { S3Keys } from './s3Request.ts';

export interface FilesOptions {
  /** Address of the file store. Defaults to a folder in the data folder. */
  readonly url?: string | undefined;
  /** Credentials of the bucket. Default to those of the machine. */
  readonly keys?: S3Keys | undefined;
}

/** Opens the file store of an installation. Fails: throws with a sentence if the address is invalid. */
export function openFiles({ url, keys }: FilesOptions, dataDir: string): FileStore {
  if (url === undefined) return createDiskFiles(join(dataDir, 'files'));
  const location = readFilesUrl(url);
  if (location.isErr()) throw new Error(`The address of the file store ${location.error}.`);
  return location.value.kind === 'folder'
    ? createDiskFiles(location.value.folder)
    : createS3Files(location.value, keys);
}
