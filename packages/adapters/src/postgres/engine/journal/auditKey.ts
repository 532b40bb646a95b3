import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The secret of the audit chain; who has only the database cannot make an entry that fits. */
export type AuditKey = Buffer;

/** Reads the key of a file outside the database, and makes it at the first start. */
export function auditKeyFrom(file: string): AuditKey {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readAuditKey(file);
}

/** Reads the key of a file. Fails: throws when there is none or it is damaged. */
export function readAuditKey(file: string): AuditKey {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (key.length !== 32) throw new Error(`The audit key in ${file} is damaged: restore it from a backup.`);
  return key;
}

/** By what a database knows its key again without holding it. */
export const fingerprintOf = (key: AuditKey): string =>
  createHmac('sha256', key).update('carrara audit key').digest('hex');

/** What of an entry is chained: all of it but the hash. */
export interface ChainedEntry {
  readonly tenantId: string;
  readonly seq: number;
  readonly id: string;
  readonly operation: string;
  readonly objectType: string;
  readonly objectId: string;
  readonly objectName: string | null;
  readonly containerId: string | null;
  readonly personId: string | null;
  readonly personName: string | null;
  readonly reason: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly createdAt: string;
  /** The record as it was stored; entries of records that have no state, and those from before states were kept, are without. */
  readonly state?: unknown;
}

/** JSON with sorted keys, so that what was written and what the database gives back read the same. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

/** hash = HMAC-SHA256(key, hash of the entry before, then the entry as canonical JSON). */
export function chainHash(key: AuditKey, previous: Buffer, entry: ChainedEntry): Buffer {
  return createHmac('sha256', key).update(previous).update(canonical(entry)).digest();
}
