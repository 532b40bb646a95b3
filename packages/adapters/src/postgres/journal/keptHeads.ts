import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChainHead } from './verifyChain.ts';

const folderOf = (dataDir: string): string => join(dataDir, 'audit-heads');
const isDay = (name: string): boolean => /^\d{4}-\d{2}-\d{2}\.json$/.test(name);

/**
 * Keeps where the chains end, in the data folder: one file a day, `audit-heads/2026-09-30.json`. It lies outside the database, so that who can
 * cut the end off a chain there cannot make that unseen. A head that was once kept is never replaced by a lower one.
 */
export function keepHeads(dataDir: string, heads: readonly ChainHead[], now: string): void {
  const folder = folderOf(dataDir);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${now.slice(0, 10)}.json`);
  const kept = [...highest([...headsIn(file), ...heads]).values()];
  const text = `${JSON.stringify({ keptAt: now, heads: kept }, null, 2)}\n`;
  // A file that is read is a whole one, also when the process ends now.
  writeFileSync(`${file}.${process.pid}`, text, { mode: 0o600, flush: true });
  renameSync(`${file}.${process.pid}`, file);
}

/** The highest head of each tenant that was ever kept in this data folder, by tenant. */
export function keptHeads(dataDir: string): ReadonlyMap<string, ChainHead> {
  const folder = folderOf(dataDir);
  return highest(
    filesOf(folder)
      .filter(isDay)
      .flatMap((name) => headsIn(join(folder, name))),
  );
}

function filesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function headsIn(file: string): readonly ChainHead[] {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { readonly heads: readonly ChainHead[] }).heads;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new Error(`The kept heads of the audit in ${file} cannot be read.`, { cause: error });
  }
}

function highest(heads: readonly ChainHead[]): Map<string, ChainHead> {
  const found = new Map<string, ChainHead>();
  for (const head of heads) {
    if (head.seq >= (found.get(head.tenantId)?.seq ?? 0)) found.set(head.tenantId, head);
  }
  return found;
}
