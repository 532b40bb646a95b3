import type { Pool } from 'pg';
import { tidyLogin } from './logins.ts';
import { type Passwords } from './passwords.ts';
import { openSession } from './sessions.ts';
import { attemptsAtSignIn, countAttempt, forgiveAttempt } from './throttle.ts';

export interface SignInAttempt {
  readonly login: string;
  readonly password: string;
  readonly address: string;
  readonly userAgent: string;
  readonly now: Date;
  readonly replaces?: string | undefined;
}

export type SignInOutcome =
  | {
      readonly kind: 'signedIn';
      readonly token: string;
      readonly personId: string;
      /** True if an administrator set the password: the person can only change it. */
      readonly passwordDue: boolean;
      /** True if the second factor is still missing: the person can only provide it. */
      readonly factorDue: boolean;
    }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'throttled'; readonly waitSeconds: number };

interface Account {
  readonly id: string;
  readonly password_hash: string;
  readonly must_change: boolean;
  readonly has_session_here: boolean;
}

/**
 * Signs in with a local account.
 *
 * Unknown login, disabled person, account without a password and wrong password get the same response in the same time.
 * Each attempt is counted before the password is compared: for the login at this address, for the login, and for the
 * address.
 */
export async function signInLocally(pool: Pool, passwords: Passwords, attempt: SignInAttempt): Promise<SignInOutcome> {
  const { password, address, userAgent, now, replaces } = attempt;
  const login = tidyLogin(attempt.login);
  const { rows } = await pool.query<Account>(
    `SELECT p.id, c.password_hash, c.must_change, EXISTS (
       SELECT FROM session s WHERE s.person_id = p.id AND s.address = $2 AND s.revoked_at IS NULL AND s.expires_at > $3) AS has_session_here
     FROM person p JOIN credential c ON c.person_id = p.id
     WHERE lower(p.login) = lower($1) AND NOT p.is_inactive`,
    [login, address, now],
  );
  const [account] = rows;
  const counted = attemptsAtSignIn(login, address, account?.has_session_here === true);
  const waitSeconds = await countAttempt(pool, counted, now);
  if (waitSeconds > 0) return { kind: 'throttled', waitSeconds };
  const right = await passwords.matches(password, account?.password_hash);
  if (!account || !right) return { kind: 'wrong' };
  await forgiveAttempt(pool, counted);
  const passwordDue = account.must_change;
  const session = {
    personId: account.id,
    now,
    address,
    userAgent,
    methods: ['password'],
    replaces,
    passwordDue,
  } as const;
  return { kind: 'signedIn', ...(await openSession(pool, session)), personId: account.id, passwordDue };
}
