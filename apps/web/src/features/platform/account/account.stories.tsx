import type { Account, OwnSession } from '@carrara/contract/platform/user/account';
import type { OwnPasskey } from '@carrara/contract/platform/passkey/passkey';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, within } from 'storybook/test';
import { Stack } from '../../../record/Stack.tsx';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { OwnPicture, OwnPictureButton } from './OwnPicture.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { PasskeysPanel } from './PasskeysPanel.tsx';
import { SecondFactorPanel } from './SecondFactorPanel.tsx';

const session = (number: number, more: Partial<OwnSession>): OwnSession => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  createdDate: '2026-10-01T08:30:00.000Z',
  lastUsedDate: '2026-10-01T12:00:00.000Z',
  address: '192.0.2.17',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  methods: ['password'],
  isThis: false,
  ...more,
});

const passkey = (number: number, name: string, lastUsedDate: string | null): OwnPasskey => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  name,
  host: 'carrara.example',
  createdDate: '2026-09-20T08:00:00.000Z',
  lastUsedDate,
});

interface Setup {
  readonly account: Account;
  readonly passkeys?: readonly OwnPasskey[];
  readonly sessions: readonly OwnSession[];
}

function Parts({ account, passkeys = [], sessions }: Setup) {
  return (
    <CachedAnswers answers={[cachedAnswer('listOwnSessions', undefined, [...sessions])]} signedInAs="viewer">
      <Stack>
        <SecondFactorPanel account={account} hasPasskeys={passkeys.length > 0} />
        <PasskeysPanel passkeys={passkeys} hasPassword={account.hasPassword} />
        <OwnSessions />
      </Stack>
    </CachedAnswers>
  );
}

const meta = { title: 'features/Account', component: Parts } satisfies Meta<typeof Parts>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = {
  name: 'Without a second factor, in one place',
  args: {
    account: { hasPassword: true, secondFactorSince: null, remainingRecoveryCodes: 0 },
    sessions: [session(1, { isThis: true })],
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
    await expect(page.getByText('Chrome on Linux · this one')).toBeVisible();
    await expect(page.queryByRole('button', { name: 'End all others' })).toBeNull();
    await expect(page.queryByRole('button', { name: /^End the session/ })).toBeNull();
  },
};

export const Strong: Story = {
  name: 'With an authenticator, signed in elsewhere as well',
  args: {
    account: { hasPassword: true, secondFactorSince: '2026-09-14T09:00:00.000Z', remainingRecoveryCodes: 9 },
    sessions: [
      session(1, { isThis: true, methods: ['password', 'totp'] }),
      session(2, { userAgent: 'carrara-cli', methods: ['password', 'recoveryCode'] }),
      session(3, { userAgent: '', address: '', methods: ['providerMfa'] }),
    ],
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect(page.getByText(/9 recovery codes are left\./)).toBeVisible();
    await expect(page.getByText('Password, Recovery code')).toBeVisible();
    await expect(page.getByRole('button', { name: 'End the session on carrara-cli' })).toBeVisible();
  },
};

export const CodesLow: Story = {
  name: 'Few recovery codes are left',
  args: {
    account: { hasPassword: true, secondFactorSince: '2026-09-14T09:00:00.000Z', remainingRecoveryCodes: 1 },
    sessions: [session(1, { isThis: true })],
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect(page.getByText(/1 recovery code is left\./)).toBeVisible();
    await expect(page.getByRole('status')).toHaveTextContent('Create new ones before you lose your phone.');
  },
};

export const Passkeys: Story = {
  name: 'Passkeys alone, on several devices',
  args: {
    account: { hasPassword: true, secondFactorSince: null, remainingRecoveryCodes: 10 },
    passkeys: [
      passkey(1, 'Chrome on Linux', '2026-10-01T08:30:00.000Z'),
      passkey(2, 'The key that hangs on the ring with the keys of the office in the old harbour', null),
    ],
    sessions: [session(1, { isThis: true, methods: ['passkey'] })],
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect(page.getByText(/You use a passkey after your password\. 10 recovery codes/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove the passkey Chrome on Linux' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Set up an app' })).toBeVisible();
  },
};

const dot =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%2240%22 height=%2240%22%3E%3Ccircle cx=%2220%22 cy=%2220%22 r=%2218%22/%3E%3C/svg%3E';

export const Picture: StoryObj = {
  name: 'A person’s picture can be changed and removed; other files are refused',
  render: () => (
    <CachedAnswers answers={[cachedAnswer('getOwnPicture', undefined, { picture: dot })]} signedInAs="viewer">
      <Stack>
        <OwnPicture />
        <OwnPictureButton />
      </Stack>
    </CachedAnswers>
  ),
  play: async ({ canvasElement, userEvent }) => {
    const page = within(canvasElement);
    await expect(page.getByAltText('You')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Change picture' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Your picture' }));
    const input = await dialog.findByLabelText('Choose another image');
    await userEvent.upload(input, new File(['x'], 'notes.txt', { type: 'text/plain' }));
    await expect(await dialog.findByText('The file is not an image.')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await expect(dialog.queryByAltText('Preview')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  },
};
