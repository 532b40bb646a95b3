import type pg from 'pg';
import type { AuditHead, BackupTable } from './format.ts';

/**
 * Tables that are never backed up because their rows end with the installation. They contain sessions and pending
 * sign-ins, tokens, throttle counts, background jobs with their results, and queued mail. The list of applied
 * migrations travels in the header instead.
 */
export const tablesNotBackedUp: readonly string[] = [
  'session',
  'api_token',
  'download_token',
  'pending_sign_in',
  'login_throttle',
  'password_reset',
  'pending_factor',
  'used_code',
  'used_challenge',
  'schema_migration',
  'task',
  'mail',
];

/** Returns the tables to back up, each with its stored (not generated) columns. */
export async function storedTables(client: pg.Client): Promise<readonly BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1)
     GROUP BY c.relname ORDER BY c.relname`,
    [tablesNotBackedUp],
  );
  return rows;
}

/** Returns the last entry of each tenant's audit chain. */
export async function auditHeads(client: pg.Client): Promise<readonly AuditHead[]> {
  const { rows } = await client.query<{ tenantId: string; seq: string; hash: string }>(
    `SELECT tenant_id AS "tenantId", seq::text, encode(hash, 'hex') AS hash FROM activity_head ORDER BY tenant_id`,
  );
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}
