import type { ContainerAllocationProfile } from '@carrara/contract/carry/allocation/allocationProfile';
import type { ParticipantRow } from '@carrara/contract/people/participant';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { AddParticipantsDialog } from './AddParticipantsDialog.tsx';
import { EntityAllocationDialog, type EntityAllocationOptions } from './EntityAllocationDialog.tsx';
import { ReallocateDialog } from './ReallocateDialog.tsx';
import { draftEntry } from './testing/draftEntry.ts';
import { WeightedAverageDialog } from './WeightedAverageDialog.tsx';

const meta: Meta = { title: 'features/Dialogs of an allocation' };
export default meta;
type Story = StoryObj;

const longName = 'Olivier Marchand-Delacroix de Saint-Exupéry';
const paged = <Row,>(pageData: readonly Row[], totalItemCount = pageData.length) => ({
  pageData,
  totalItemCount,
  currentPage: 1,
  pageSize: 500,
});

const row = (at: number, name: string, type: ParticipantRow['type'] = 'Employee') => ({
  id: `e${String(at)}`,
  participantId: `p${String(at)}`,
  name,
  type,
  businessTitle: 'Principal',
  participantClass: { id: 'c1', code: 'P', description: 'Principal' },
});
const adding = (rows: readonly object[], total = rows.length, existing: readonly string[] = []) => (
  <CachedAnswers
    answers={[
      cachedAnswer(
        'listParticipants',
        { query: { pageSize: 500 } },
        paged(rows, total) as unknown as Answer<'listParticipants'>,
      ),
    ]}
  >
    <AddParticipantsDialog existing={new Set(existing)} onClose={chosen} />
  </CachedAnswers>
);
const chosen = fn();
const people = [row(1, 'Amelia Hartmann'), row(2, longName), row(3, 'Birch Street Partners', 'Entity')];

export const AddParticipants: Story = {
  render: () => adding(people, 1204),
  play: async () => {
    chosen.mockClear();
    await userEvent.click(await screen.findByRole('button', { name: 'Add' }));
    await expect(screen.getByText('Choose at least one participant.')).toBeVisible();
    await expect(screen.getByText('Showing the first 3 of 1,204. Search to find the others.')).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: /Birch Street/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Add 1' }));
    await expect(chosen).toHaveBeenCalledWith([expect.objectContaining({ participantId: 'p3' })]);
  },
};
export const AddWithoutCandidates: Story = {
  render: () => adding(people, 3, ['p1', 'p2', 'p3']),
  play: async () => expect(await screen.findByText(/No participants to add/)).toBeVisible(),
};

const entries = [
  draftEntry(1, { name: 'Amelia Hartmann', predilute: '40' }),
  draftEntry(2, { name: longName, predilute: '35' }),
  draftEntry(3, { name: 'Zanele Mokoena', predilute: '25', status: 'Terminated' }),
  draftEntry(4, { name: 'Noah Okafor' }),
];
const effectives = new Map(['40', '35', '25', '0'].map((rate, at) => [`participant-${String(at + 1)}`, rate]));
const leaver = entries[0] as (typeof entries)[number];

export const Reallocate: Story = {
  render: () => (
    <ReallocateDialog
      entries={entries}
      isShareBased={false}
      removed={leaver}
      effectives={effectives}
      onClose={chosen}
    />
  ),
  play: async () => {
    chosen.mockClear();
    // People who have left are not preselected, and people without a rate can't receive one.
    await expect(await screen.findByRole('checkbox', { name: longName })).toBeChecked();
    await expect(screen.getByRole('checkbox', { name: 'Zanele Mokoena' })).not.toBeChecked();
    await expect(screen.getByRole('checkbox', { name: 'Noah Okafor' })).toBeDisabled();
    await userEvent.click(screen.getByRole('checkbox', { name: longName }));
    await userEvent.click(screen.getByRole('button', { name: 'Reallocate' }));
    await expect(screen.getByText('Choose at least one recipient.')).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: 'All recipients' }));
    await userEvent.click(screen.getByRole('button', { name: 'Reallocate' }));
    await expect(chosen).toHaveBeenCalledWith(
      expect.objectContaining({ recipients: ['participant-2', 'participant-3'] }),
    );
  },
};
export const ReallocateAtOnce: Story = {
  render: () => (
    <ReallocateDialog
      entries={entries}
      isShareBased={false}
      removed={leaver}
      effectives={effectives}
      stored={{
        notice: 'A distribution uses version 3, so that version doesn’t change. Your change creates the next version.',
      }}
      onClose={chosen}
    />
  ),
  play: async () => expect(await screen.findByText(/creates the next version/)).toBeVisible(),
};

