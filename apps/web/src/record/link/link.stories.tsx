import type { TenantLinkRequest } from '@carrara/contract/platform/tenantLink/tenantLink';
import type { TransferDate } from '@carrara/contract/platform/dataTransfer/dataTransfer';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../testing/cachedAnswers.tsx';
import { LinkButton, LinkNotice } from './LinkOfRecord.tsx';
import { TransferOfInvestor } from './TransferOfInvestor.tsx';

const meta: Meta = { title: 'record/Link to another tenant' };
export default meta;
type Story = StoryObj;

const investor = { id: 'lake', name: 'Lakeside Endowment' };
const link = (code: string, more: Partial<TenantLinkRequest> = {}): TenantLinkRequest => ({
  id: 'link',
  rowVersion: 1,
  sourceTenantId: 'ridge',
  sourceTenantName: 'Ridge Partners',
  targetTenantId: 'endowment',
  targetTenantName: 'The Board of Trustees of the Lakeside University Endowment and Pension Reserve',
  isOurs: true,
  firm: null,
  investors: [{ id: 'lake', investorName: 'Lakeside Endowment' }],
  comments: null,
  answer: null,
  requestStatus: { code, description: code },
  createdDate: '2026-07-01T09:00:00.000Z',
  answeredDate: null,
  ...more,
});
const date = (code: string, description: string, reason: string | null = null): TransferDate => ({
  periodEndDate: '2026-06-30',
  status: { code, description },
  reason,
});

interface Setup {
  readonly about: TenantLinkRequest | null;
  readonly dates?: readonly TransferDate[];
  readonly role?: 'viewer' | 'editor' | 'administrator';
}
const profile = ({ about, dates = [], role = 'administrator' }: Setup) => (
  <CachedAnswers
    signedInAs={role}
    application="performance"
    answers={[cachedAnswer('getTenantLinkOfInvestor', { params: { investorId: 'lake' } }, about)]}
  >
    <LinkButton record={investor} />
    <TransferOfInvestor record={investor} dates={dates} endDate="2026-06-30" />
    <LinkNotice record={investor} />
  </CachedAnswers>
);
const other = link('PEND').targetTenantName;

export const NotLinked: Story = {
  render: () => profile({ about: null }),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Link to a tenant…' })).toBeVisible();
    await expect(screen.queryByRole('button', { name: 'Transfer data…' })).toBeNull();
  },
};
/** An administrator may withdraw the request. Nothing is transferred yet. */
export const Waiting: Story = {
  name: 'Waiting [U-P-037]',
  render: () => profile({ about: link('PEND') }),
  play: async () => {
    await expect(await screen.findByText(`Link to ${other} pending.`)).toBeVisible();
    await expect(screen.queryByRole('button', { name: 'Transfer data…' })).toBeNull();
  },
};
/** The other side has made the request, so there is a link to answer it. */
export const ToBeAnswered: Story = {
  render: () => profile({ about: link('PEND', { isOurs: false }) }),
  play: async () => expect(await screen.findByRole('link', { name: 'Answer' })).toBeVisible(),
};
export const Linked: Story = {
  name: 'Linked, its quarter sent [U-P-040 M-P-028 U-P-075 M-P-046]',
  render: () => profile({ about: link('ACCEPT'), dates: [date('COMP', 'Completed')] }),
  play: async () => {
    await expect(await screen.findByText(`Linked to ${other}.`)).toBeVisible();
    await expect(screen.getByText('Data Transfer: Completed')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Transfer data…' }));
    await expect(
      await screen.findByText(
        `Please confirm submission of Data Transfer request to ${other} for period ending on 06/30/2026.`,
      ),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
};
export const LinkedReadOnly: Story = {
  render: () => profile({ about: link('ACCEPT'), dates: [date('PEND', 'Pending')], role: 'viewer' }),
  play: async () => {
    await expect(await screen.findByText('Data Transfer: Pending')).toBeVisible();
    await expect(screen.queryByRole('button')).toBeNull();
  },
};
export const TransferFailed: Story = {
  name: 'A transfer that failed carries no mark [U-P-040]',
  render: () => profile({ about: link('ACCEPT'), dates: [date('FAIL', 'Failed', 'The link was removed.')] }),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Transfer data…' })).toBeVisible();
    await expect(screen.queryByRole('img')).toBeNull();
  },
};
