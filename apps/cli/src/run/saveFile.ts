import { existsSync, rmSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CommandStop } from './commandStop.ts';

const unfinished = new Set<string>();
process.on('exit', () => {
  for (const file of unfinished) rmSync(file, { force: true });
});

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'your disk quota is full',
  EFBIG: 'it exceeds the maximum file size',
  EACCES: 'you don’t have permission to write there',
  EPERM: 'you don’t have permission to write there',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'its parent isn’t a folder',
  EEXIST: 'its parent isn’t a folder',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long',
};

/** Sentences for the system's errors about a file. */
export function fileTrouble(file: string, error: unknown): CommandStop {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new CommandStop('notWritten', `${file} can’t be written: ${reasons[code] ?? message}.`);
}

/**
 * Writes a temporary file and then moves it, so that nobody ever finds a partial file.
 *
 * Fails: a stop, if the file exists and may not be replaced, or can't be written.
 */
export async function saveFile(
  path: string,
  bytes: Uint8Array | string,
  options: {
    readonly replace?: boolean | undefined;
    readonly mode?: number;
    /** Creates the folder of the file if it is missing. */
    readonly createFolder?: true;
  } = {},
): Promise<void> {
  if (!options.replace) refuseExisting(path);
  const temporary = join(dirname(path), `.${basename(path).slice(0, 60)}.${process.pid}.part`);
  unfinished.add(temporary);
  try {
    if (options.createFolder) await mkdir(dirname(path), { recursive: true });
    const file = await open(temporary, 'w', options.mode ?? 0o666);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw fileTrouble(path, error);
  } finally {
    unfinished.delete(temporary);
  }
}

/** Refuses an existing file before the work starts, so that nobody waits for a file that can't be saved. */
export function refuseExisting(file: string): void {
  if (existsSync(file)) throw new CommandStop('notWritten', `${file} already exists. Use --overwrite to replace it.`);
}

export async function createFolder(file: string): Promise<void> {
  try {
    await mkdir(file, { recursive: true });
  } catch (error) {
    throw fileTrouble(file, error);
  }
}
