import { type ReadPack, readEvidence } from '@carrara/adapters/evidence/evidenceFile';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import type { Run } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';

/** The pack of a file, or of standard input. Fails: a stop, where there is none. */
export async function readPack(run: Run, file: string | undefined): Promise<ReadPack> {
  const text = file === undefined ? await readAll(run.input) : await textOf(resolve(run.folder, file));
  return readEvidence(text).match(
    (found) => found,
    (reason) => {
      throw new CommandStop('misused', reason);
    },
  );
}

const textOf = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? `there is no file ${path}.` : `${path} can’t be read: ${error.message}.`;
    throw new CommandStop('misused', reason);
  });
