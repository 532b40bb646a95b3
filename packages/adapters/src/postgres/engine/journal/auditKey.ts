import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Secret key of the audit chain. Access to the database alone isn't enough to create a valid entry. */
export type AuditKey = Buffer;

/** Reads the key from a file outside the database. The first start creates it. */
export function auditKeyFrom(file: string): AuditKey {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readAuditKey(file);
}

/** Reads the key from a file. Fails: throws if the file is missing or damaged. */
export function readAuditKey(file: string): AuditKey {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (key.length !== 32) throw new Error(`The audit key in ${file} is damaged. Restore it from a backup.`);
  return key;
}

/** Returns a fingerprint by which a database recognizes its key without containing it. */
export const keyFingerprint = (key: AuditKey): string =>
  createHmac('sha256', key).update('carrara audit key').digest('hex');

/** The parts of an entry that the chain covers: everything but the hash. */
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
  /** State of the record as stored. Absent for records without a state. */
  readonly state?: unknown;
}

/** Serializes to JSON with sorted keys, so that a value reads the same after a round trip through the database. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

/** Computes HMAC-SHA256(key, hash of the previous entry, then the entry as canonical JSON). */
export function chainHash(key: AuditKey, previous: Buffer, entry: ChainedEntry): Buffer {
  return createHmac('sha256', key).update(previous).update(canonicalJson(entry)).digest();
}
