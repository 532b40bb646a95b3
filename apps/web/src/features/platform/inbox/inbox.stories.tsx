import type { InboxEntry } from '@carrara/contract/platform/inbox';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { InboxPage } from './InboxPage.tsx';

const inboxEntry = (number: number, more: Partial<InboxEntry>): InboxEntry => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  kind: 'approval',
  subject: 'Q3 2026 carry distribution is waiting for your approval.',
  link: '/carry/distribution/d1/profile',
  createdDate: '2026-10-01T08:30:00.000Z',
  readDate: null,
  ...more,
});

const meta = { title: 'features/Inbox' } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const inbox = (entries: readonly InboxEntry[]) => () => (
  <CachedAnswers answers={[cachedAnswer('listInbox', undefined, [...entries])]} signedInAs="viewer">
    <InboxPage />
  </CachedAnswers>
);

export const Entries: Story = {
  name: 'What one was told, read and unread; each leads to what it is about',
  render: inbox([
    inboxEntry(1, {}),
    inboxEntry(2, {
      kind: 'access',
      subject:
        'Someone signed in to your account from a new device or network: Chrome on Windows, 203.0.113.77. If it wasn’t you, end that session and change your password.',
      link: '/account',
    }),
    inboxEntry(3, {
      kind: 'task',
      subject: 'Your background job is done: Letters of Spring exit.',
      readDate: '2026-10-01T09:00:00.000Z',
      link: null,
    }),
  ]),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect(page.getByRole('heading', { name: 'Inbox (2 unread)' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Q3 2026 carry distribution is waiting/ })).toHaveAttribute(
      'href',
      '#/carry/distribution/d1/profile',
    );
    await userEvent.click(page.getByRole('button', { name: 'Show: All' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Unread' }));
    await waitFor(() => expect(page.queryByText(/Letters of Spring exit/)).toBeNull());
  },
};

export const Nothing: Story = {
  name: 'Nothing was told yet',
  render: inbox([]),
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText('You have no notifications yet.')).toBeVisible();
  },
};
