import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import { createToken, tokenHash } from './tokens.ts';

export const idleLimitHours = 12;
export const absoluteLimitDays = 7;

/**
 * The condition under which a session `s` lives at the instant `$n`. One that was made or used later than now comes from a clock that went
 * ahead: its limits are worth nothing, so it has ended.
 */
export const livesAt = (instant: string): string =>
  `s.revoked_at IS NULL AND s.idle_until > ${instant} AND s.expires_at > ${instant}
   AND greatest(s.created_at, s.last_used_at) <= ${instant}::timestamptz + interval '5 minutes'`;

interface NewSession {
  readonly personId: string;
  readonly now: Date;
  readonly address: string;
  readonly userAgent: string;
  /** The session that this sign-in replaces, if there is one: it ends. */
  readonly replaces?: string | undefined;
  /** Whether nothing but a change of the password is possible at first. */
  readonly passwordDue?: boolean;
}

const hours = (count: number) => count * 3_600_000;

/** Opens a session and answers its token, which nobody but the bearer ever knows again. */
export async function openSession(pool: Pool, session: NewSession): Promise<string> {
  const { personId, now, address, userAgent, replaces, passwordDue = false } = session;
  if (replaces !== undefined) await revokeSession(pool, replaces, now);
  const token = createToken();
  const at = now.getTime();
  await pool.query(
    `WITH opened AS (
       INSERT INTO session (token_hash, id, person_id, created_at, last_used_at, idle_until, expires_at, address, user_agent, password_due)
       VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9) RETURNING person_id, created_at)
     SELECT keep_sign_in(o.person_id, o.created_at) FROM opened o`,
    [
      tokenHash(token),
      newId(),
      personId,
      now,
      new Date(at + hours(idleLimitHours)),
      new Date(at + hours(24 * absoluteLimitDays)),
      address.slice(0, 100),
      userAgent.slice(0, 400),
      passwordDue,
    ],
  );
  return token;
}

/** Requests that were under way when a token was replaced may still come with the old one. */
const graceSeconds = 30;

/** Gives a session another token, as when the firm is switched; undefined when it has ended. The session itself goes on. */
export async function rotateSession(pool: Pool, token: string, now: Date): Promise<string | undefined> {
  const next = createToken();
  const { rowCount } = await pool.query(
    `UPDATE session SET token_hash = $2, previous_token_hash = $1, previous_until = $3
     WHERE token_hash = $1 AND revoked_at IS NULL`,
    [tokenHash(token), tokenHash(next), new Date(now.getTime() + graceSeconds * 1000)],
  );
  return rowCount === 1 ? next : undefined;
}

/** Ends a session; its download tokens and live connections end with it. */
export async function revokeSession(pool: Pool, token: string, now: Date): Promise<void> {
  await pool.query(
    'UPDATE session SET revoked_at = $2 WHERE (token_hash = $1 OR previous_token_hash = $1 AND previous_until > $2) AND revoked_at IS NULL',
    [tokenHash(token), now],
  );
}
