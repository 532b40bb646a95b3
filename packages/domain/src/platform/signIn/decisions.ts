import { err, type Failures, fail, ok, type Path, type Result } from '../../kernel/index.ts';
import { isRecentlyProven, type SessionProof } from './demand.ts';
import { ownFactorMinutes, passkeysAtMost } from '../passkey/index.ts';
import type { SignInMethod } from './strength.ts';

/** Returns the refusal of further attempts at a secret for some seconds. Message and `retryAfterSeconds` have the same whole minutes. */
export function refuseAttempts(waitSeconds: number, path: Path = []): Failures {
  const minutes = Math.ceil(waitSeconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${String(minutes)} minutes`;
  const refusal = fail('TOO_MANY_ATTEMPTS', path, `Too many attempts. Wait ${wait} and try again.`);
  return [{ ...refusal, retryAfterSeconds: minutes * 60 }];
}

/** Returns the refusal for people without a second factor. */
export const noSecondFactor: Failures = [fail('NO_SECOND_FACTOR', [], 'You haven’t set up a second factor.')];

/**
 * Decides whether a session may change the person's own factors: its latest authentication must be a recent second factor, optionally one of `by`.
 * People who change their factors must have them at hand. Fails: STEP_UP_REQUIRED.
 */
export function decideFactorChange(
  proof: SessionProof | undefined,
  now: Date,
  by?: readonly SignInMethod[],
): Result<true, Failures> {
  const last = proof?.methods.at(-1);
  const isBy = by === undefined || (last !== undefined && by.includes(last));
  if (!proof || (isBy && isRecentlyProven(proof, ownFactorMinutes, now))) return ok(true);
  return err([fail('STEP_UP_REQUIRED', [], 'Use your second factor again to continue.')]);
}

/** Decides whether a person can set up an authenticator. Fails: FACTOR_THERE. */
export const decideAuthenticator = (hasAuthenticator: boolean): Result<true, Failures> =>
  hasAuthenticator
    ? err([fail('FACTOR_THERE', [], 'You have an authenticator. Remove it before you set up another one.')])
    : ok(true);

/** Decides whether a person can create another passkey. Fails: PASSKEYS_ENOUGH. */
export const decidePasskey = (passkeys: number): Result<true, Failures> =>
  passkeys < passkeysAtMost
    ? ok(true)
    : err([fail('PASSKEYS_ENOUGH', [], `You have ${String(passkeysAtMost)} passkeys. Remove one first.`)]);

/** The codes that an action accepts. */
export type AcceptedCode = 'timed' | 'recovery' | 'both';

/** The result of checking a code: correct, wrong, or correct but used before. */
export type CodeProof =
  | { readonly kind: 'presented'; readonly method: SignInMethod }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'used' };

const wrongCode: Readonly<Record<AcceptedCode, string>> = {
  timed: 'isn’t the current code of your authenticator. Check the clock of your phone.',
  recovery: 'isn’t one of your unused recovery codes',
  both: 'isn’t the current code of your authenticator or one of your unused recovery codes',
};

/** Decides on a typed code, and returns the method that it proves. Fails: WRONG_CODE, CODE_USED. */
export function decideCode(proof: CodeProof, accepted: AcceptedCode): Result<SignInMethod, Failures> {
  if (proof.kind === 'presented') return ok(proof.method);
  return proof.kind === 'wrong'
    ? err([fail('WRONG_CODE', ['code'], wrongCode[accepted])])
    : err([fail('CODE_USED', ['code'], 'has already been used. Wait for the next one.')]);
}

/** Decides whether a person can change their password to another. Fails: SAME_PASSWORD. */
export const decidePasswordChange = (current: string, next: string): Result<true, Failures> =>
  next === current
    ? err([fail('SAME_PASSWORD', ['newPassword'], 'This is the current password. Choose another one.')])
    : ok(true);
