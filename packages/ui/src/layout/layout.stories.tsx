import {
  IconBuildingBank,
  IconChartPie,
  IconCoins,
  IconHome,
  IconReceiptTax,
  IconReport,
  IconUsers,
} from '@tabler/icons-react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ComponentProps } from 'react';
import { useState } from 'react';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import { closeDialogs } from '../feedback/openDialogs.ts';
import { ProfileHeader } from '../profile/ProfileHeader.tsx';
import { Shell } from './Shell.tsx';

const icon = { size: 17, stroke: 1.6, 'aria-hidden': true } as const;
const opened = fn();
const followed = fn();
const marked = fn();

function Example(props: Partial<ComponentProps<typeof Shell>>) {
  return (
    <Shell
      tenant={{ name: 'Alder Ridge Partners (demo)' }}
      modules={[
        { id: 'carry', title: 'Carry', href: '#/carry' },
        { id: 'performance', title: 'Performance', href: '#/performance' },
      ]}
      currentModule="carry"
      currentItem="distributions"
      menu={[
        { items: [{ id: 'home', title: 'Home', href: '#/', icon: <IconHome {...icon} /> }] },
        {
          title: 'Carry',
          items: [
            { id: 'participants', title: 'Participants', href: '#/participants', icon: <IconUsers {...icon} /> },
            { id: 'funds', title: 'Funds', href: '#/funds', icon: <IconBuildingBank {...icon} /> },
            { id: 'investments', title: 'Investments', href: '#/investments', icon: <IconChartPie {...icon} /> },
            {
              id: 'distributions',
              title: 'Distributions',
              href: '#/distributions',
              icon: <IconCoins {...icon} />,
              badge: 3,
            },
            { id: 'reports', title: 'Reports', href: '#/reports', icon: <IconReport {...icon} /> },
          ],
        },
        {
          title: 'Setup',
          items: [{ id: 'tax', title: 'Tax profiles', href: '#/tax', icon: <IconReceiptTax {...icon} /> }],
        },
      ]}
      crumbs={[
        { title: 'Home', href: '#/' },
        { title: 'Distributions', href: '#/distributions' },
        { title: 'Q3 2026 carry distribution' },
      ]}
      user={{ name: 'Amelia Hartmann', email: 'amelia.hartmann@example.com' }}
      helpMenu={[{ title: 'Search help', onSelect: () => undefined }]}
      userMenu={[
        { title: 'Settings', href: '#/settings' },
        { title: 'Sign out', onSelect: () => undefined },
      ]}
      inbox={{
        unread: 1,
        tabs: [
          {
            id: 'updates',
            title: 'Updates',
            items: [
              { id: '1', text: 'Q3 2026 carry distribution submitted', at: '2026-10-02T09:12:00Z', href: '#/d/1' },
              { id: '2', text: 'ARP-I allocation profile was changed', at: '2026-10-01T16:40:00Z', href: '#/p/1' },
            ],
            empty: 'No notifications yet.',
            href: '#/notification',
            linkTitle: 'All updates',
          },
          {
            id: 'mentions',
            title: 'Mentions',
            items: [
              {
                id: '3',
                text: 'Priya Raman mentioned you in a note on Fund I.',
                at: '2026-10-02T09:14:00Z',
                href: '#/note/1',
                unread: true,
              },
            ],
            empty: 'Nothing is unread.',
            href: '#/inbox/mentions',
            linkTitle: 'Open inbox',
          },
          {
            id: 'tasks',
            title: 'Tasks',
            items: [],
            empty: 'Nothing is unread.',
            href: '#/inbox/tasks',
            linkTitle: 'Open inbox',
          },
          {
            id: 'approvals',
            title: 'Approvals',
            items: [],
            empty: 'Nothing is unread.',
            href: '#/inbox/approvals',
            linkTitle: 'Open inbox',
          },
          {
            id: 'other',
            title: 'Other',
            items: [{ id: '4', text: 'Your export is ready.', at: '2026-10-02T09:16:00Z', unread: true }],
            empty: 'Nothing is unread.',
            href: '#/inbox/other',
            linkTitle: 'Open inbox',
          },
        ],
        onFollow: followed,
        onMarkAll: marked,
      }}
      palette={[
        {
          title: 'Screens',
          items: [
            { id: 's1', title: 'Funds', href: '#/funds' },
            { id: 's2', title: 'Distributions', href: '#/distributions' },
          ],
        },
        { title: 'Actions', items: [{ id: 'a1', title: 'Create a distribution', onSelect: opened }] },
      ]}
      searchRecords={async (text) =>
        'alder ridge partners i'.includes(text.toLowerCase())
          ? [
              {
                title: 'Funds',
                items: [{ id: 'f1', title: 'Alder Ridge Partners I', detail: 'ARP-I', href: '#/funds/1' }],
              },
            ]
          : []
      }
      {...props}
    >
      {props.children}
      <ProfileHeader
        name="Q3 2026 carry distribution"
        facts={['09/30/2026', '6 sources', 'USD']}
        figures={[
          { label: 'Gross carry', kind: 'money', value: '49590981.21' },
          { label: 'Net carry', kind: 'money', value: '27237369.92' },
        ]}
      />
    </Shell>
  );
}

