import { type ReadPack, readEvidence } from '@carrara/adapters/evidence/evidenceFile';
import { text as readAll } from 'node:stream/consumers';
import type { Run } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import { readInput } from '../run/readInput.ts';

/** The pack of a file, or of standard input. Fails: a stop, where there is none. */
export async function readPack(run: Run, file: string | undefined): Promise<ReadPack> {
  const text = file === undefined ? await readAll(run.input) : String(await readInput(run.folder, file));
  return readEvidence(text).match(
    (found) => found,
    (reason) => {
      throw new CommandStop('misused', reason);
    },
  );
}
