import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

/** How many attempts are let by before waiting begins, and how long is waited at most. */
const limits = {
  /** A login at one address. */
  account: { free: 5, longestMinutes: 15 },
  /** A login from wherever: what a crowd of addresses cannot get round. */
  login: { free: 20, longestMinutes: 15 },
  /** One address, whatever the logins: people of an office share one, so the wait stays short. */
  address: { free: 60, longestMinutes: 1 },
  /** A login or address for which a reset of the password is asked: each of them is a mail to somebody. */
  reset: { free: 3, longestMinutes: 60 },
  /** What a person who is signed in already types: the old password, or the password of an invitation. */
  person: { free: 5, longestMinutes: 15 },
} as const;
type Scope = keyof typeof limits;

/** What an attempt counts for. */
export interface Attempt {
  readonly scope: Scope;
  readonly key: string;
}

// Hashed, so that the table does not become a list of what people typed into the account field, passwords by mistake included.
const attempt = (scope: Scope, value: string): Attempt => ({
  scope,
  key: `${scope}:${createHash('sha256').update(value.trim().toLowerCase()).digest('base64url')}`,
});

/**
 * What a sign-in counts for, always in this order, so that two of them never wait for each other. At an address where the person is signed
 * in already the limit of the login does not count: an attacker elsewhere cannot keep the person from it.
 */
export function attemptsAtSignIn(login: string, address: string, isKnownHere: boolean): readonly Attempt[] {
  return [
    attempt('account', `${login}\n${address}`),
    ...(isKnownHere ? [] : [attempt('login', login)]),
    attempt('address', address),
  ];
}

/** What counts as a password is to be reset by mail; whether there is such a person is asked afterwards. */
export const attemptsAtReset = (typed: string, address: string): readonly Attempt[] => [
  attempt('reset', typed),
  attempt('address', address),
];

/** What counts as a link of a mail is opened. */
export const attemptsAtLink = (address: string): readonly Attempt[] => [attempt('address', address)];

export const attemptsOfPerson = (personId: string): readonly Attempt[] => [attempt('person', personId)];

/**
 * Counts an attempt before anything is compared, so that any number of them at once are no more than the limit. False when one of the
 * limits says wait: then nothing is counted and nothing may be compared. Beyond the free ones each attempt doubles the wait, from one
 * second up; a day forgives.
 */
export async function countAttempt(pool: Pool, attempts: readonly Attempt[], now: Date): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (const { scope, key } of attempts) {
      const { free, longestMinutes } = limits[scope];
      const counted = await client.query(count, [key, now, free, longestMinutes]);
      if (counted.rowCount === 0) {
        await client.query('ROLLBACK');
        return false;
      }
    }
    await client.query('COMMIT');
    return true;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** A right password: what this login or person counted here is forgiven; of the wider limits only this attempt is given back. */
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

const forgiven = `t.first_failed_at < $2::timestamptz - interval '1 day'`;
const count = `
  INSERT INTO login_throttle AS t (key, failures, first_failed_at) VALUES ($1, 1, $2)
  ON CONFLICT (key) DO UPDATE SET
    failures = CASE WHEN ${forgiven} THEN 1 ELSE t.failures + 1 END,
    first_failed_at = CASE WHEN ${forgiven} THEN $2 ELSE t.first_failed_at END,
    blocked_until = CASE
      WHEN NOT ${forgiven} AND t.failures + 1 >= $3
      THEN $2::timestamptz + least(power(2, least(t.failures + 1 - $3, 20)) * interval '1 second', $4 * interval '1 minute')
    END
  WHERE t.blocked_until IS NULL OR t.blocked_until <= $2`;
