import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import { createToken, tokenHash } from './tokens.ts';

export const idleLimitHours = 12;
export const absoluteLimitDays = 7;

interface NewSession {
  readonly personId: string;
  readonly now: Date;
  readonly address: string;
  readonly userAgent: string;
  /** The session that this sign-in replaces, if there is one: it ends. */
  readonly replaces?: string | undefined;
}

const hours = (count: number) => count * 3_600_000;

/** Opens a session and answers its token, which nobody but the bearer ever knows again. */
export async function openSession(pool: Pool, session: NewSession): Promise<string> {
  const { personId, now, address, userAgent, replaces } = session;
  if (replaces !== undefined) await revokeSession(pool, replaces, now);
  const token = createToken();
  const at = now.getTime();
  await pool.query(
    `INSERT INTO session (token_hash, id, person_id, created_at, last_used_at, idle_until, expires_at, address, user_agent)
     VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8)`,
    [
      tokenHash(token),
      newId(),
      personId,
      now,
      new Date(at + hours(idleLimitHours)),
      new Date(at + hours(24 * absoluteLimitDays)),
      address.slice(0, 100),
      userAgent.slice(0, 400),
    ],
  );
  return token;
}

/** Ends a session; its download tokens and live connections end with it. */
export async function revokeSession(pool: Pool, token: string, now: Date): Promise<void> {
  await pool.query('UPDATE session SET revoked_at = $2 WHERE token_hash = $1 AND revoked_at IS NULL', [
    tokenHash(token),
    now,
  ]);
}
