import {
  type MailChoice,
  type MailChoices,
  mailChoices,
  type NotificationKind,
  notificationKinds,
  notificationTitles,
} from '@carrara/domain/platform/mail';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Select } from '@mantine/core';
import { useRead, useWrite } from '../../../api/calls.ts';
import { runWithToast } from '../../../api/runWithToast.ts';
import { Stack } from '../../../record/Stack.tsx';

const labels: Readonly<Record<MailChoice, string>> = { ONCE: 'Immediately', DAILY: 'Once a day', NEVER: 'Never' };
const options = mailChoices.map((value) => ({ value, label: labels[value] }));

/** Choices for email notifications, by kind. */
export function MailPanel() {
  const { data } = useRead('getMailChoices', undefined);
  const [choose, isSaving] = useWrite('chooseMails');
  if (!data) return <LoadingState lines={4} />;
  const change = async (kind: NotificationKind, choice: MailChoice) => {
    const choices: MailChoices = { ...data.choices, [kind]: choice };
    await runWithToast(async () => {
      await choose({ body: { choices } });
      return `${notificationTitles[kind]}: ${labels[choice].toLowerCase()}`;
    });
  };
  return (
    <Panel title="Mail">
      <Stack>
        {data.isOn ? null : (
          <Banner tone="info">
            This installation doesn’t send e-mail. You find everything in your <a href="#/inbox">inbox</a>.
          </Banner>
        )}
        {data.isOn && data.address === '' ? (
          <Banner tone="warn">Your account has no e-mail address. Ask an administrator of your firm to add one.</Banner>
        ) : null}
        {data.isOn ? (
          <p>
            Everything is in your <a href="#/inbox">inbox</a>. Choose when you also get an e-mail. This applies to all
            your firms. You always get one for a sign-in from a new device.
          </p>
        ) : null}
        {notificationKinds.map((kind) => (
          <Select
            key={kind}
            label={notificationTitles[kind]}
            data={options}
            value={data.choices[kind]}
            allowDeselect={false}
            disabled={isSaving || !data.isOn}
            onChange={(value) => value && void change(kind, value)}
            maw={320}
          />
        ))}
      </Stack>
    </Panel>
  );
}
