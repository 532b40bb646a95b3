import { Button } from '@mantine/core';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor } from 'storybook/test';
import { StatusTones } from '../value/StatusBadge.tsx';
import type { Explanation } from './explanation.ts';
import { FieldGroups } from './FieldGroups.tsx';
import { Panel } from './Panel.tsx';
import { ProfileHeader } from './ProfileHeader.tsx';
import { ReconciliationLine } from './ReconciliationLine.tsx';
import { RouteTabs } from './RouteTabs.tsx';
import { Why } from './Why.tsx';

const meta: Meta = { title: 'profile/Profile' };
export default meta;
type Story = StoryObj;

const effective: Explanation = {
  text: 'effective = predilute x (100 - fixed) / 100',
  inputs: [
    { name: 'predilute', value: '18.2', unit: 'percent' },
    { name: 'fixed', value: '4.480769', unit: 'percent' },
  ],
  result: '17.3845',
  unit: 'percent',
  rounding: 'half away from zero, to 10 decimals',
  source: 'docs/calculations/allocation-profile.md',
  children: [],
};

const net: Explanation = {
  text: 'net = gross - tax - escrow - loan repayment - other',
  inputs: [
    { name: 'gross', value: '8621134.55', unit: 'money' },
    { name: 'tax', value: '2991533.69', unit: 'money' },
    { name: 'escrow', value: '862113.46', unit: 'money' },
    { name: 'loanRepayment', value: '12500.00', unit: 'money' },
    { name: 'otherAdjustment', value: '0.00', unit: 'money' },
  ],
  result: '4754987.40',
  unit: 'money',
  source: 'docs/calculations/escrow.md',
  children: [
    {
      text: 'gross = net distributable x effective / 100',
      inputs: [
        { name: 'netDistributable', value: '49590981.21', unit: 'money' },
        { name: 'effective', value: '17.3845', unit: 'percent' },
      ],
      result: '8621134.55',
      unit: 'money',
      rounding: 'half away from zero, to cents',
      source: 'docs/calculations/distribution.md',
      children: [effective],
    },
  ],
};

const tabs = [
  { id: 'overview', title: 'Overview', href: '#/overview' },
  { id: 'details', title: 'Participant Summary', href: '#/details' },
  { id: 'approvals', title: 'Approvals', href: '#/approvals', count: '1/2' },
  { id: 'documents', title: 'Documents', href: '#/documents' },
  { id: 'activity', title: 'Activity', href: '#/activity' },
];

const fields = {
  name: { kind: 'text', title: 'Name', group: 'Distribution' },
  date: { kind: 'date', title: 'Date', group: 'Distribution' },
  status: { kind: 'status', title: 'Status', group: 'Distribution' },
  approvers: { kind: 'referenceList', title: 'Approvers', group: 'Distribution' },
  note: { kind: 'longText', title: 'Note', group: 'Distribution' },
  escrow: { kind: 'percent', title: 'Default escrow %', group: 'Rates' },
  terminatedEscrow: { kind: 'percent', title: 'Terminated escrow %', group: 'Rates' },
  other: { kind: 'money', title: 'Other adjustments', group: 'Rates' },
} as const;

const status = { code: 'SUB', description: 'Submitted' };

