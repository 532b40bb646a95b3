import type { Entity } from '@carrara/contract/people/participant';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { EmployeeTrusts } from './EmployeeTrusts.tsx';
import { AddMembersDialog } from './AddMembersDialog.tsx';
import { EntityMismatch } from './EntityMismatch.tsx';
import { MemberDetailDialog } from './MemberDetailDialog.tsx';
import { MemberHistory } from './MemberHistory.tsx';

const meta: Meta = { title: 'features/Dialogs of an entity' };
export default meta;
type Story = StoryObj;

const longName = 'Olivier Marchand-Delacroix de Saint-Exupéry';
const entity = { id: 'n1', name: 'Birch Street Partners' } as Entity;
const done = fn();
const save = fn(async () => undefined);

const member = (at: number, name: string) => ({
  id: `m${String(at)}`,
  participantId: `p${String(at)}`,
  type: 'Employee',
  code: null,
  name,
  businessTitle: 'Principal',
  status: { code: 'ACTIVE', description: 'Active' },
});
const adding = (
  rows: readonly object[],
  total = rows.length,
  storeIds: (ids: readonly string[]) => Promise<unknown> = save,
) => (
  <CachedAnswers
    answers={[
      cachedAnswer('listEligibleMembers', { params: { id: 'n1' }, query: { searchQuery: '', pageSize: 200 } }, {
        pageData: rows,
        totalItemCount: total,
        currentPage: 1,
        pageSize: 200,
      } as unknown as Answer<'listEligibleMembers'>),
    ]}
  >
    <AddMembersDialog entity={entity} save={storeIds} onClose={done} />
  </CachedAnswers>
);

