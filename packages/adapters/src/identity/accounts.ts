import type { Pool } from 'pg';
import { type Passwords } from './passwords.ts';
import { openSession } from './sessions.ts';
import { clearFailures, countFailure, isThrottled } from './throttle.ts';

export interface SignInAttempt {
  readonly login: string;
  readonly password: string;
  readonly address: string;
  readonly userAgent: string;
  readonly now: Date;
  readonly replaces?: string | undefined;
}

export type SignInOutcome =
  | { readonly kind: 'signedIn'; readonly token: string; readonly personId: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'throttled' };

/**
 * Signs in with a local account.
 *
 * An unknown login, a disabled person, an account without password and a wrong password are answered alike and take alike long; each
 * counts as a failure of the account at this address and of the address.
 */
export async function signInLocally(pool: Pool, passwords: Passwords, attempt: SignInAttempt): Promise<SignInOutcome> {
  const { login, password, address, userAgent, now, replaces } = attempt;
  if (await isThrottled(pool, login, address, now)) return { kind: 'throttled' };
  const { rows } = await pool.query<{ id: string; password_hash: string }>(
    `SELECT p.id, c.password_hash FROM person p JOIN credential c ON c.person_id = p.id
     WHERE lower(p.login) = lower($1) AND NOT p.is_inactive`,
    [login.trim()],
  );
  const [account] = rows;
  const right = await passwords.matches(password, account?.password_hash);
  if (!account || !right) {
    await countFailure(pool, login, address, now);
    return { kind: 'wrong' };
  }
  await clearFailures(pool, login, address);
  const token = await openSession(pool, { personId: account.id, now, address, userAgent, replaces });
  return { kind: 'signedIn', token, personId: account.id };
}
