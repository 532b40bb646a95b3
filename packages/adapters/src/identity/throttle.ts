import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

/** How many wrong passwords are let by before waiting begins, and how long is waited at most. */
const limits = {
  account: { free: 5, longestMinutes: 15 },
  address: { free: 30, longestMinutes: 15 },
} as const;
type Scope = keyof typeof limits;

// Hashed, so that the table does not become a list of what people typed into the account field, passwords by mistake included.
const keyOf = (scope: Scope, value: string) =>
  `${scope}:${createHash('sha256').update(value.trim().toLowerCase()).digest('base64url')}`;

const keysOf = (login: string, address: string) =>
  [
    ['account', keyOf('account', `${login}\n${address}`)],
    ['address', keyOf('address', address)],
  ] as const;

/** Whether this account at this address, or this address at all, has to wait. The same for accounts that do not exist. */
export async function isThrottled(pool: Pool, login: string, address: string, now: Date): Promise<boolean> {
  const keys = keysOf(login, address).map(([, key]) => key);
  const { rows } = await pool.query('SELECT 1 FROM login_throttle WHERE key = ANY($1) AND blocked_until > $2 LIMIT 1', [
    keys,
    now,
  ]);
  return rows.length > 0;
}

/** Counts a wrong password: beyond the free ones each doubles the wait, from one second up to a quarter of an hour; a day forgives. */
export async function countFailure(pool: Pool, login: string, address: string, now: Date): Promise<void> {
  for (const [scope, key] of keysOf(login, address)) {
    const { free, longestMinutes } = limits[scope];
    await pool.query(
      `INSERT INTO login_throttle AS t (key, failures, first_failed_at) VALUES ($1, 1, $2)
       ON CONFLICT (key) DO UPDATE SET
         failures = CASE WHEN t.first_failed_at < $2::timestamptz - interval '1 day' THEN 1 ELSE t.failures + 1 END,
         first_failed_at = CASE WHEN t.first_failed_at < $2::timestamptz - interval '1 day' THEN $2 ELSE t.first_failed_at END,
         blocked_until = CASE
           WHEN t.first_failed_at >= $2::timestamptz - interval '1 day' AND t.failures + 1 >= $3
           THEN $2::timestamptz + least(power(2, least(t.failures + 1 - $3, 20)) * interval '1 second', $4 * interval '1 minute')
         END`,
      [key, now, free, longestMinutes],
    );
  }
}

/** A right password clears the account's count at this address; the address keeps its own. */
export async function clearFailures(pool: Pool, login: string, address: string): Promise<void> {
  await pool.query('DELETE FROM login_throttle WHERE key = $1', [keyOf('account', `${login}\n${address}`)]);
}
