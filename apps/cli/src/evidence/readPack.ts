import { type ReadPack, readEvidence } from '@carrara/adapters/evidence/evidenceFile';
import { text as readAll } from 'node:stream/consumers';
import type { Run } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import { readInput } from '../run/readInput.ts';

/**
 * Reads a pack from a file, or from standard input.
 *
 * Fails: a stop, if there is no pack.
 */
export async function readPack(run: Run, file: string | undefined): Promise<ReadPack> {
  const text = file === undefined ? await readAll(run.input) : String(await readInput(run.folder, file));
  return readEvidence(text).match(
    (found) => found,
    (reason) => {
      throw new CommandStop('misused', reason);
    },
  );
}