export const AddMembers: Story = {
  render: () => adding([member(1, 'Amelia Hartmann'), member(2, longName)], 812),
  play: async () => {
    done.mockClear();
    await userEvent.click(await screen.findByRole('button', { name: 'Add' }));
    await expect(screen.getByText('Choose at least one participant.')).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: /Hartmann/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Add 1' }));
    await expect(save).toHaveBeenCalledWith(['p1']);
    await waitFor(() => expect(done).toHaveBeenCalled());
  },
};
export const AddMembersRefused: Story = {
  render: () =>
    adding([member(1, 'Amelia Hartmann')], 1, () =>
      Promise.reject({ status: 409, message: 'Somebody else has changed the entity since it was opened.', errors: [] }),
    ),
  play: async () => {
    await userEvent.click(await screen.findByRole('checkbox', { name: /Hartmann/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Add 1' }));
    await expect(await screen.findByText(/Somebody else has changed the entity/)).toBeVisible();
    await expect(screen.getByRole('checkbox', { name: /Hartmann/ })).toBeChecked();
  },
};
export const AddWithoutCandidates: Story = {
  render: () => adding([]),
  play: async () => expect(await screen.findByText(/No participants to add/)).toBeVisible(),
};

const figures = {
  grossCarryDistributed: '1250000.00',
  tax: '437500.00',
  escrow: '125000.00',
  loanRepayment: '0.00',
  otherAdjustment: '0.00',
  netCarryDistributed: '687500.00',
};
const history = (rows: readonly object[]) => (
  <CachedAnswers
    answers={[
      cachedAnswer(
        'listMemberDistributions',
        { params: { id: 'n1', participantId: 'p2' }, query: { startPage: 1, pageSize: 50, disbursedOnly: 'false' } },
        {
          pageData: rows,
          totalItemCount: rows.length,
          currentPage: 1,
          pageSize: 50,
          totals: [{ field: 'netCarryDistributed', total: '687500.00', currency: 'USD' }],
        } as unknown as Answer<'listMemberDistributions'>,
      ),
    ]}
  >
    <MemberHistory entityId="n1" participantId="p2" onLeave={done} />
  </CachedAnswers>
);
export const Summary: Story = {
  render: () =>
    history([
      {
        id: 'r1',
        distributionId: 'd1',
        distributionName: '2026 Q3 carried interest distribution',
        distributionDate: '2026-09-30',
        distributionStatus: 'Disbursed',
        sourceName: 'Meridian Health Systems and Associated Care Providers',
        currency: 'USD',
        ...figures,
      },
    ]),
  play: async ({ canvas }) => expect(await canvas.findByText('Total, 1')).toBeVisible(),
};
export const SummaryOfNothing: Story = {
  render: () => history([]),
  play: async ({ canvas }) => expect(await canvas.findByRole('button', { name: 'Export to Excel' })).toBeDisabled(),
};

const person = (at: number, name: string) => ({ participantId: `p${String(at)}`, type: 'Employee', name });
const summary = { via: [], effectiveAllocation: '12.5', ...figures };
const run = {
  distribution: {
    id: 'd1',
    name: '2026 Q3',
    distributionDate: '2026-09-30',
    status: { code: 'DISB', description: 'Disbursed' },
  },
  distributionSources: [
    {
      id: 's1',
      source: { id: 'f1', name: 'Meridian Fund II' },
      details: [
        {
          participant: { ...person(9, 'Birch Street Partners'), type: 'Entity' },
          ...summary,
          taxAllocations: [],
          memberDetails: [
            {
              participant: person(2, longName),
              ...summary,
              via: ['p9'],
              memberDetails: [],
              taxAllocations: [
                {
                  name: 'Federal',
                  taxProfileRate: { taxRate: '35' },
                  taxAllocationPercent: '100',
                  taxAllocationAmount: '437500.00',
                },
              ],
            },
          ],
        },
      ],
    },
  ],
  distributionParticipants: [
    {
      participant: { ...person(9, 'Birch Street Partners'), type: 'Entity' },
      ...summary,
      memberParticipants: [{ participant: person(2, longName), ...summary, memberParticipants: [] }],
    },
  ],
} as unknown as Answer<'getEntityDistribution'>;
export const MemberDetail: Story = {
  render: () => (
    <CachedAnswers
      answers={[cachedAnswer('getEntityDistribution', { params: { id: 'n1', distributionId: 'd1' } }, run)]}
    >
      <MemberDetailDialog entityId="n1" distributionId="d1" onClose={done} />
    </CachedAnswers>
  ),
  play: async () => {
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Source' }), 'Meridian Fund II');
    await expect(await screen.findByRole('heading', { name: 'Tax allocations' })).toBeVisible();
  },
};

const mismatch = (overrides: Partial<Answer<'getEntityMismatch'>>) => (
  <CachedAnswers
    answers={[
      cachedAnswer(
        'getEntityMismatch',
        { params: { id: 'n1' } },
        { profile: null, added: [], removed: [], profiles: [], ...overrides },
      ),
    ]}
  >
    <EntityMismatch id="n1" name="Birch Street Partners" />
  </CachedAnswers>
);
export const MembersDiffer: Story = {
  render: () =>
    mismatch({
      profile: { id: 'own', name: 'Members in equal parts' },
      added: [{ participantId: 'p3', type: 'Employee', name: 'Zanele Mokoena' }],
      removed: [{ participantId: 'p2', type: 'Employee', name: longName }],
      profiles: [{ id: 'a1', name: 'Standard allocation', containerName: 'Meridian Fund II' }],
    }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/Members without a share: Zanele Mokoena/)).toBeVisible();
    await expect(canvas.getByRole('link', { name: 'Meridian Fund II, Standard allocation' })).toBeVisible();
  },
};

/** A trust that is paid in two currencies displays both. */
export const TrustsOfAnEmployee: Story = {
  render: () => (
    <CachedAnswers
      answers={[
        cachedAnswer('listEmployeeTrusts', { params: { id: 'p1' } }, [
          {
            id: 't1',
            name: 'Okafor Family Descendants Trust',
            code: 'T-7',
            totalCarryDistributed: null,
            carryByCurrency: 'EUR 68,187.05, USD 1,497,458.19',
          },
        ] as unknown as Answer<'listEmployeeTrusts'>),
      ]}
      signedInAs="viewer"
    >
      <MemoryRouter>
        <EmployeeTrusts id="p1" />
      </MemoryRouter>
    </CachedAnswers>
  ),
  play: async () => expect(await screen.findByText('EUR 68,187.05, USD 1,497,458.19')).toBeVisible(),
};
