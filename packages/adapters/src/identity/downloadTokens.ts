import type { Pool } from 'pg';
import { type Principal, principalOfSessionId } from './principal.ts';
import { createToken, tokenHash } from './tokens.ts';

export const downloadTokenSeconds = 60;

interface DownloadGrant {
  readonly sessionId: string;
  readonly personId: string;
  readonly tenantId: string;
  /** The path with the query that the link will have: a token for one list is none for another filter of it. */
  readonly path: string;
  readonly now: Date;
}

/** What runs the statement: the tenant's transaction. */
export interface Runner {
  query(text: string, values: readonly unknown[]): Promise<unknown>;
}

/** How a path with its query is compared: the order of the parameters says nothing, and the token's own two do not count. */
export function downloadPath(url: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  for (const own of ['AuthToken', 'tenant_id']) parameters.delete(own);
  parameters.sort();
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** A token for one download: one path with its query, one tenant, one use, 60 seconds. It goes into a link, so it must be worth nothing afterwards. */
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

/** Takes a download token for a path with its query and a tenant: true once, within its time and while its session lives. */
export async function takeDownloadToken(
  pool: Pool,
  token: string,
  path: string,
  tenantId: string,
  now: Date,
): Promise<Principal | undefined> {
  const { rows } = await pool.query<{ session_id: string }>(
    'SELECT session_id FROM take_download_token($1, $2, $3, $4)',
    [tokenHash(token), downloadPath(path), tenantId, now],
  );
  return rows[0] && principalOfSessionId(pool, rows[0].session_id, tenantId, now);
}
