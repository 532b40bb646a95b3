import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { FieldGroups } from '@carrara/ui/profile/FieldGroups.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Button } from '@mantine/core';
import { useRead } from '../../../api/calls.ts';
import { Stack } from '../../../record/Stack.tsx';
import { useSession } from '../../../session/hooks.ts';
import { useChangePassword } from '../../../session/account/useChangePassword.ts';
import { FormatsPanel } from './FormatsPanel.tsx';
import { MailPanel } from './MailPanel.tsx';
import { OwnPicture, OwnPictureButton } from './OwnPicture.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { PasskeysPanel } from './PasskeysPanel.tsx';
import { SecondFactorPanel } from './SecondFactorPanel.tsx';

const fields = {
  name: { kind: 'text', title: 'Name', group: 'You' },
  login: { kind: 'text', title: 'Login', group: 'You' },
  email: { kind: 'email', title: 'E-mail', group: 'You' },
} as const;

/** `#/account`: the person's profile, sign-in methods and sessions. */
export function AccountPage() {
  const { user, settings } = useSession();
  const { data } = useRead('getAccount', undefined);
  const { data: passkeys } = useRead('listOwnPasskeys', undefined);
  const changePassword = useChangePassword();
  if (!data || !passkeys || !user) return <LoadingState />;
  const withTokens = settings?.applications.find(({ views }) => views.some((view) => view.name === 'apiToken'));
  const name = `${user.firstName} ${user.lastName}`.trim();
  return (
    <Stack>
      <Panel
        isPage
        title="Your account"
        actions={
          <>
            <OwnPictureButton />
            {data.hasPassword ? (
              <Button variant="default" onClick={() => void changePassword()}>
                Change password
              </Button>
            ) : null}
          </>
        }
      >
        <OwnPicture />
        <FieldGroups fields={fields} record={{ ...user, name }} />
      </Panel>
      <SecondFactorPanel account={data} hasPasskeys={passkeys.length > 0} />
      <PasskeysPanel passkeys={passkeys} hasPassword={data.hasPassword} />
      {withTokens ? (
        <Panel title="API tokens">
          <p>
            API tokens let programs act in your name. Each token belongs to one firm and is listed in that firm’s
            settings: <a href={`#/${withTokens.routePrefix}/settings/apiToken`}>API tokens of {settings?.name}</a>.
          </p>
        </Panel>
      ) : null}
      <FormatsPanel />
      <MailPanel />
      <OwnSessions />
    </Stack>
  );
}
