import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, userEvent, within } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { ApprovalSettings } from './ApprovalSettings.tsx';

const policy: Answer<'listApprovalPolicies'>[number] = {
  id: 'p1',
  rowVersion: 2,
  effectiveDate: '2026-01-01',
  currency: { id: 'usd', code: 'USD', description: 'US dollar' },
  isCurrent: true,
  updatedDate: '2026-01-01T09:00:00.000Z',
  updatedBy: 'Ada King',
  bands: [
    { fromAmount: '0.00', mode: 'ALL', quorum: null, approvers: [] },
    {
      fromAmount: '1000000.00',
      mode: 'QUORUM',
      quorum: 2,
      approvers: ['Priya Raman', 'Noah Okafor', 'Amelia Hartmann'].map((name) => ({ id: name, name })),
    },
    {
      fromAmount: '10000000.00',
      mode: 'ORDERED',
      quorum: null,
      approvers: [{ id: 'Priya Raman', name: 'Priya Raman' }],
    },
  ],
};
const substitutes: Answer<'listApprovalSubstitutes'> = [
  {
    id: 's1',
    rowVersion: 1,
    person: { id: 'ada', name: 'Ada King' },
    substitute: { id: 'b', name: 'Dana Cole' },
    fromDate: '2026-12-01',
    toDate: '2026-12-10',
  },
  {
    id: 's2',
    rowVersion: 1,
    person: { id: 'c', name: 'Priya Raman' },
    substitute: { id: 'b', name: 'Dana Cole' },
    fromDate: '2026-12-20',
    toDate: '2027-01-06',
  },
];

interface SettingsProps {
  readonly role: 'viewer' | 'administrator';
  readonly policies: Answer<'listApprovalPolicies'>;
  readonly named: Answer<'listApprovalSubstitutes'>;
}

function Settings({ role, policies, named }: SettingsProps) {
  return (
    <CachedAnswers
      signedInAs={role}
      answers={[
        cachedAnswer('listApprovalPolicies', undefined, policies),
        cachedAnswer('listApprovalSubstitutes', undefined, named),
      ]}
    >
      <MemoryRouter>
        <main>
          <ApprovalSettings />
        </main>
      </MemoryRouter>
    </CachedAnswers>
  );
}

const meta = {
  title: 'features/Approval settings',
  component: Settings,
  args: { role: 'administrator', policies: [policy], named: substitutes },
} satisfies Meta<typeof Settings>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Policies: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog'));
    await expect(dialog.getByDisplayValue('1,000,000.00')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Add amount' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await expect((await dialog.findAllByRole('alert')).length).toBeGreaterThan(0);
  },
};
export const Empty: Story = { args: { policies: [], named: [] } };
export const Reading: Story = {
  name: 'Read by those who may not change policies',
  args: { role: 'viewer' },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('button', { name: 'Add policy' })).toBeNull();
    // Everyone names their own substitute and changes nobody else’s.
    await expect(canvas.getAllByRole('button', { name: 'Change' })).toHaveLength(1);
  },
};