const part = (at: number, name: string, effective: string | null) => ({
  participantId: `p${String(at)}`,
  type: 'Employee' as const,
  name,
  effective,
});
const trustees = {
  id: 'own',
  name: 'Members in equal parts',
  isValid: true,
  hasShares: true,
  isCurrent: true,
  version: 1,
  rowVersion: 1,
};
const entity = {
  participantId: 'p9',
  name: 'Birch Street Partners',
  profile: { id: 'own', name: 'Members in equal parts' },
  effective: '12.5',
  originalMembers: [part(1, 'Amelia Hartmann', '50'), part(2, longName, '50')],
  currentMembers: [part(1, 'Amelia Hartmann', '50'), part(3, 'Zanele Mokoena', null)],
  memberMismatch: true,
} as unknown as EntityAllocationOptions['entry'];
const params = { id: 'p9' };
const members = (overrides: Partial<EntityAllocationOptions['entry']>, mayResolve = true) => (
  <CachedAnswers
    answers={[
      cachedAnswer('listContainerAllocationProfiles', { params }, [
        trustees,
      ] as unknown as readonly ContainerAllocationProfile[] as Answer<'listContainerAllocationProfiles'>),
      cachedAnswer('getCurrentAllocationProfile', { params }, {
        id: 'own',
        entries: [],
      } as unknown as Answer<'getCurrentAllocationProfile'>),
      cachedAnswer(
        'listParticipants',
        { query: { pageSize: 500 } },
        paged([]) as unknown as Answer<'listParticipants'>,
      ),
      cachedAnswer(
        'listVestingSchedules',
        { query: { pageSize: 500 } },
        paged([]) as unknown as Answer<'listVestingSchedules'>,
      ),
    ]}
  >
    <EntityAllocationDialog
      entry={{ ...entity, ...overrides }}
      parentName="Meridian Fund II"
      mayResolve={mayResolve}
      onClose={chosen}
    />
  </CachedAnswers>
);

export const EntityMembers: Story = {
  render: () => members({ memberMismatch: false }),
  play: async () => expect(await screen.findByText(/splits the share by the profile/)).toBeVisible(),
};
export const EntityMembersChanged: Story = {
  render: () => members({}),
  play: async () => {
    // One member has no percentage yet, so the profile in force can't be applied as it is.
    await expect(await screen.findByRole('radio', { name: /^Current members$/ })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Resolve' }));
    await expect(screen.getByText('The members’ percentages must total exactly 100.')).toBeVisible();
  },
};
export const EntityMembersToReadOnly: Story = {
  render: () => members({}, false),
  play: async () => {
    await expect(await screen.findByText('Close')).toBeVisible();
    await expect(screen.queryByRole('button', { name: 'Resolve' })).toBeNull();
  },
};

const tranche = (at: number, weight: string) => ({
  id: `t${String(at)}`,
  name: `Meridian Health Systems and Associated Care Providers ${String(at)}`,
  investedAmount: '1250000.00',
  weight,
  profile: { id: `a${String(at)}`, name: 'Standard allocation' },
  allocations: [{ participantId: 'p1', effective: '40', weighted: '20' }],
});
export const WeightedAverage: Story = {
  render: () => (
    <CachedAnswers
      answers={[
        cachedAnswer(
          'getWeightedAverageEvidence',
          { params: { containerId: 'i1' }, query: {} },
          {
            totalInvested: '2500000.00',
            participants: [{ participantId: 'p1', name: longName, effective: '40' }],
            tranches: [tranche(1, '50'), tranche(2, '50')],
          },
        ),
      ]}
    >
      <WeightedAverageDialog container={{ id: 'i1', name: 'Meridian Health Systems' }} onClose={chosen} />
    </CachedAnswers>
  ),
  play: async () => expect(await screen.findByText('Total, 2')).toBeVisible(),
};
