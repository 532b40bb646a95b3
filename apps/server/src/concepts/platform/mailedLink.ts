import {
  type Attempt,
  attemptsAtLink,
  attemptsAtReset,
  beginReset,
  countAttempt,
  forgiveAttempt,
  homeOf,
  invitationOfToken,
  judgePassword,
  knownOfPerson,
  lengthsOfPerson,
  personById,
  personOfReset,
  resetMinutes,
  resettablePersons,
  spendReset,
  tidyLogin,
} from '@carrara/adapters/identity';
import { lockInvitation, replacePassword } from '@carrara/adapters/postgres/platform/user';
import type { mailedLinkEndpoints } from '@carrara/contract/platform/mailedLink';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { policyOf } from '@carrara/domain/platform/signIn';
import type { MailDesk } from '../../core/mailDesk.ts';
import type { Operations, PublicContext } from '../../core/operations.ts';
import { type JoiningPorts, opensBy, takeInAsNoted } from '../../usecases/platform/joining.ts';

export interface MailedLinkPorts extends JoiningPorts {
  readonly mails: MailDesk;
  /** True if people may sign in with a password of this installation. */
  readonly localAccounts: boolean;
  readonly onSessionEnded: () => void;
  /** Runs work after the response, which neither waits for it nor reports it. */
  readonly later: (work: () => Promise<void>) => void;
}

const ended = () => err([fail('LINK_ENDED', ['token'], '')]);
const throttled = () => err([fail('TOO_MANY_ATTEMPTS', [], 'Too many attempts. Wait a while and try again.')]);

export function mailedLinkOperations(ports: MailedLinkPorts): Operations<typeof mailedLinkEndpoints> {
  const { pool, passwords, withTenant, mails, localAccounts, onSessionEnded, later } = ports;
  /** Mails a link to all matching people, each to the address of their own account. */
  const mailResets = async (typed: string, now: Date) => {
    for (const { id, login, email, homeTenantId: tenantId } of await resettablePersons(pool, typed)) {
      await withTenant({ tenantId, personId: id, now: now.toISOString() }, async (tx) => {
        const goodUntil = new Date(now.getTime() + resetMinutes * 60_000);
        const token = await beginReset(tx, id, goodUntil);
        await mails.leave(tx, {
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
        tx.record({ operation: 'askPasswordReset', ...userOf(id, login), before: null, after: null });
      });
    }
  };
  /** Counts attempts at an address before they are checked. A valid one clears the count. */
  const counted = async <T>(
    { client, now }: PublicContext,
    look: () => Promise<Result<T, Failures>>,
  ): Promise<Result<T, Failures>> => {
    const attempts: readonly Attempt[] = attemptsAtLink(client.address);
    if (!(await countAttempt(pool, attempts, now))) return throttled();
    const found = await look();
    if (found.isOk()) await forgiveAttempt(pool, attempts);
    return found;
  };
  return {
    async askPasswordReset({ client, now }, { body }) {
      if (!localAccounts || mails.from === undefined) {
        return err([
          fail('NO_MAIL_SERVER', [], 'This installation can’t reset passwords by mail. Ask an administrator.'),
        ]);
      }
      const typed = tidyLogin(body.login);
      if (!(await countAttempt(pool, attemptsAtReset(typed, client.address), now))) return throttled();
      later(() => mailResets(typed, now));
      return ok({ asked: true });
    },
    openReset: (context, { body }) =>
      counted(context, async () => {
        const personId = localAccounts ? await personOfReset(pool, body.token, context.now) : undefined;
        return personId === undefined ? ended() : ok({ opens: true });
      }),
    resetPassword: (context, { body: { token, newPassword } }) =>
      counted(context, async () => {
        const { now } = context;
        const personId = localAccounts ? await personOfReset(pool, token, now) : undefined;
        const person = personId === undefined ? undefined : await personById(pool, personId);
        if (!person) return ended();
        const { id, login, email, firstName, lastName } = person;
        const { passwordLength } = await lengthsOfPerson(pool, id);
        const about = await knownOfPerson(pool, id);
        const judged = await judgePassword(newPassword, about, ['newPassword'], passwordLength);
        if (judged.isErr()) return err([judged.error]);
        const hash = await passwords.hash(newPassword);
        const { tenantId } = await homeOf(pool, id);
        const written = await withTenant({ tenantId, personId: id, now: now.toISOString() }, async (tx) => {
          if (!(await spendReset(tx, token))) return ended();
          await replacePassword(tx, { personId: id, hash, isGiven: false, keptSession: null });
          tx.record({
            operation: 'resetPassword',
            ...userOf(id, `${firstName} ${lastName}`.trim()),
            before: null,
            after: null,
          });
          if (mails.from !== undefined && email !== '')
            await mails.leave(tx, {
              personId: id,
              kind: 'passwordChanged',
              address: email,
              subject: 'Your password was reset',
              parts: [
                {
                  text: `The password of ${login} was reset with a link that was mailed to you. All sessions have ended.`,
                },
                { text: 'If this wasn’t you, notify an administrator of your firm at once.' },
              ],
            });
          return ok({ login });
        });
        onSessionEnded();
        return written;
      }),
    openInvitation: (context, { body }) =>
      counted(context, async () => {
        const invitation = await invitationOfToken(pool, body.token, context.now);
        if (!invitation) return ended();
        const { tenantName, login, isHome, expiresDate } = invitation;
        return ok({ tenantName, login, choosesPassword: isHome && localAccounts, expiresDate });
      }),
    joinByInvitation: (context, { body: { token, newPassword } }) =>
      counted(context, async () => {
        const { now } = context;
        const invitation = await invitationOfToken(pool, token, now);
        if (!invitation) return ended();
        const { id, tenantId, tenantName, personId, login, isHome, settings } = invitation;
        if (!isHome || !localAccounts) {
          const text = 'You already have an account. Sign in to it, then accept the invitation.';
          return err([fail('OWN_ACCOUNT', ['token'], text)]);
        }
        const { passwordLength } = policyOf(settings);
        // The inviting firm's name counts too, although the person isn't a member yet.
        const about = await knownOfPerson(pool, personId);
        const known = { ...about, firms: [...about.firms, tenantName] };
        const judged = await judgePassword(newPassword, known, ['newPassword'], passwordLength);
        if (judged.isErr()) return err([judged.error]);
        const hash = await passwords.hash(newPassword);
        const joined = await withTenant({ tenantId, personId, now: now.toISOString() }, async (tx) => {
          const open = await lockInvitation(tx, id);
          if (!open || !opensBy(open, token, now)) return ended();
          await replacePassword(tx, { personId, hash, isGiven: false, keptSession: null });
          const taken = await takeInAsNoted(tx, { id, tenantName, personId }, open.roles);
          return taken.map(() => ({ login }));
        });
        onSessionEnded();
        return joined;
      }),
  };
}

const userOf = (objectId: string, objectName: string) => ({ objectType: 'user', objectId, objectName }) as const;
