import type pg from 'pg';
import type { Reader } from './layout.ts';
import { type AuditKey, type ChainedEntry, chainHash } from './auditKey.ts';

/** Head of a chain at some moment, saved outside the database: a chain alone can't show that its end was cut off. */
export interface ChainHead {
  readonly tenantId: string;
  readonly seq: number;
  readonly hash: string;
}

export interface ChainReport {
  readonly tenantId: string;
  readonly entries: number;
  /** First invalid entry, with the reason. Absent if the chain is intact. */
  readonly broken?: { readonly seq: number; readonly reason: string };
}

interface Row extends Omit<ChainedEntry, 'state'> {
  readonly state: unknown;
  readonly hash: Buffer;
}

const batch = 5000;
const start = Buffer.alloc(32);

/** Returns the current heads of all tenants' chains, to be saved outside the database. */
export async function chainHeads(worker: pg.Pool): Promise<readonly ChainHead[]> {
  const { rows } = await worker.query<ChainHead>(
    `SELECT tenant_id AS "tenantId", seq, encode(hash, 'hex') AS hash FROM activity_head ORDER BY tenant_id`,
  );
  return rows;
}

/**
 * Recomputes a tenant's chain from its first entry, and compares it with the stored entries, the stored head, and a
 * head saved outside. Reports the first entry that was changed, removed, inserted or moved.
 */
export async function verifyChain(
  worker: Reader,
  tenantId: string,
  key: AuditKey,
  storedHead?: Pick<ChainHead, 'seq' | 'hash'>,
): Promise<ChainReport> {
  let expected = 1;
  let previous: Buffer = start;
  const broken = (seq: number, reason: string): ChainReport => ({
    tenantId,
    entries: expected - 1,
    broken: { seq, reason },
  });
  if (storedHead?.seq === 0 && storedHead.hash !== start.toString('hex'))
    return broken(0, 'the stored head doesn’t belong to a chain');
  for (;;) {
    const { rows } = await worker.query<Row>(entriesQuery, [tenantId, expected - 1, batch]);
    for (const { hash, state, ...plain } of rows) {
      const entry = state === null ? plain : { ...plain, state };
      if (entry.seq !== expected) return broken(expected, 'the entry is missing');
      const expectedHash = chainHash(key, previous, entry);
      if (!expectedHash.equals(hash))
        return broken(entry.seq, 'the entry was changed, or the one before it was replaced');
      if (storedHead?.seq === entry.seq && storedHead.hash !== hash.toString('hex'))
        return broken(entry.seq, 'the entry differs from the stored head');
      previous = expectedHash;
      expected += 1;
    }
    if (rows.length < batch) break;
  }
  const last = expected - 1;
  if (storedHead && storedHead.seq > last)
    return broken(expected, `the chain was cut: it once reached entry ${storedHead.seq}`);
  const { rows } = await worker.query<{ seq: number; hash: Buffer }>(
    'SELECT seq, hash FROM activity_head WHERE tenant_id = $1',
    [tenantId],
  );
  const head = rows[0];
  if (!head) return last === 0 ? { tenantId, entries: 0 } : broken(last, 'the head is missing');
  if (head.seq > last) return broken(expected, `the chain was cut: its head is entry ${head.seq}`);
  if (head.seq < last || !head.hash.equals(previous)) return broken(head.seq, 'the head was changed');
  return { tenantId, entries: last };
}

/**
 * True if the chains of this database were begun with the key, judging by the first entry of one of them. Undefined if
 * there is none.
 */
export async function isChainOfKey(worker: pg.Pool, key: AuditKey): Promise<boolean | undefined> {
  const { rows: tenants } = await worker.query<{ id: string }>(
    'SELECT tenant_id AS id FROM activity_head WHERE seq > 0 ORDER BY tenant_id LIMIT 1',
  );
  if (!tenants[0]) return undefined;
  const { rows } = await worker.query<Row>(entriesQuery, [tenants[0].id, 0, 1]);
  if (!rows[0]) return false;
  const { hash, state, ...plain } = rows[0];
  return chainHash(key, start, state === null ? plain : { ...plain, state }).equals(hash);
}

/** Query for the entries of firm `$1` after number `$2`, at most `$3`, with their hashes. */
export const entriesQuery = `
  SELECT tenant_id AS "tenantId", seq, id, operation, object_type AS "objectType", object_id AS "objectId", object_name AS "objectName",
         container_id AS "containerId", person_id AS "personId", person_name AS "personName", reason, before, after,
         created_at AS "createdAt", state, hash
  FROM activity WHERE tenant_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`;
