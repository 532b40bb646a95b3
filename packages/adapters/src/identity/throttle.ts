import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

/** Attempts before a wait begins, and the longest wait. */
const limits = {
  /** One login from one address. */
  account: { free: 5, longestMinutes: 15 },
  /** One login from all addresses, so that a botnet can't get around the limit. */
  login: { free: 20, longestMinutes: 15 },
  /** One address for all logins. People in an office share one, so the wait stays short. */
  address: { free: 60, longestMinutes: 1 },
  /** A login or address for which a password reset is requested. Each request sends somebody a mail. */
  reset: { free: 3, longestMinutes: 60 },
  /** Passwords that a signed-in person types: the old one, or that of an invitation. */
  person: { free: 5, longestMinutes: 15 },
} as const;
type Scope = keyof typeof limits;

/** A key that an attempt is counted under. */
export interface Attempt {
  readonly scope: Scope;
  readonly key: string;
}

// Hashed, so that the table doesn't collect what people typed into the account field, including passwords by mistake.
const attempt = (scope: Scope, value: string): Attempt => ({
  scope,
  key: `${scope}:${createHash('sha256').update(value.trim().toLowerCase()).digest('base64url')}`,
});

/**
 * Returns the keys that a sign-in is counted under, always in the same order so that concurrent sign-ins don't
 * deadlock. The limit of the login doesn't apply at an address where the person is already signed in. An attacker
 * elsewhere therefore can't lock the person out.
 */
export function attemptsAtSignIn(login: string, address: string, isFromRecognizedDevice: boolean): readonly Attempt[] {
  return [
    attempt('account', `${login}\n${address}`),
    ...(isFromRecognizedDevice ? [] : [attempt('login', login)]),
    attempt('address', address),
  ];
}

/** Returns the keys that a password reset request is counted under. The person is looked up only afterwards. */
export const attemptsAtReset = (typed: string, address: string): readonly Attempt[] => [
  attempt('reset', typed),
  attempt('address', address),
];

/** Returns the keys that opening a mailed link is counted under. */
export const attemptsAtLink = (address: string): readonly Attempt[] => [attempt('address', address)];

export const attemptsOfPerson = (personId: string): readonly Attempt[] => [attempt('person', personId)];

/**
 * Counts an attempt before any comparison, so that concurrent attempts can't exceed the limit. Returns 0, or the seconds
 * to wait if a limit requires it: then the attempt isn't counted, and the caller must not compare. The last free
 * attempt starts a wait of one minute, and each further attempt doubles it. A minute is longer than a person or a
 * slow computer takes between two attempts. Counts expire after a day.
 */
export async function countAttempt(pool: Pool, attempts: readonly Attempt[], now: Date): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (const { scope, key } of attempts) {
      const { free, longestMinutes } = limits[scope];
      const counted = await client.query(count, [key, now, free, longestMinutes]);
      if (counted.rowCount === 0) {
        await client.query('ROLLBACK');
        const keys = attempts.map((counted) => counted.key);
        const { rows } = await client.query<{ seconds: number }>(longestWait, [keys, now]);
        return Math.max(1, rows[0]?.seconds ?? 0);
      }
    }
    await client.query('COMMIT');
    return 0;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/**
 * Resets the count of this login at this address, or of this person, after a correct password. The wider limits get
 * back only this attempt.
 */
export async function forgiveAttempt(pool: Pool, attempts: readonly Attempt[]): Promise<void> {
  for (const { scope, key } of attempts) {
    if (scope === 'account' || scope === 'person') {
      await pool.query('DELETE FROM login_throttle WHERE key = $1', [key]);
    } else {
      await pool.query(
        `UPDATE login_throttle SET failures = greatest(failures - 1, 0),
           blocked_until = CASE WHEN failures - 1 >= $2 THEN blocked_until END WHERE key = $1`,
        [key, limits[scope].free],
      );
    }
  }
}

const longestWait = `
  SELECT ceil(extract(epoch FROM max(blocked_until) - $2::timestamptz))::integer AS seconds FROM login_throttle WHERE key = ANY ($1)`;
const forgiven = `t.first_failed_at < $2::timestamptz - interval '1 day'`;
const count = `
  INSERT INTO login_throttle AS t (key, failures, first_failed_at) VALUES ($1, 1, $2)
  ON CONFLICT (key) DO UPDATE SET
    failures = CASE WHEN ${forgiven} THEN 1 ELSE t.failures + 1 END,
    first_failed_at = CASE WHEN ${forgiven} THEN $2 ELSE t.first_failed_at END,
    blocked_until = CASE
      WHEN NOT ${forgiven} AND t.failures + 1 >= $3
      THEN $2::timestamptz + least(power(2, least(t.failures + 1 - $3, 20)), $4) * interval '1 minute'
    END
  WHERE t.blocked_until IS NULL OR t.blocked_until <= $2`;
