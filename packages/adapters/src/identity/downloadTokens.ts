import type { Pool } from 'pg';
import { type Principal, principalOfSessionId } from './principal.ts';
import { createToken, tokenHash } from './tokens.ts';

const downloadTokenSeconds = 60;

interface DownloadGrant {
  readonly sessionId: string;
  readonly personId: string;
  readonly tenantId: string;
  /** Path and query of the link. A token for a filtered list isn't valid for another filter. */
  readonly path: string;
  readonly now: Date;
}

/** Runs statements in the tenant's transaction. */
export interface Runner {
  query(text: string, values: readonly unknown[]): Promise<unknown>;
}

/** Normalizes a path and query for comparison: parameters are sorted, and the token's own two are left out. */
function downloadPath(url: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  for (const own of ['AuthToken', 'tenant_id']) parameters.delete(own);
  parameters.sort();
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}

/**
 * Creates a token for one download: one path with its query, one tenant, one use, 60 seconds. The token is part of a
 * link, so it must be worthless afterwards.
 */
export async function createDownloadToken(
  run: Runner,
  grant: DownloadGrant,
): Promise<{ token: string; expires: Date }> {
  const token = createToken();
  const expires = new Date(grant.now.getTime() + downloadTokenSeconds * 1000);
  await run.query(
    `INSERT INTO download_token (token_hash, session_id, person_id, tenant_id, path, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [tokenHash(token), grant.sessionId, grant.personId, grant.tenantId, downloadPath(grant.path), grant.now, expires],
  );
  return { token, expires };
}

/**
 * Consumes a download token. Returns true once per token, if path, query and tenant match, it hasn't expired and its
 * session is still active.
 */
export async function consumeDownloadToken(
  pool: Pool,
  token: string,
  path: string,
  tenantId: string,
  now: Date,
): Promise<Principal | undefined> {
  const { rows } = await pool.query<{ session_id: string }>(
    'SELECT session_id FROM consume_download_token($1, $2, $3, $4)',
    [tokenHash(token), downloadPath(path), tenantId, now],
  );
  return rows[0] && principalOfSessionId(pool, rows[0].session_id, tenantId, now);
}
