import type { InboxEntry } from '@carrara/contract/platform/note/inbox';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { InboxPage } from './InboxPage.tsx';

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const inboxEntry = (number: number, more: Partial<InboxEntry>): InboxEntry => ({
  id: idOf(number),
  kind: 'approval',
  subject: 'Q3 2026 carry distribution is waiting for your approval.',
  link: '/carry/distribution/d1/profile',
  createdDate: '2026-10-01T08:30:00.000Z',
  readDate: null,
  record: null,
  ...more,
});

const meta = { title: 'features/Inbox' } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const inbox = (view: string, entries: readonly InboxEntry[]) => () => (
  <MemoryRouter initialEntries={[`/inbox${view}`]}>
    <CachedAnswers
      answers={[
        cachedAnswer('listInbox', undefined, [...entries]),
        cachedAnswer('listAssignedComments', undefined, [
          {
            id: idOf(9),
            rowVersion: 1,
            title: 'Ask the custodian for the June statement',
            objectName: 'Alder Growth Fund I',
            link: '/note/f1?note=9',
            assignedBy: 'Priya Raman',
            dueDate: '2026-09-28',
            state: 'OVERDUE',
            createdDate: '2026-09-20T08:30:00.000Z',
          },
        ]),
      ]}
      signedInAs="viewer"
    >
      <Routes>
        <Route path="/inbox/:view?" element={<InboxPage />} />
      </Routes>
    </CachedAnswers>
  </MemoryRouter>
);
const entries = [
  inboxEntry(1, { record: { id: idOf(51), type: 'distribution', name: 'Q3 2026 carry distribution' } }),
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
  ...[4, 5].map((number) =>
    inboxEntry(number, {
      kind: 'mention',
      subject: `Priya Raman mentioned you in a note on Alder Growth Fund I. (${String(number)})`,
      link: '/note/f1?note=n1',
      record: { id: idOf(50), type: 'fund', name: 'Alder Growth Fund I' },
    }),
  ),
  inboxEntry(6, {
    kind: 'mention',
    subject: 'Ben Ortiz replied to a note on Basalt Construction.',
    link: '/note/i1?note=n2',
    record: { id: idOf(52), type: 'investment', name: 'Basalt Construction' },
  }),
  inboxEntry(7, {
    kind: 'assignment',
    subject: 'Your task on Alder Growth Fund I was due on 09/28/2026.',
    link: '/note/f1?note=9',
    record: { id: idOf(50), type: 'fund', name: 'Alder Growth Fund I' },
  }),
];

export const Updates: Story = {
  name: 'Each tab except the updates says how many messages are unread',
  render: inbox('/updates', entries),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: 'Inbox (6 unread)' })).toBeVisible();
    const tabs = within(canvas.getByRole('navigation', { name: 'Inbox' })).getAllByRole('link');
    await expect(tabs.map(({ textContent }) => textContent)).toEqual([
      'Updates',
      'Mentions3',
      'Tasks1',
      'Approvals1',
      'Other1',
    ]);
    await expect(tabs[0]).toHaveAttribute('aria-current', 'page');
  },
};

export const FirstUnread: Story = {
  name: 'Opens with the first tab that has unread messages',
  render: inbox(
    '',
    entries.filter(({ kind }) => kind !== 'mention'),
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: /^Tasks/ })).toHaveAttribute('aria-current', 'page');
    await expect(canvas.getByText('Your task on Alder Growth Fund I was due on 09/28/2026.')).toBeVisible();
  },
};

export const NothingUnread: Story = {
  name: 'Opens with the updates if nothing is unread',
  render: inbox('', []),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: 'Updates' })).toHaveAttribute('aria-current', 'page');
  },
};

export const Mentions: Story = {
  name: 'Messages are grouped by record, and lead to the note',
  render: inbox('/mentions', entries),
  play: async ({ canvas }) => {
    const fund = within(canvas.getByRole('region', { name: 'Alder Growth Fund I' }));
    await expect(fund.getAllByRole('listitem')).toHaveLength(2);
    await expect(fund.getAllByRole('link')[0]).toHaveAttribute('href', '#/note/f1?note=n1');
    await expect(canvas.getByRole('region', { name: 'Basalt Construction' })).toBeVisible();
  },
};

export const Tasks: Story = {
  name: 'The open tasks, and messages about tasks',
  render: inbox('/tasks', entries),
  play: async ({ canvas }) => {
    const table = within(canvas.getByRole('table'));
    await expect(table.getByText('Overdue')).toBeVisible();
    await expect(table.getByRole('button', { name: 'Done Ask the custodian for the June statement' })).toBeVisible();
    await expect(canvas.getByText('Your task on Alder Growth Fund I was due on 09/28/2026.')).toBeVisible();
  },
};

export const Other: Story = {
  name: 'Everything else, read and unread',
  render: inbox('/other', entries),
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/Letters of Spring exit/)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Show: All' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Unread' }));
    await waitFor(() => expect(canvas.queryByText(/Letters of Spring exit/)).toBeNull());
  },
};

export const Selected: Story = {
  name: 'Selected messages are marked together, each way only those that it changes',
  render: inbox('/other', entries),
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('checkbox', { name: /Letters of Spring exit/ }));
    await expect(canvas.getByRole('button', { name: 'Mark as unread 1' })).toBeVisible();
    await expect(canvas.queryByRole('button', { name: /^Mark as read \d/ })).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: 'Select all 2 that match' }));
    await expect(canvas.getByText('2 selected')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Mark as read 1' })).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Show: All' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Unread' }));
    await expect(await canvas.findByText(/^The selection was cleared/)).toBeVisible();
  },
};

export const Nothing: Story = {
  name: 'Nothing yet',
  render: inbox('/mentions', []),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Nobody has mentioned or answered you.')).toBeVisible();
    await expect(canvas.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  },
};
