import type { User } from '@carrara/contract/platform/user/user';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { formatInstantAndZone } from '@carrara/ui/value/formatDate.ts';
import { Button } from '@mantine/core';
import { useRead, useWrite } from '../../../api/calls.ts';
import { runConfirmed, runWithToast } from '../../../api/runWithToast.ts';
import { useContinueTo } from '../../../frame/useContinueTo.ts';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { RecordProfile } from '../../../record/profile/RecordProfile.tsx';
import type { RecordOf } from '../../../record/recordDefinition.ts';
import { useAllowed, useSession } from '../../../session/hooks.ts';
import { userRecord } from './userRecord.ts';

/** The page of a person, with actions to archive, restore, and cancel an invitation. */
export function UserProfile({ screen }: ScreenProps) {
  return (
    <RecordProfile
      record={{ ...userRecord, picture: 'picture', figures: [{ field: 'status', label: 'Status', kind: 'text' }] }}
      screen={screen}
      notice={(value) => <UserNotice value={value} />}
      moreActions={(value) => <UserActions user={value} />}
    />
  );
}

/** Explains which parts of a person the viewer can't change, and why. */
function UserNotice({ value }: { readonly value: User }) {
  const { status, canManage, canEditPerson, email, mailedUntil } = value;
  const mayEdit = useAllowed('user.edit');
  if (status === 'Invited') {
    const text = mailedUntil
      ? `Invited, not a user yet. The invitation was mailed to ${email}. Its link works once, until ${formatInstantAndZone(mailedUntil)}.`
      : 'Invited, not a user yet. New users join by signing in with the first password. People with an account in another firm sign in and then enter the password that you gave them. An invitation expires after 14 days. You can then cancel it and invite the person again.';
    return <Banner tone="info">{text}</Banner>;
  }
  if (!mayEdit || (canManage && canEditPerson)) return null;
  const text = canManage
    ? 'You can’t change this person’s name, e-mail, login or password. If the person has pay access, someone with access to everyone’s pay can. Otherwise, another firm manages the account.'
    : 'This person has roles in applications that you don’t administer. Only an administrator of all of them can change this user.';
  return <Banner tone="info">{text}</Banner>;
}

function UserActions({ user }: { readonly user: RecordOf<'getUser'> }) {
  const mayEdit = useAllowed('user.edit') && user.canManage;
  const mayDelete = useAllowed('user.delete') && user.canManage;
  const isInvited = user.status === 'Invited';
  const { data: mail } = useRead('getMailChoices', undefined);
  const { user: self } = useSession();
  const canRemoveFactor = mayEdit && user.hasSecondFactor && user.canEditPerson && user.id !== self?.id;
  const { removeFactor, invite, isSending, archive, cancelInvitation } = useUserActions(user);
  return (
    <>
      {canRemoveFactor ? (
        <Button variant="default" onClick={() => void removeFactor()}>
          Remove second factor
        </Button>
      ) : null}
      {mayEdit && isInvited && user.email !== '' && mail?.isOn ? (
        <Button variant="default" loading={isSending} onClick={() => void invite()}>
          {user.mailedUntil ? 'Send again' : 'Send by e-mail'}
        </Button>
      ) : null}
      {mayDelete && isInvited ? (
        <Button variant="default" onClick={() => void cancelInvitation()}>
          Cancel invitation
        </Button>
      ) : null}
      {mayEdit && !isInvited ? (
        <Button variant="default" onClick={() => void archive()}>
          {user.isInactive ? 'Restore' : 'Archive'}
        </Button>
      ) : null}
    </>
  );
}

/** Returns the actions on a user. Those that take something away ask for confirmation. */
function useUserActions(user: RecordOf<'getUser'>) {
  const name = userRecord.nameOf(user);
  const params = { id: user.id };
  const continueTo = useContinueTo();
  const [save] = useWrite('saveUser');
  const [remove] = useWrite('deleteUser');
  const [send, isSending] = useWrite('sendInvitation');
  const [sendRemoval] = useWrite('removeUserSecondFactor');
  const removeFactor = () =>
    runConfirmed(
      {
        title: `Remove the second factor of ${name}`,
        text: 'Removes authenticator, passkeys and recovery codes and ends all sessions. Afterwards the password alone is enough to sign in. Do this only for a person who has lost the devices and whose request you have verified.',
        confirmLabel: 'Remove',
      },
      async () => {
        await sendRemoval({ params });
        return `Second factor of ${name} removed`;
      },
    );
  const invite = () => runWithToast(async () => `Invitation mailed to ${(await send({ params })).address}`);
  const setInactive = async (isInactive: boolean) => {
    const { id, rowVersion, firstName, lastName, email, username, roles } = user;
    await save({ body: { id, rowVersion, firstName, lastName, email, username, roles, isInactive } });
    return `${name} ${isInactive ? 'archived' : 'restored'} successfully`;
  };
  const archive = () =>
    user.isInactive
      ? runWithToast(() => setInactive(false))
      : runConfirmed(
          {
            title: `Archive ${name}`,
            text: 'Archived users can’t sign in to this firm until they are restored. Their records stay. Are you sure you want to continue?',
            confirmLabel: 'Archive',
          },
          () => setInactive(true),
        );
  const cancelInvitation = () =>
    runConfirmed(
      {
        title: `Cancel the invitation of ${name}`,
        text: 'The invitation can’t be accepted after this. You can invite the person again.',
        confirmLabel: 'Cancel invitation',
      },
      async () => {
        await remove({ params, query: { rowVersion: user.rowVersion } });
        toastSuccess(`Invitation of ${name} canceled`);
        await continueTo(userRecord.paths.list);
      },
    );
  return { removeFactor, invite, isSending, archive, cancelInvitation };
}
