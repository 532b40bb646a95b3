import { rememberMessage, setMessageHelp } from '@carrara/ui/feedback/messageHelp.ts';
import { ErrorState } from '@carrara/ui/feedback/states.tsx';
import type { Application, Role } from '@carrara/contract/core/permissions';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, screen, waitFor, within } from 'storybook/test';
import { CachedAnswers } from '../testing/cachedAnswers.tsx';
import type { HelpAddress } from '../frame/helpAddress.ts';
import { HelpBrowser } from './HelpBrowser.tsx';
import { HelpPanel } from './HelpPanel.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';

interface HelpProps {
  readonly role: Role;
  readonly application?: Application;
  readonly address?: HelpAddress;
}
const start: HelpAddress = {};
const Help = ({ role, application = 'carry', address = start }: HelpProps) => (
  <CachedAnswers signedInAs={role} application={application} answers={[]}>
    <main>
      <HelpBrowser address={address} isPage />
    </main>
  </CachedAnswers>
);

const meta = { title: 'help/Help', component: Help } satisfies Meta<typeof Help>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Start: Story = {
  name: 'The start has the tasks of the reader’s role and the pages that they can read',
  args: { role: 'editor' },
  play: async ({ canvas }) => {
    const carry = within(await canvas.findByRole('region', { name: 'Carry' }));
    await expect(carry.getByRole('link', { name: 'Run a distribution' })).toBeVisible();
    await expect(carry.getByText(/^Sees all carry records.* Also adds and changes records/)).toBeVisible();
    await expect(canvas.queryByText('Close a quarter', { selector: 'p' })).toBeNull();
    await expect(canvas.getByRole('link', { name: 'Glossary' })).toBeVisible();
    await expect(canvas.getByRole('link', { name: 'Sign-in' })).toBeVisible();
    await expect(canvas.queryByRole('link', { name: 'Security' })).toBeNull();
  },
};
export const ForAdministrators: Story = {
  name: 'Administrators also see the pages for operators',
  args: { role: 'administrator' },
  play: async ({ canvas }) => {
    const pages = within(await canvas.findByRole('region', { name: 'Operation' }));
    await expect(pages.getByRole('link', { name: 'Security' })).toHaveAttribute('href', '#/help/operate/security');
  },
};
export const InThePortal: Story = {
  name: 'A participant sees the pages of the portal only',
  args: { role: 'viewer', application: 'participant-portal' },
  play: async ({ canvas }) => {
    const guides = within(await canvas.findByRole('region', { name: 'Guides' }));
    await expect(guides.getAllByRole('link')).toHaveLength(1);
    // The task leads to a screen; its guide is for the staff.
    await expect(canvas.getByRole('link', { name: 'Sign in safely' })).toBeVisible();
    await expect(canvas.queryByRole('link', { name: 'Guide: Sign in safely' })).toBeNull();
    await expect(canvas.queryByText(/API reference/)).toBeNull();
  },
};
export const Search: Story = {
  name: 'The search lists the glossary entry first and marks the term',
  args: { role: 'viewer' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('searchbox', { name: 'Search help' }), 'hurdle{Enter}');
    const results = within(await canvas.findByRole('region', { name: 'Search results' }));
    const [first] = results.getAllByRole('link');
    await expect(first).toHaveAttribute('href', '#/help/glossary?section=hurdle');
    await expect(results.getAllByText('hurdle', { selector: 'mark' })[0]).toBeVisible();
  },
};
export const NothingFound: Story = {
  args: { role: 'viewer' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('searchbox', { name: 'Search help' }), 'zebra{Enter}');
    await expect(await canvas.findByText(/^Nothing found/)).toBeVisible();
  },
};
export const Article: Story = {
  name: 'A page opens at its section, without links to pages that the reader can’t open',
  args: { role: 'editor', address: { path: 'user/portal', section: 'release-letters' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Release letters' })).toHaveFocus();
    await expect(canvas.getByText(/With mail, recipients/)).toBeVisible();
    await expect(canvas.queryByRole('link', { name: 'mail' })).toBeNull();
  },
};
export const Formulas: Story = {
  args: { role: 'editor', address: { path: 'calculations/waterfall' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Waterfall', level: 1 })).toBeVisible();
    await expect(canvas.getAllByRole('region', { name: 'Table' })[0]).toBeVisible();
  },
};
export const FormulasOnAPhone: Story = {
  ...Formulas,
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: 'Waterfall', level: 1 });
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  },
};
export const NotForTheReader: Story = {
  name: 'An address of a page that the reader can’t open names the way on',
  args: { role: 'viewer', address: { path: 'operate/security' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/^There is no such help page\./)).toBeVisible();
  },
};
export const Panel: Story = {
  name: 'At the side of a page, its headings are below those of the page',
  args: { role: 'editor' },
  render: function AtTheSide() {
    const [isOpen, setOpen] = useState(true);
    return (
      <CachedAnswers signedInAs="editor" answers={[]}>
        <main>
          <h1>New distribution</h1>
          {isOpen ? (
            <HelpPanel address={{ path: 'user/forecast' }} onBack={() => undefined} onClose={() => setOpen(false)} />
          ) : null}
        </main>
      </CachedAnswers>
    );
  },
  play: async ({ userEvent }) => {
    const panel = within(await screen.findByRole('dialog', { name: 'Help' }));
    await expect(await panel.findByRole('heading', { name: 'Forecast carry', level: 2 })).toBeVisible();
    await userEvent.click(panel.getByRole('button', { name: 'Close' }));
    await expect(screen.queryByRole('dialog')).toBeNull();
  },
};
export const PanelAtASection: Story = {
  name: 'At the side of a page, a section starts below the title of the panel',
  args: { role: 'editor' },
  render: () => (
    <CachedAnswers signedInAs="editor" answers={[]}>
      <HelpPanel address={{ path: 'user/carry-run', section: 'steps' }} onBack={undefined} onClose={() => undefined} />
    </CachedAnswers>
  ),
  play: async () => {
    const panel = await screen.findByRole('dialog', { name: 'Help' });
    const heading = await within(panel).findByRole('heading', { name: 'Steps' });
    await waitFor(() => expect(heading).toHaveFocus());
    const titleLine = within(panel).getByRole('heading', { name: 'Help' }).closest('header');
    const distance = () =>
      heading.getBoundingClientRect().top - (titleLine?.getBoundingClientRect().bottom ?? Number.NaN);
    await waitFor(() => expect(distance()).toBeGreaterThanOrEqual(0));
    await expect(distance()).toBeLessThan(40);
  },
};
export const PanelForSearch: Story = {
  name: 'The start at the side of a page gives the focus to the search',
  args: { role: 'editor' },
  render: () => (
    <CachedAnswers signedInAs="editor" answers={[]}>
      <HelpPanel address={start} onBack={undefined} onClose={() => undefined} />
    </CachedAnswers>
  ),
  play: async () => {
    const panel = within(await screen.findByRole('dialog', { name: 'Help' }));
    await waitFor(() => expect(panel.getByRole('searchbox', { name: 'Search help' })).toHaveFocus());
  },
};
export const Shortcuts: Story = {
  args: { role: 'viewer' },
  render: () => <ShortcutsDialog onClose={() => undefined} />,
  play: async () => {
    await expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  },
};
export const LinksOfAMessage: Story = {
  name: 'A message that names records links to them',
  args: { role: 'viewer' },
  render: () => <ErrorState message="The last day was used by a forfeited award." />,
  play: async ({ canvas }) => {
    const name = 'Deferred award forfeited on 05/31/2024';
    rememberMessage('The last day was used by a forfeited award.', 'BUILT_UPON', [{ name, href: '#/comp/award/1' }]);
    await expect(await canvas.findByRole('link', { name })).toHaveAttribute('href', '#/comp/award/1');
    rememberMessage('The last day was used by a forfeited award.', 'BUILT_UPON');
    await waitFor(() => expect(canvas.queryByRole('link', { name })).toBeNull());
  },
};
export const OfAMessage: Story = {
  name: 'A message whose code has a help page links to it',
  args: { role: 'viewer' },
  render: () => <ErrorState message="The quarter is locked." />,
  play: async ({ canvas }) => {
    rememberMessage('The quarter is locked.', 'PERIOD_LOCKED');
    setMessageHelp(() => '#/help/user/quarter-close');
    const link = await canvas.findByRole('link', { name: 'Help on this message' });
    await expect(link).toHaveAttribute('href', '#/help/user/quarter-close');
    setMessageHelp(undefined);
    await waitFor(() => expect(canvas.queryByRole('link')).toBeNull());
  },
};