const meta: Meta<typeof Example> = {
  title: 'layout/Shell',
  component: Example,
  parameters: { frameless: true },
  beforeEach: () => localStorage.removeItem('carrara.sidebar.narrow'),
};
export default meta;
type Story = StoryObj<typeof Example>;

/** Like the charts' library, adds an element for screen readers far below. The page must still end with its content. */
export const EndsWithItsContent: Story = {
  render: (args) => (
    <Example {...args}>
      <div style={{ height: 3000, flex: 'none' }} />
      <a href="#/fund">Funds</a>
      <p style={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', margin: 0 }}>Updated</p>
    </Example>
  ),
  play: async ({ canvasElement }) => {
    const { documentElement } = canvasElement.ownerDocument;
    await expect(documentElement.scrollHeight).toBe(documentElement.clientHeight);
  },
};

export const Standard: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: /Distributions 3/ })).toHaveAttribute('aria-current', 'page');
    await expect(canvas.getByRole('button', { name: 'Notifications, 1 new' })).toBeVisible();
  },
};

export const Collapsed: Story = {
  name: 'Collapsed and expanded again [U-T-032]',
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Collapse menu' }));
    await expect(canvas.getByRole('button', { name: 'Expand menu' })).toBeVisible();
    await expect(canvas.getByRole('link', { name: 'Funds' })).toHaveAttribute('title', 'Funds');
    await userEvent.click(canvas.getByRole('button', { name: 'Expand menu' }));
    await expect(canvas.getByRole('button', { name: 'Collapse menu' })).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Collapse menu' }));
  },
};

export const CommandPalette: Story = {
  play: async () => {
    opened.mockClear();
    await userEvent.keyboard('{Control>}k{/Control}');
    const search = await screen.findByRole('textbox', { name: 'Search or jump to' }, { timeout: 5000 });
    await userEvent.type(search, 'alder');
    await expect(await screen.findByText('Alder Ridge Partners I')).toBeVisible();
    await userEvent.clear(search);
    await userEvent.type(search, 'create');
    await screen.findByText('Create a distribution');
    await waitFor(() => expect(screen.queryByText('Alder Ridge Partners I')).toBeNull());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(opened).toHaveBeenCalledOnce());
  },
};

export const PaletteByKeys: Story = {
  play: async () => {
    await userEvent.keyboard('{Control>}k{/Control}');
    await screen.findByRole('textbox', { name: 'Search or jump to' }, { timeout: 5000 });
    const selected = () => document.querySelector('[data-action][data-selected]')?.textContent;
    await waitFor(() => expect(selected()).toBe('Funds'));
    await userEvent.keyboard('{ArrowDown}');
    await expect(selected()).toBe('Distributions');
    await userEvent.keyboard('dark');
    await waitFor(() => expect(selected()).toBe('Dark themeTheme'));
    // A choice by arrow keys lasts while it is found. Each letter selects the first result again.
    await userEvent.keyboard('{Backspace>4}');
    await waitFor(() => expect(selected()).toBe('Funds'));
  },
};

