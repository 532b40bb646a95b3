import { existsSync } from 'node:fs';
import type pg from 'pg';
import { type AuditKey, auditKeyFrom, fingerprintOf, readAuditKey } from './auditKey.ts';
import { chainBeganWith } from './verifyChain.ts';

/**
 * The key of an installation's audit trail: made at the first start, and the same ever after. The database keeps a fingerprint of it; one
 * that has none yet, of an older version, is asked whether its first entry fits.
 *
 * Fails: throws with what to do when the file is missing or holds another key than the trail was made with: entries chained by it would
 * break the trail for good.
 */
export async function installedKey(file: string, worker: pg.Pool): Promise<AuditKey> {
  const told = await fingerprintIn(worker);
  const begun = told !== undefined || (await hasEntries(worker));
  if (begun && !existsSync(file)) throw new Error(`The audit key ${file} is missing. ${whatToDo}`);
  const key = begun ? readAuditKey(file) : auditKeyFrom(file);
  const other = new OtherKey(`The audit key ${file} is not the one that the audit trail was made with. ${whatToDo}`);
  if (told === undefined) {
    if ((await chainBeganWith(worker, key)) === false) throw other;
    await worker.query(`INSERT INTO installation (name, value) VALUES ('audit-key', $1) ON CONFLICT DO NOTHING`, [
      fingerprintOf(key),
    ]);
  }
  // Of two servers that start for the first time at once, with folders of their own, one was later.
  if ((await fingerprintIn(worker)) !== fingerprintOf(key)) throw other;
  return key;
}

/** The key of the file is not that of the trail, as far as what the database keeps of it can be believed. */
export class OtherKey extends Error {}

const whatToDo =
  'Put the file back that was there when the trail began (every backup of "carrara backup" holds it), or name the data folder that has it ' +
  'with --data. Nothing was changed.';

async function fingerprintIn(worker: pg.Pool): Promise<string | undefined> {
  const { rows } = await worker.query<{ value: string }>(`SELECT value FROM installation WHERE name = 'audit-key'`);
  return rows[0]?.value;
}

async function hasEntries(worker: pg.Pool): Promise<boolean> {
  const { rows } = await worker.query('SELECT FROM activity_head WHERE seq > 0 LIMIT 1');
  return rows.length > 0;
}
