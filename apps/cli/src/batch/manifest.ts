import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { CommandStop } from '../run/commandStop.ts';
import { saveFile } from '../run/saveFile.ts';

const total = z.object({
  field: z.string(),
  splitKeys: z.array(z.string()),
  total: z.string().nullable(),
  coverage: z.string().optional(),
});
const createdFile = z.object({
  file: z.string(),
  report: z.string(),
  format: z.string(),
  /** The request to the server. Equal requests create equal files. */
  request: z.string(),
  parameters: z.array(z.object({ title: z.string(), text: z.string() })),
  /** The number of rows of a report; null for a document. */
  rows: z.int().nullable(),
  /**
   * The sums of the whole report, by currency or state; for an investor's document, the ending NAV and the unfunded commitment in its capital
   * account. Null if not determined.
   */
  totals: z.array(total),
  bytes: z.int(),
  sha256: z.string(),
  createdDate: z.string(),
});
const manifestSchema = z.object({
  batch: z.string(),
  server: z.string(),
  firm: z.string(),
  startedDate: z.string(),
  /** Null during the run, and for a killed run. */
  endedDate: z.string().nullable(),
  outcome: z.enum(['running', 'done', 'partly', 'stopped']),
  counts: z.object({ files: z.int(), created: z.int(), unchanged: z.int(), failed: z.int(), open: z.int() }),
  files: z.array(createdFile),
  failures: z.array(z.object({ file: z.string(), report: z.string(), format: z.string(), reason: z.string() })),
});

/** The files in the folder of a batch, and the missing ones with the reason. */
export type Manifest = z.output<typeof manifestSchema>;
export type CreatedFile = z.output<typeof createdFile>;

export const manifestName = 'manifest.json';
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * The manifest of the previous run; undefined if there was none.
 *
 * Fails: a stop, if the file isn't a manifest of a batch.
 */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const file = join(folder, manifestName);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw new CommandStop('notWritten', `${file} can’t be read: ${error.message}.`);
  });
  if (text === undefined) return undefined;
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new CommandStop('notWritten', `${file} isn’t a batch manifest. Move it elsewhere.`);
  }
}

/** Returns a function that writes manifests one after the other, even if calls overlap. */
export function manifestWriter(folder: string): (manifest: () => Manifest) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (manifest) => {
    const write = () =>
      saveFile(join(folder, manifestName), `${JSON.stringify(manifest(), undefined, 2)}\n`, { replace: true });
    last = last.then(write, write);
    return last;
  };
}
