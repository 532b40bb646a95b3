import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChainHead } from './verifyChain.ts';

const folderOf = (dataDir: string): string => join(dataDir, 'audit-heads');
const isDay = (name: string): boolean => /^\d{4}-\d{2}-\d{2}\.jsonl?$/.test(name);

/**
 * Keeps where chains end, in the data folder: one file a day, `audit-heads/2026-09-30.jsonl`, a line for each head. It lies outside the
 * database, so that who can cut the end off a chain there cannot make that unseen. Lines are only added, and are on the disk when this
 * answers: what was kept is there after a crash, and several processes write to one file.
 */
export async function keepHeads(dataDir: string, heads: readonly ChainHead[], now: string): Promise<void> {
  const folder = folderOf(dataDir);
  mkdirSync(folder, { recursive: true });
  const lines = heads.map(({ tenantId, seq, hash }) => `${JSON.stringify({ keptAt: now, tenantId, seq, hash })}\n`);
  const file = await open(join(folder, `${now.slice(0, 10)}.jsonl`), 'a', 0o600);
  try {
    // A line that a crash tore is ended here, so that the next one is whole.
    const isNew = (await file.stat()).size === 0;
    await file.appendFile(`${isNew ? '' : '\n'}${lines.join('')}`);
    await file.sync();
    if (isNew) await syncFolder(folder);
  } finally {
    await file.close();
  }
}

/** A new file is found after a loss of power only when its folder is on the disk too; where folders cannot be synced this is not needed. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
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

/** The heads of a file of them. Fails: throws when it cannot be read; a last line that a crash tore is passed over. */
export function headsIn(file: string): readonly ChainHead[] {
  try {
    const text = readFileSync(file, 'utf8');
    // Before lines were added to it, the file of a day was one JSON text.
    if (!file.endsWith('.jsonl')) return (JSON.parse(text) as { readonly heads: readonly ChainHead[] }).heads;
    return text.split('\n').flatMap((line) => (line === '' ? [] : headOf(line)));
  } catch (error) {
    throw new Error(`The stored audit heads in ${file} cannot be read.`, { cause: error });
  }
}

function headOf(line: string): readonly ChainHead[] {
  if (!line.endsWith('}')) return [];
  const { tenantId, seq, hash } = JSON.parse(line) as ChainHead;
  return [{ tenantId, seq, hash }];
}

/** The highest head of each tenant among these. */
export function highest(heads: readonly ChainHead[]): ReadonlyMap<string, ChainHead> {
  const found = new Map<string, ChainHead>();
  for (const head of heads) {
    if (head.seq >= (found.get(head.tenantId)?.seq ?? 0)) found.set(head.tenantId, head);
  }
  return found;
}
