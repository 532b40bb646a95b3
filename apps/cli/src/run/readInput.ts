import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandStop } from './commandStop.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'you don’t have permission to read it',
  EPERM: 'you don’t have permission to read it',
};

/**
 * Reads a file that the person named.
 *
 * Fails: a stop with the file and the reason.
 */
export const readInput = (folder: string, file: string): Promise<Buffer> =>
  readFile(resolve(folder, file)).catch((error: NodeJS.ErrnoException) => {
    throw new CommandStop('misused', `${file} can’t be read: ${reasons[error.code ?? ''] ?? error.message}.`);
  });
