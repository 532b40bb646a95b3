import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, fn, within } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../testing/cachedAnswers.tsx';
import { ChosenPasswordForm } from './ChosenPasswordForm.tsx';
import { EntryPage } from './EntryPage.tsx';
import { ResetPage } from './ResetPage.tsx';

const refused = {
  status: 422,
  message: 'Refused.',
  errors: [{ path: 'newPassword', code: 'PASSWORD_EASY', message: 'The password is easy to guess.' }],
};
const ended = {
  status: 422,
  message: 'This link was already used, has expired or was replaced by a later one. Ask for a new one.',
  errors: [{ path: 'token', code: 'LINK_ENDED', message: '' }],
};
const choose = fn((password: string) =>
  password.startsWith('late') ? Promise.reject(ended) : Promise.reject(refused),
);

const meta = {
  title: 'features/Mailed links',
  parameters: { frameless: true },
  beforeEach: () => void choose.mockClear(),
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const Chosen: Story = {
  name: 'A password is typed twice; a refusal is displayed at its field or on top',
  render: () => (
    <EntryPage title="Join Alder Partners and the Quite Long Name of a Firm LLP">
      <ChosenPasswordForm login="ada@firm.example" label="Accept and join" onChosen={choose} />
    </EntryPage>
  ),
  play: async ({ canvasElement, userEvent }) => {
    const page = within(canvasElement);
    const [first, again] = [page.getByLabelText('New password'), page.getByLabelText('New password again')];
    await userEvent.type(first, 'short');
    await userEvent.click(page.getByRole('button', { name: 'Accept and join' }));
    await expect(page.getByText('The password is too short. Use at least 12 characters.')).toBeVisible();
    await expect(page.getByText('The passwords don’t match.')).toBeVisible();
    await expect(choose).not.toHaveBeenCalled();
    await userEvent.type(first, 'passwordpassword');
    await userEvent.type(again, 'shortpasswordpassword');
    await userEvent.click(page.getByRole('button', { name: 'Accept and join' }));
    await expect(await page.findByText('The password is easy to guess.')).toBeVisible();
    await userEvent.clear(first);
    await userEvent.clear(again);
    await userEvent.type(first, 'late umbrella kettle');
    await userEvent.type(again, 'late umbrella kettle');
    await userEvent.click(page.getByRole('button', { name: 'Accept and join' }));
    await expect(await page.findByText(/^This link was already used/)).toBeVisible();
  },
};

const story = (passwordReset: boolean) => () => (
  <CachedAnswers
    answers={[
      cachedAnswer('listLoginUrls', undefined, { localAccounts: true, passwordReset, passkeys: false, loginUrls: [] }),
    ]}
  >
    <MemoryRouter initialEntries={['/reset']}>
      <Routes>
        <Route path="/reset/:token?" element={<ResetPage />} />
      </Routes>
    </MemoryRouter>
  </CachedAnswers>
);

export const Requested: Story = {
  name: 'A link is asked for',
  render: story(true),
  play: async ({ canvasElement, userEvent }) => {
    const page = within(canvasElement);
    await userEvent.click(page.getByRole('button', { name: 'E-mail me a link' }));
    await expect(page.getByText('Your e-mail address or user name is required.')).toBeVisible();
  },
};

export const NoMails: Story = {
  name: 'Without a mail server an administrator gives a new password',
  render: story(false),
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText(/^This installation doesn’t send e-mail\./)).toBeVisible();
  },
};