export const PaletteOpen: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Search or jump to…' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Search or jump to' }, { timeout: 5000 }), 'al');
    await expect(await screen.findByText('Alder Ridge Partners I')).toBeVisible();
  },
};

export const Notifications: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: /Notifications/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Updates' }));
    const text = await screen.findByText('ARP-I allocation profile was changed');
    await waitFor(() => expect(text).toBeVisible());
    const isRemoved = () =>
      waitFor(() => expect(screen.queryByText('ARP-I allocation profile was changed')).toBeNull());
    await userEvent.click(canvas.getByRole('heading', { level: 1 }));
    await isRemoved();
    const reopened = async () => {
      await userEvent.click(canvas.getByRole('button', { name: /Notifications/ }));
      return screen.findByText('ARP-I allocation profile was changed');
    };
    await reopened();
    await userEvent.keyboard('{Escape}');
    await isRemoved();
    // Back or a shortcut can also leave the page.
    await reopened();
    closeDialogs();
    await isRemoved();
    const link = await reopened();
    link.addEventListener('click', (event) => event.preventDefault());
    await userEvent.click(link);
    await isRemoved();
    await reopened();
  },
};

export const InboxTabs: Story = {
  name: 'The bell counts unread notifications only, opens with the first tab that has one, and each tab lists its own',
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Notifications, 1 new' }));
    await screen.findByRole('link', { name: /Priya Raman mentioned you/ });
    const last = screen.getByRole('button', { name: 'Other 1' });
    const room = last.closest('nav')!.getBoundingClientRect();
    await expect(last.getBoundingClientRect().right).toBeLessThanOrEqual(room.right);
    await expect(last.getBoundingClientRect().bottom).toBeLessThanOrEqual(room.bottom);
    await expect(screen.getByRole('link', { name: 'Open inbox' })).toHaveAttribute('href', '#/inbox/mentions');
    await userEvent.click(screen.getByRole('button', { name: 'Tasks' }));
    const empty = await screen.findByText('Nothing is unread.');
    await waitFor(() => expect(empty).toBeVisible());
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await expect(marked).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: 'Mentions 1' }));
    const again = await screen.findByRole('link', { name: /Priya Raman mentioned you/ });
    again.addEventListener('click', (event) => event.preventDefault());
    await userEvent.click(again);
    await expect(followed).toHaveBeenCalledWith('3');
  },
};

export const LostConnection: Story = {
  render: function Losing() {
    const [isLost, setLost] = useState(false);
    return (
      <Example
        notice={isLost ? 'The live connection was lost. Trying to reconnect. This page may be out of date.' : undefined}
        palette={[]}
        userMenu={[{ title: 'Lose the connection', onSelect: () => setLost(!isLost) }]}
      />
    );
  },
  play: async ({ canvas }) => {
    const before = canvas.getByRole('heading', { level: 1 }).getBoundingClientRect().top;
    await userEvent.click(canvas.getByRole('button', { name: 'User menu of Amelia Hartmann' }));
    await userEvent.click(await screen.findByText('Lose the connection'));
    await expect(await canvas.findByText(/The live connection was lost/)).toBeVisible();
    await expect(canvas.getByRole('heading', { level: 1 }).getBoundingClientRect().top).toBe(before);
  },
};

export const UserMenuOpen: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'User menu of Amelia Hartmann' }));
    const item = await screen.findByText('Sign out');
    await waitFor(() => expect(item).toBeVisible());
  },
};

export const TenantColors: Story = {
  args: {
    tenant: {
      name: 'Cedar Mill Capital',
      navigationBarColor: '#f3ead7',
      navigationBarMenuColor: '#7a3e12',
      breadcrumbsColor: '#fff8ea',
    },
  },
  // A firm without a logo has its initial.
  play: async ({ canvas }) => expect(canvas.getByText('C', { exact: true })).toBeVisible(),
};
