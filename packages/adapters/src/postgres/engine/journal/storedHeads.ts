import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChainHead } from './verifyChain.ts';

const folderOf = (dataDir: string): string => join(dataDir, 'audit-heads');
const isDay = (name: string): boolean => /^\d{4}-\d{2}-\d{2}\.jsonl$/.test(name);

/**
 * Appends audit heads to a file in the data folder: one file per day, `audit-heads/2026-09-30.jsonl`, one line per
 * head. The file is outside the database, so that nobody who truncates a chain there can hide it. Lines are only
 * appended, and they are flushed before this returns, so they survive a crash. Several processes can write to one file.
 */
export async function storeHeads(dataDir: string, heads: readonly ChainHead[], now: string): Promise<void> {
  const folder = folderOf(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // One of an earlier version was open to others.
  if (lstatSync(folder).uid === process.getuid?.()) chmodSync(folder, 0o700);
  const lines = heads.map(({ tenantId, seq, hash }) => `${JSON.stringify({ storedAt: now, tenantId, seq, hash })}\n`);
  const file = await open(join(folder, `${now.slice(0, 10)}.jsonl`), 'a', 0o600);
  try {
    // Ends a line that a crash may have cut short, so that the next one is complete.
    const isNew = (await file.stat()).size === 0;
    await file.appendFile(`${isNew ? '' : '\n'}${lines.join('')}`);
    await file.sync();
    if (isNew) await syncFolder(folder);
  } finally {
    await file.close();
  }
}

/**
 * Flushes the folder: after a power failure, a new file is found only if its folder was flushed too. Where folders
 * can't be flushed, that isn't needed.
 */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/**
 * Returns the highest head of each tenant ever saved in this data folder. `damaged` receives the location of each line that is neither a head nor the
 * beginning of one that a crash cut short.
 */
export function storedHeads(dataDir: string, damaged: string[] = []): ReadonlyMap<string, ChainHead> {
  const folder = folderOf(dataDir);
  return highestHeads(
    filesOf(folder)
      .filter(isDay)
      .flatMap((name) => readHeadsFile(join(folder, name), damaged)),
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

/** Reads the heads of a file. Fails: throws if the file can't be read. `damaged` is as for `storedHeads`. */
export function readHeadsFile(file: string, damaged: string[] = []): readonly ChainHead[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => {
        const head = headOf(line);
        if (head === undefined && !isCutShort(line)) damaged.push(`${file}, line ${at + 1}`);
        return head ?? [];
      });
  } catch (error) {
    throw new Error(`The stored audit heads in ${file} can’t be read.`, { cause: error });
  }
}

function headOf(line: string): ChainHead | undefined {
  try {
    const { tenantId, seq, hash } = JSON.parse(line) as Partial<ChainHead>;
    if (typeof tenantId !== 'string' || typeof hash !== 'string' || !Number.isSafeInteger(seq)) return undefined;
    return { tenantId, seq: seq as number, hash };
  } catch {
    return undefined;
  }
}

const beginning = '{"storedAt":"';
const isCutShort = (line: string): boolean =>
  !line.endsWith('}') && line.slice(0, beginning.length) === beginning.slice(0, line.length);

/** Returns the highest of these heads per tenant. */
export function highestHeads(heads: readonly ChainHead[]): ReadonlyMap<string, ChainHead> {
  const found = new Map<string, ChainHead>();
  for (const head of heads) {
    if (head.seq >= (found.get(head.tenantId)?.seq ?? 0)) found.set(head.tenantId, head);
  }
  return found;
}
