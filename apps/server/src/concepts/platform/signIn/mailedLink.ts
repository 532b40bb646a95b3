import { attemptsAtLink, attemptsAtReset, countAttempt } from '@carrara/adapters/identity/throttle';
import { invitationOfToken } from '@carrara/adapters/identity/invitations';
import { personOfReset } from '@carrara/adapters/identity/passwordResets';
import { tidyLogin } from '@carrara/adapters/identity/logins';
import type { mailedLinkEndpoints } from '@carrara/contract/platform/signIn/mailedLink';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { refuseAttempts } from '@carrara/domain/platform/signIn';
import type { Operations, PublicContext } from '../../../core/operations.ts';
import { limitAttempts } from '../../../usecases/platform/homeChange.ts';
import { choosesPassword, joinByInvitation } from '../../../usecases/platform/invitation.ts';
import { linkEnded, mailResets, resetPassword, type ResetPorts } from '../../../usecases/platform/password.ts';

export interface MailedLinkPorts extends ResetPorts {
  /** True if people may sign in with a password of this installation. */
  readonly localAccounts: boolean;
  readonly onSessionEnded: () => void;
  /** Runs work after the response, which neither waits for it nor reports it. */
  readonly later: (work: () => Promise<void>) => void;
}

export function mailedLinkOperations(ports: MailedLinkPorts): Operations<typeof mailedLinkEndpoints> {
  const { pool, mails, localAccounts, onSessionEnded, later } = ports;
  const atLink = <T>(context: PublicContext, read: () => Promise<Result<T, Failures>>) =>
    limitAttempts(pool, attemptsAtLink(context.client.address), context, [], read);
  const signedOut = (login: string) => {
    onSessionEnded();
    return { login };
  };
  return {
    async requestPasswordReset({ client, now }, { body }) {
      if (!localAccounts || mails.from === undefined) {
        return err([
          fail('NO_MAIL_SERVER', [], 'This installation can’t reset passwords by mail. Ask an administrator.'),
        ]);
      }
      const typed = tidyLogin(body.login);
      const waitSeconds = await countAttempt(pool, attemptsAtReset(typed, client.address), now);
      if (waitSeconds > 0) return err(refuseAttempts(waitSeconds));
      later(() => mailResets(ports, typed, now));
      return ok({ requested: true });
    },
    openReset: (context, { body }) =>
      atLink(context, async () => {
        const personId = localAccounts ? await personOfReset(pool, body.token, context.now) : undefined;
        return personId === undefined ? linkEnded() : ok({ opens: true });
      }),
    resetPassword: (context, { body: { token, newPassword } }) =>
      atLink(context, async () =>
        localAccounts ? (await resetPassword(ports, token, newPassword, context.now)).map(signedOut) : linkEnded(),
      ),
    openInvitation: (context, { body }) =>
      atLink(context, async () => {
        const invitation = await invitationOfToken(pool, body.token, context.now);
        if (!invitation) return linkEnded();
        const { tenantName, login, expiresDate } = invitation;
        return ok({ tenantName, login, choosesPassword: choosesPassword(ports, invitation), expiresDate });
      }),
    joinByInvitation: (context, { body: { token, newPassword } }) =>
      atLink(context, async () => (await joinByInvitation(ports, token, newPassword, context.now)).map(signedOut)),
  };
}
