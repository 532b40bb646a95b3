import type { Pool } from 'pg';
import type { Runner } from './downloadTokens.ts';
import { type Principal, principalOfSessionId } from './principal.ts';
import { createToken, tokenHash } from './tokens.ts';

const liveTokenSeconds = 60;

interface LiveGrant {
  readonly sessionId: string;
  readonly personId: string;
  readonly tenantId: string;
  readonly now: Date;
}

/**
 * Creates a token for the live channel of one tenant, valid for a minute. Browsers of another origin can put it only
 * into the address of the web socket, so it must be good for nothing else. Each new connection requests another one.
 */
export async function createLiveToken(run: Runner, grant: LiveGrant): Promise<{ token: string; expires: Date }> {
  const token = createToken();
  const expires = new Date(grant.now.getTime() + liveTokenSeconds * 1000);
  await run.query(
    `INSERT INTO download_token (token_hash, session_id, person_id, tenant_id, path, created_at, expires_at)
     VALUES ($1, $2, $3, $4, 'live', $5, $6)`,
    [tokenHash(token), grant.sessionId, grant.personId, grant.tenantId, grant.now, expires],
  );
  return { token, expires };
}

/** Returns the owner of a live token if it hasn't expired and its session is still active. */
export async function principalOfLiveToken(
  pool: Pool,
  token: string,
  tenantId: string,
  now: Date,
): Promise<Principal | undefined> {
  const { rows } = await pool.query<{ session_id: string }>(
    'SELECT session_id FROM session_of_live_token($1, $2, $3)',
    [tokenHash(token), tenantId, now],
  );
  return rows[0] && principalOfSessionId(pool, rows[0].session_id, tenantId, now);
}
