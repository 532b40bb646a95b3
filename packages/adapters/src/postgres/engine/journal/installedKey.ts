import { existsSync } from 'node:fs';
import type pg from 'pg';
import { type AuditKey, auditKeyFrom, keyFingerprint, readAuditKey } from './auditKey.ts';
import { isChainOfKey } from './verifyChain.ts';

/**
 * Returns the key of an installation's audit log, which the first start creates and which never changes. The database
 * stores its fingerprint. If the database has none but entries, its first entry is checked instead. With `toVerify`,
 * neither the key nor its fingerprint is stored.
 *
 * Fails: throws with instructions if the file is missing or contains another key. Entries chained with that key would
 * break the audit log for good.
 */
export async function installedKey(
  file: string,
  worker: pg.Pool,
  { toVerify = false }: { readonly toVerify?: boolean } = {},
): Promise<AuditKey> {
  const fingerprint = await fingerprintIn(worker);
  const begun = toVerify || fingerprint !== undefined || (await hasEntries(worker));
  if (begun && !existsSync(file)) throw new Error(`The audit key ${file} is missing. ${advice}`);
  const key = begun ? readAuditKey(file) : auditKeyFrom(file);
  const other = new OtherKey(`The audit key ${file} isn’t the one that the audit log was started with. ${advice}`);
  if (fingerprint === undefined) {
    if ((await isChainOfKey(worker, key)) === false) throw other;
    if (toVerify) return key;
    await worker.query(`INSERT INTO installation (name, value) VALUES ('audit-key', $1) ON CONFLICT DO NOTHING`, [
      keyFingerprint(key),
    ]);
  }
  // If two servers with separate folders start for the first time at once, the later one is refused.
  if ((await fingerprintIn(worker)) !== keyFingerprint(key)) throw other;
  return key;
}

/** Thrown if the key in the file isn't that of the audit log, according to what the database stores about it. */
export class OtherKey extends Error {}

const advice =
  'Restore the original file (every backup made by "carrara backup" contains it), or choose the data folder that contains it ' +
  'with --data. Nothing was changed.';

async function fingerprintIn(worker: pg.Pool): Promise<string | undefined> {
  const { rows } = await worker.query<{ value: string }>(`SELECT value FROM installation WHERE name = 'audit-key'`);
  return rows[0]?.value;
}

async function hasEntries(worker: pg.Pool): Promise<boolean> {
  const { rows } = await worker.query('SELECT FROM activity_head WHERE seq > 0 LIMIT 1');
  return rows.length > 0;
}