export const Distribution: Story = {
  render: () => (
    <StatusTones.Provider value={{ SUB: 'warn' }}>
      <ProfileHeader
        name="Q3 2026 carry distribution"
        status={status}
        facts={['09/30/2026', '6 sources', '41 participants', 'USD']}
        statusNote="waiting for Priya Raman"
        figures={[
          { label: 'Net distributable', kind: 'money', value: '49590981.21' },
          { label: 'Gross carry', kind: 'money', value: '49590981.21', note: '+12.4% on Q2' },
          { label: 'Tax', kind: 'money', value: '14862207.93' },
          { label: 'Escrow', kind: 'money', value: '7439843.81' },
          {
            label: 'Net carry',
            kind: 'money',
            value: '27237369.92',
            why: <Why figure="27,237,369.92" load={() => Promise.resolve(net)} />,
          },
        ]}
        actions={
          <>
            <Button variant="default">Workbook</Button>
            <Button variant="default">Letters</Button>
            <Button variant="default">Reject…</Button>
            <Button>Approve…</Button>
          </>
        }
      />
      <ReconciliationLine
        whole={{ label: 'gross', value: '49590981.21' }}
        parts={[
          { label: 'net', value: '27237369.92' },
          { label: 'tax', value: '14862207.93' },
          { label: 'escrow', value: '7439843.81' },
          { label: 'loan', value: '52500.00' },
          { label: 'other', value: '-940.45' },
        ]}
        difference="0.00"
      />
      <RouteTabs tabs={tabs} current="overview" />
      <FieldGroups
        fields={fields}
        record={{
          name: 'Q3 2026 carry distribution',
          date: '2026-09-30',
          status,
          approvers: [
            { id: '1', name: 'Priya Raman' },
            { id: '2', name: 'Daniel Osei' },
          ],
          note: 'Proceeds of the Marlow exit and two dividends.',
          escrow: '10',
          terminatedEscrow: '25',
          other: '-940.45',
        }}
      />
    </StatusTones.Provider>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Reconciled')).toBeVisible();
    await expect(canvas.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
  },
};

export const WhyThisNumber: Story = {
  render: () => (
    <Panel title="Participants">
      <p style={{ textAlign: 'right', margin: 0 }}>
        4,754,987.40
        <Why figure="4,754,987.40" load={() => Promise.resolve(net)} />
      </p>
    </Panel>
  ),
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Why 4,754,987.40?' }));
    const loan = await screen.findByText('Loan repayment');
    await waitFor(() => expect(loan).toBeVisible());
    await userEvent.click(screen.getByText('gross = net distributable x effective / 100', { selector: 'summary *' }));
    await expect(screen.getByText('Net distributable')).toBeVisible();
    await expect(canvas.getByText('4,754,987.40')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(canvas.getByRole('button', { name: 'Why 4,754,987.40?' })).toHaveFocus();
  },
};

/** A tree of named steps that is far higher than a window. */
const deep = (level: number): Explanation => ({
  ...net,
  name: `Net · source ${String(level)}`,
  records: [{ name: `Source ${String(level)}`, href: `#/source/${String(level)}` }],
  children: level < 12 ? [deep(level + 1)] : [{ ...effective, name: 'The last step' }],
});

export const WhyOfManySteps: Story = {
  render: () => <Why figure="9.00" load={() => Promise.resolve(deep(1))} />,
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Why 9.00?' }));
    const panel = await screen.findByRole('dialog', { name: 'Why 9.00?' });
    for (let level = 2; level <= 12; level += 1)
      await userEvent.click(await screen.findByText(`Net · source ${String(level)}`, { selector: 'summary *' }));
    await userEvent.click(screen.getByText('The last step'));
    const end = screen.getAllByText(/Rounded half away from zero, to 10 decimals/).at(-1)!;
    end.scrollIntoView({ block: 'end' });
    // The panel scrolls to the end of the tree and stays within the window.
    await expect(end.getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight + 1);
    await expect(panel.getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight + 1);
    await expect(screen.getByRole('link', { name: 'Source 12' })).toHaveAttribute('href', '#/source/12');
  },
};

export const WhyFails: Story = {
  render: () => <Why figure="12.00" load={() => Promise.reject(new Error('The explanation is not available.'))} />,
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Why 12.00?' }));
    const reason = await screen.findByText(/The explanation is not available/);
    await waitFor(() => expect(reason).toBeVisible());
  },
};

export const NotReconciled: Story = {
  render: () => (
    <ReconciliationLine
      whole={{ label: 'net distributable', value: '100.00' }}
      parts={[
        { label: 'gross', value: '99.99' },
        { label: 'unallocated', value: '0.00' },
      ]}
      difference="0.01"
    />
  ),
  play: async ({ canvas }) => expect(canvas.getByText('Not reconciled')).toBeVisible(),
};
