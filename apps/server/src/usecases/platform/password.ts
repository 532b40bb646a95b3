import { attemptsOfPerson } from '@carrara/adapters/identity/throttle';
import {
  beginReset,
  personOfReset,
  resetMinutes,
  resettablePersons,
  spendReset,
} from '@carrara/adapters/identity/passwordResets';
import { judgePassword } from '@carrara/adapters/identity/passwordStrength';
import { existingOfPerson, readPasswordHash, personById } from '@carrara/adapters/identity/persons';
import { lengthsOfPerson } from '@carrara/adapters/identity/firmPolicies';
import type { Passwords } from '@carrara/adapters/identity/passwords';
import { replacePassword } from '@carrara/adapters/postgres/platform/user/userStore';
import { err, fail, ok } from '@carrara/domain/kernel';
import { decidePasswordChange } from '@carrara/domain/platform/signIn';
import type { MailQueue } from '../../core/mailQueue.ts';
import type { Outcome } from '../outcome.ts';
import { type ActingPerson, inHomeTenant, limitAttempts, type HomePorts } from './homeChange.ts';

export interface PasswordPorts extends HomePorts {
  readonly passwords: Passwords;
}

/** Hashes a person's new password. `firm` is one that they are about to join, whose rules and name count too. Fails: as `judgePassword`. */
export async function hashNew(
  { pool, passwords }: PasswordPorts,
  personId: string,
  password: string,
  firm?: { readonly name: string; readonly passwordLength: number },
): Outcome {
  const { passwordLength } = firm ?? (await lengthsOfPerson(pool, personId));
  const about = await existingOfPerson(pool, personId);
  const profile = firm ? { ...about, firms: [...about.firms, firm.name] } : about;
  const judged = await judgePassword(password, profile, ['newPassword'], passwordLength);
  return judged.isErr() ? err([judged.error]) : ok(await passwords.hash(password));
}

/** Checks a person's current password, counting the attempt. Fails: TOO_MANY_ATTEMPTS, WRONG_PASSWORD. */
export const provePassword = (
  { pool, passwords }: PasswordPorts,
  context: ActingPerson,
  typed: string,
  hash: string | undefined,
): Outcome<true> =>
  limitAttempts(pool, attemptsOfPerson(context.person.id), context, ['currentPassword'], async () =>
    (await passwords.matches(typed, hash))
      ? ok(true)
      : err([fail('WRONG_PASSWORD', ['currentPassword'], 'This is not your password. Check it and try again.')]),
  );

/** Changes a person's own password, and ends their other sessions. Fails: as `provePassword`, `decidePasswordChange` and `judgePassword`. */
export async function changePassword(
  ports: PasswordPorts,
  context: ActingPerson & { readonly sessionId: string },
  { currentPassword, newPassword }: { readonly currentPassword: string; readonly newPassword: string },
): Outcome<true> {
  const { id: personId } = context.person;
  const proof = await provePassword(ports, context, currentPassword, await readPasswordHash(ports.pool, personId));
  const decision = proof.andThen(() => decidePasswordChange(currentPassword, newPassword));
  if (decision.isErr()) return err(decision.error);
  const hash = await hashNew(ports, personId, newPassword);
  if (hash.isErr()) return err(hash.error);
  return inHomeTenant(ports, context, 'changePassword', async (tx) => {
    await replacePassword(tx, { personId, hash: hash.value, isTemporary: false, storedSession: context.sessionId });
    return ok(true as const);
  });
}

export interface ResetPorts extends PasswordPorts {
  readonly mails: MailQueue;
}

/** Mails a link to all people with a login or address, each to the address of their own account. */
export async function mailResets(ports: ResetPorts, typed: string, now: Date): Promise<void> {
  for (const { id, login, email } of await resettablePersons(ports.pool, typed))
    await inHomeTenant(ports, { person: { id, name: login }, now }, 'requestPasswordReset', async (tx) => {
      const goodUntil = new Date(now.getTime() + resetMinutes * 60_000);
      const token = await beginReset(tx, id, goodUntil);
      await ports.mails.add(tx, {
        personId: id,
        kind: 'reset',
        address: email,
        subject: 'Reset your password',
        parts: [
          {
            text: `Someone requested a password reset for ${login}. Choose a new password here:`,
            link: '/reset/{token}',
          },
          { text: `The link works once, within ${resetMinutes} minutes. Your second factor stays the same.` },
          { text: 'If this wasn’t you, do nothing. Your password stays the same.' },
        ],
        token,
        goodUntil,
      });
      return ok(true);
    });
}

export const linkEnded = () => err([fail('LINK_ENDED', ['token'], '')]);

/** Replaces a password through a mailed link, and returns the login. Fails: LINK_ENDED, and as `judgePassword`. */
export async function resetPassword(ports: ResetPorts, token: string, newPassword: string, now: Date): Outcome {
  const personId = await personOfReset(ports.pool, token, now);
  const person = personId === undefined ? undefined : await personById(ports.pool, personId);
  if (!person) return linkEnded();
  const { id, login, email, firstName, lastName } = person;
  const hash = await hashNew(ports, id, newPassword);
  if (hash.isErr()) return err(hash.error);
  const acting = { person: { id, name: `${firstName} ${lastName}`.trim() }, now };
  return inHomeTenant(ports, acting, 'resetPassword', async (tx) => {
    if (!(await spendReset(tx, token))) return linkEnded();
    await replacePassword(tx, { personId: id, hash: hash.value, isTemporary: false, storedSession: null });
    if (ports.mails.from !== undefined && email !== '')
      await ports.mails.add(tx, {
        personId: id,
        kind: 'passwordChanged',
        address: email,
        subject: 'Your password was reset',
        parts: [
          { text: `The password of ${login} was reset with a link that was mailed to you. All sessions have ended.` },
          { text: 'If this wasn’t you, notify an administrator of your firm at once.' },
        ],
      });
    return ok(login);
  });
}
