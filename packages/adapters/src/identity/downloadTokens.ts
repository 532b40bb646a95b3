import type { Pool } from 'pg';
import { type Principal, principalOfSessionId } from './principal.ts';
import { createToken, tokenHash } from './tokens.ts';

export const downloadTokenSeconds = 60;

interface DownloadGrant {
  readonly sessionId: string;
  readonly personId: string;
  readonly tenantId: string;
  readonly path: string;
  readonly now: Date;
}

/** What runs the statement: the tenant's transaction. */
export interface Runner {
  query(text: string, values: readonly unknown[]): Promise<unknown>;
}

/** A token for one download: one path, one tenant, one use, 60 seconds. It goes into a link, so it must be worth nothing afterwards. */
export async function createDownloadToken(
  run: Runner,
  grant: DownloadGrant,
): Promise<{ token: string; expires: Date }> {
  const token = createToken();
  const expires = new Date(grant.now.getTime() + downloadTokenSeconds * 1000);
  await run.query(
    `INSERT INTO download_token (token_hash, session_id, person_id, tenant_id, path, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [tokenHash(token), grant.sessionId, grant.personId, grant.tenantId, grant.path, grant.now, expires],
  );
  return { token, expires };
}

/** Takes a download token for a path and tenant: true once, within its time and while its session lives. */
export async function takeDownloadToken(
  pool: Pool,
  token: string,
  path: string,
  tenantId: string,
  now: Date,
): Promise<Principal | undefined> {
  const { rows } = await pool.query<{ session_id: string }>(
    'SELECT session_id FROM take_download_token($1, $2, $3, $4)',
    [tokenHash(token), path, tenantId, now],
  );
  return rows[0] && principalOfSessionId(pool, rows[0].session_id, tenantId, now);
}
