import {
  attemptsOfPerson,
  countAttempt,
  createRecoveryCodes,
  endSessions,
  forgiveAttempt,
  homeOf,
  passwordHashOf,
  replaceRecoveryCodes,
  rotateSession,
  type SecretSeal,
  strengthenSession,
} from '@carrara/adapters/identity';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { isShownLately, ownFactorMinutes, shownRecoveryCode, type SignInMethod } from '@carrara/domain/platform/signIn';
import type { SignedInContext } from '../../core/operations.ts';
import { type JoiningPorts, joinHome } from './joining.ts';

export interface OwnFactorPorts extends JoiningPorts {
  /** Encrypts the secrets of authenticators. */
  readonly seal: SecretSeal;
  readonly onSessionEnded: () => void;
}

export type Person = Pick<SignedInContext, 'person' | 'now'>;

export const throttled = (field: string) =>
  err([fail('TOO_MANY_ATTEMPTS', [field], 'Too many attempts. Wait a while and try again.')]);
export const noFactor = () => err([fail('NO_SECOND_FACTOR', [], 'You haven’t set up a second factor.')]);

/**
 * Refuses unless the session's latest authentication was a recent second factor, optionally one of `by`. People who
 * change their factors must have them at hand.
 */
export function askAgain({ proof, now }: SignedInContext, by?: readonly SignInMethod[]): Result<true, Failures> {
  const last = proof?.methods.at(-1);
  const isBy = by === undefined || (last !== undefined && by.includes(last));
  if (!proof || (isBy && isShownLately(proof, ownFactorMinutes, now))) return ok(true);
  return err([fail('STEP_UP_REQUIRED', [], 'Use your second factor again to continue.')]);
}

/** Returns the functions that the operations on a person's own factors share. */
export function ownFactors(ports: OwnFactorPorts) {
  const { pool, passwords, onSessionEnded } = ports;
  const keepCodes = async (tx: Transaction, personId: string) => {
    const codes = createRecoveryCodes();
    await replaceRecoveryCodes(tx, personId, codes);
    return { recoveryCodes: codes.map(shownRecoveryCode) };
  };
  const strengthen = async ({ sessionId, now, client }: SignedInContext, method: SignInMethod) => {
    const done = await strengthenSession(pool, { sessionId, method, now });
    // The strengthened session continues under another token. A program keeps its own.
    const next = client.cookieToken === undefined ? undefined : await rotateSession(pool, client.cookieToken, now);
    if (next !== undefined) client.keepSession(next);
    return done;
  };
  return {
    keepCodes,
    /** Writes to the audit log of the home firm, which records the person's own actions. */
    async atHome<T>(
      { person, now }: Person,
      operation: string,
      write: (tx: Transaction) => Promise<Result<T, Failures>>,
    ): Promise<Result<T, Failures>> {
      const { tenantId } = await homeOf(pool, person.id);
      return ports.withTenant({ tenantId, personId: person.id, now: now.toISOString() }, async (tx) => {
        const written = await write(tx);
        if (written.isOk()) {
          const whom = { objectType: 'user', objectId: person.id, objectName: person.name } as const;
          tx.record({ operation, ...whom, before: null, after: null });
        }
        return written;
      });
    },
    /**
     * Requires the password of a person who has one, counting the attempt first, so that nobody can set up a factor in
     * a browser left open.
     */
    async askPassword({ person, now }: Person, typed: string): Promise<Result<true, Failures>> {
      const hash = await passwordHashOf(pool, person.id);
      if (hash === undefined) return ok(true);
      const attempts = attemptsOfPerson(person.id);
      if (!(await countAttempt(pool, attempts, now))) return throttled('currentPassword');
      if (!(await passwords.matches(typed, hash))) {
        return err([fail('WRONG_PASSWORD', ['currentPassword'], 'This is not your password.')]);
      }
      await forgiveAttempt(pool, attempts);
      return ok(true);
    },
    /** Records a factor in the session. A sign-in that waited for it is complete from here on. */
    async shown(context: SignedInContext, method: SignInMethod): Promise<void> {
      const { person, now } = context;
      const done = await strengthen(context, method);
      if (done?.wasDue && !done.passwordDue) await joinHome(ports, { personId: person.id, now });
    },
    /** Completes the setup of a person's first factor: ends the sessions without one. */
    async begun(context: SignedInContext, method: SignInMethod): Promise<void> {
      const { person, sessionId, now } = context;
      await endSessions(pool, person.id, { but: sessionId }, now);
      await strengthen(context, method);
      onSessionEnded();
    },
  };
}
