import { type SignInMethod, signInStrength } from '@carrara/domain/platform/signIn';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import type { Transaction } from '../postgres/engine/unitOfWork/transaction.ts';
import { lengthsOfPerson } from './firmPolicies.ts';
import { recordDevice } from './recordDevice.ts';
import { createToken, tokenHash } from './tokens.ts';

/**
 * Returns SQL for "session `s` is active at the instant `$n`". A session created or used in the future comes from a
 * clock that ran ahead. Its limits can't be trusted, so it counts as ended.
 */
export const isActiveAtSql = (instant: string): string =>
  `s.revoked_at IS NULL AND s.idle_until > ${instant} AND s.expires_at > ${instant}
   AND greatest(s.created_at, s.last_used_at) <= ${instant}::timestamptz + interval '5 minutes'`;

interface NewSession {
  readonly personId: string;
  readonly now: Date;
  readonly address: string;
  readonly userAgent: string;
  /** Methods that the person has used. */
  readonly methods: readonly SignInMethod[];
  /** Session that this sign-in replaces and ends. */
  readonly replaces?: string | undefined;
  /** True if the person has to change the password first. */
  readonly passwordDue?: boolean;
  /** Provider that identified the person, by its name in the configuration, with its encrypted ID token. */
  readonly provider?: { readonly name: string; readonly idToken: Buffer | null };
}

const hours = (count: number) => count * 3_600_000;

export interface OpenedSession {
  /** Known only to the bearer; the database stores a hash. */
  readonly token: string;
  /**
   * True if the second factor is still missing. Until then nothing else is possible, and the person doesn't count as
   * signed in.
   */
  readonly factorDue: boolean;
}

/**
 * Opens a session with the limits of the person's strictest firm. A person with a second factor has to provide it next,
 * unless the sign-in was strong already.
 */
export async function openSession(pool: Pool, session: NewSession): Promise<OpenedSession> {
  const { personId, now, address, userAgent, methods, replaces, passwordDue = false, provider } = session;
  if (replaces !== undefined) await revokeSession(pool, replaces, now);
  const { idleHours, sessionDays } = await lengthsOfPerson(pool, personId);
  const token = createToken();
  const at = now.getTime();
  const isStrong = signInStrength(methods) === 'mfa';
  const { rows } = await pool.query<{ factorDue: boolean }>(
    `WITH opened AS (
       INSERT INTO session (token_hash, id, person_id, created_at, last_used_at, idle_until, expires_at, address, user_agent, password_due,
                            methods, strengthened_at, idle_hours, factor_due, provider, id_token)
       VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10, CASE WHEN $11 THEN $4::timestamptz END, $12,
               NOT $11 AND has_second_factor($3), $13, $14)
       RETURNING person_id, created_at, factor_due)
     SELECT o.factor_due AS "factorDue", CASE WHEN NOT o.factor_due THEN record_sign_in(o.person_id, o.created_at) END FROM opened o`,
    [
      tokenHash(token),
      newId(),
      personId,
      now,
      new Date(at + hours(idleHours)),
      new Date(at + hours(24 * sessionDays)),
      address.slice(0, 100),
      userAgent.slice(0, 400),
      passwordDue,
      [...methods],
      isStrong,
      idleHours,
      provider?.name ?? null,
      provider?.idToken ?? null,
    ],
  );
  const factorDue = rows[0]?.factorDue === true;
  if (!factorDue) await recordDevice(pool, { personId, address, userAgent, now });
  return { token, factorDue };
}

/** Requests under way when a token is replaced may still arrive with the old one. */
const graceSeconds = 30;

/** Gives a session a new token, for example when the firm is switched. Returns undefined if the session has ended. */
export async function rotateSession(pool: Pool, token: string, now: Date): Promise<string | undefined> {
  const next = createToken();
  const { rowCount } = await pool.query(
    `UPDATE session SET token_hash = $2, previous_token_hash = $1, previous_until = $3
     WHERE token_hash = $1 AND revoked_at IS NULL`,
    [tokenHash(token), tokenHash(next), new Date(now.getTime() + graceSeconds * 1000)],
  );
  return rowCount === 1 ? next : undefined;
}

/** Returns the methods used in a session. Empty if the session doesn't exist. */
export async function methodsOfSession(tx: Transaction, sessionId: string): Promise<readonly SignInMethod[]> {
  const [row] = await tx.query<{ methods: SignInMethod[] }>('SELECT methods FROM session WHERE id = $1', [sessionId]);
  return row?.methods ?? [];
}

/** An ended session that a provider had opened. */
export interface EndedAtProvider {
  readonly personId: string;
  readonly provider: string;
  readonly idToken: Buffer;
}

/**
 * Ends a session with its download tokens and live connections. If a provider opened it, returns the data for signing
 * out there.
 */
export async function revokeSession(pool: Pool, token: string, now: Date): Promise<EndedAtProvider | undefined> {
  const { rows } = await pool.query<{ personId: string; provider: string | null; idToken: Buffer | null }>(
    `UPDATE session s SET revoked_at = $2, id_token = NULL
     FROM (SELECT id, id_token FROM session
           WHERE (token_hash = $1 OR previous_token_hash = $1 AND previous_until > $2) AND revoked_at IS NULL FOR UPDATE) b
     WHERE s.id = b.id RETURNING s.person_id AS "personId", s.provider, b.id_token AS "idToken"`,
    [tokenHash(token), now],
  );
  const [ended] = rows;
  if (!ended || ended.provider === null || ended.idToken === null) return undefined;
  return { personId: ended.personId, provider: ended.provider, idToken: ended.idToken };
}
