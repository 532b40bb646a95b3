import type { RealizationRecord, RealizationSource } from '@carrara/contract/carry/run/realizationRecord';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { createMemoryRouter, MemoryRouter, Route, RouterProvider, Routes } from 'react-router-dom';
import { expect, fn, screen, userEvent, within } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { TrancheDialog, VestingDialog } from './dialogs.tsx';
import { RealizationDetails } from './RealizationDetails.tsx';
import { RealizationEditor } from './RealizationEditor.tsx';
import { RealizationOverview } from './RealizationOverview.tsx';
import { RealizationScreen } from './RealizationScreen.tsx';
import { RealizationSourceView } from './RealizationSourceView.tsx';
import { SelectInvestmentsDialog } from './SelectInvestmentsDialog.tsx';

const meta: Meta = { title: 'features/A realization', parameters: { layout: 'padded' } };
export default meta;
type Story = StoryObj;

const person = (id: string, name: string, type: 'Employee' | 'Trust' | 'Entity' = 'Employee', status = 'Active') => ({
  id,
  participantId: id,
  type,
  name,
  code: id.toUpperCase(),
  businessTitle: null,
  status,
  isForeign: false,
  isEscrowExempt: false,
  defaultEscrow: null,
});
const amelia = person('p1', 'Amelia Hartmann');
const zanele = person('p2', 'Zanele Mokoena', 'Employee', 'Terminated');
const birch = person('p3', 'Birch Street Partners', 'Entity');

const helios: RealizationSource = {
  realizationSourceId: 's1',
  containerId: 'c1',
  containerType: 'Fund Investment',
  containerName: 'Helios Infrastructure Beteiligungsgesellschaft',
  holder: 'ARP-II',
  fund: { id: 'f1', name: 'Alder Ridge Partners II' },
  investmentName: 'Helios',
  vintageName: null,
  vintage: null,
  allocationProfile: { id: 'a1', name: 'ARP-II Allocation Profile', version: 3 },
  isProfileChosen: false,
  realizationDate: '2026-03-31',
  totalCarryForAll: '1250000.00',
  carryAccrued: '1250000.00',
  unallocated: '0.00',
  isDetermined: true,
  numberOfParticipants: 2,
  details: [
    { participant: amelia, via: [], effectiveAllocation: '60', carryAmount: '750000.00', memberDetails: [] },
    {
      participant: birch,
      via: [],
      effectiveAllocation: '40',
      carryAmount: '500000.00',
      memberDetails: [
        { participant: zanele, via: ['p3'], effectiveAllocation: '100', carryAmount: '500000.00', memberDetails: [] },
      ],
    },
  ],
  accountEntries: [
    { id: 'e1', participantId: 'p1', participantName: 'Amelia Hartmann', entryDate: '2026-03-31', amount: '750000.00' },
    { id: 'e2', participantId: 'p2', participantName: 'Zanele Mokoena', entryDate: '2026-03-31', amount: '500000.00' },
  ],
  investorBalances: [
    {
      participantId: 'p1',
      name: 'Amelia Hartmann',
      before: '150000.00',
      accrued: '750000.00',
      paid: '30000.00',
      after: '870000.00',
    },
    {
      participantId: 'p2',
      name: 'Zanele Mokoena',
      before: '0.00',
      accrued: '500000.00',
      paid: '0.00',
      after: '500000.00',
    },
  ],
  problems: [],
};
const broken: RealizationSource = {
  ...helios,
  realizationSourceId: 's2',
  containerId: 'c2',
  containerName: 'Meridian',
  allocationProfile: null,
  totalCarryForAll: '10.00',
  carryAccrued: null,
  unallocated: null,
  isDetermined: false,
  numberOfParticipants: null,
  details: [],
  accountEntries: [],
  investorBalances: [],
};

const realization: RealizationRecord = {
  id: 'r1',
  rowVersion: 3,
  createdDate: '2026-03-31T09:00:00Z',
  createdBy: 'Noah Okafor',
  updatedDate: '2026-03-31T10:00:00Z',
  updatedBy: 'Priya Raman',
  name: '2026 Q1, ARP-II',
  description: null,
  realizationDate: '2026-03-31',
  status: { code: 'POSTED', description: 'Posted' },
  currency: { id: 'usd', code: 'USD', name: 'US dollar' },
  isDetermined: true,
  totalCarry: '1250000.00',
  totalAccrued: '1250000.00',
  unallocated: '0.00',
  unallocatedAcknowledged: false,
  numberOfSources: 1,
  numberOfParticipants: 2,
  engineVersion: '1',
  postedDate: '2026-03-31T10:00:00Z',
  postedBy: 'Priya Raman',
  reversalOf: null,
  reversedBy: null,
  ledgerAct: null,
  canEdit: false,
  actions: [],
  sources: [helios],
  participants: [
    { participant: amelia, via: [], carryAmount: '750000.00', carryPercent: '60', memberParticipants: [] },
    {
      participant: birch,
      via: [],
      carryAmount: '500000.00',
      carryPercent: '40',
      memberParticipants: [
        { participant: zanele, via: ['p3'], carryAmount: '500000.00', carryPercent: '40', memberParticipants: [] },
      ],
    },
  ],
  problems: [],
  warnings: [],
};
const undetermined: RealizationRecord = {
  ...realization,
  isDetermined: false,
  status: { code: 'DRAFT', description: 'Draft' },
  totalAccrued: null,
  unallocated: null,
  numberOfParticipants: null,
  sources: [helios, broken],
  participants: realization.participants.map((participant) => ({
    ...participant,
    carryAmount: null,
    carryPercent: null,
    memberParticipants: [],
  })),
};

const screenFor = (record: RealizationRecord, part: React.ReactNode) => (
  <CachedAnswers answers={[cachedAnswer('getRealization', { params: { id: 'r1' } }, record)]} signedInAs="viewer">
    <MemoryRouter>{part}</MemoryRouter>
  </CachedAnswers>
);

export const Overview: Story = {
  name: 'Every figure of a balance is explained, next to the paid amounts',
  render: () => screenFor(realization, <RealizationOverview id="r1" />),
  play: async () => {
    const balances = within(await screen.findByRole('group', { name: 'Investor Balances, table' }));
    const row = within(balances.getByRole('row', { name: /Amelia Hartmann/ }));
    for (const figure of ['150,000.00', '750,000.00', '30,000.00', '870,000.00']) {
      await expect(row.getByText(figure)).toBeVisible();
    }
    await expect(row.getAllByRole('button', { name: /why/i })).toHaveLength(4);
  },
};
export const OverviewNotDetermined: Story = {
  render: () => screenFor(undetermined, <RealizationOverview id="r1" />),
  play: async () => expect((await screen.findAllByText('not determined')).length).toBeGreaterThan(2),
};
export const Details: Story = {
  render: () => screenFor(realization, <RealizationDetails id="r1" />),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Expand' }));
    await expect(screen.getByText('Terminated')).toBeVisible();
  },
};
export const Source: Story = {
  render: () => screenFor(realization, <RealizationSourceView realization={realization} source={helios} />),
};
export const SourceNotDetermined: Story = {
  render: () => screenFor(undetermined, <RealizationSourceView realization={undetermined} source={broken} />),
  play: async () =>
    expect(await screen.findByText('Account entries appear once the realization is posted.')).toBeVisible(),
};

const page = (changes: Partial<RealizationRecord>) => (
  <CachedAnswers
    answers={[cachedAnswer('getRealization', { params: { id: 'r1' } }, { ...realization, ...changes })]}
    signedInAs="editor"
  >
    <MemoryRouter initialEntries={['/carry/realization/r1']}>
      <Routes>
        <Route path="/carry/realization/:id" element={<RealizationScreen screen={singleView} />} />
      </Routes>
    </MemoryRouter>
  </CachedAnswers>
);
const singleView = {
  views: [{ id: 'overview', title: 'Overview', load: () => Promise.resolve(RealizationOverview) }],
} as unknown as ScreenProps['screen'];
const draftWith = (actions: readonly string[]) =>
  page({ status: { code: 'DRAFT', description: 'Draft' }, postedDate: null, actions: [...actions] });
const secondPerson = 'waiting for another carry editor or administrator to post it';
/** The author of a draft is informed that somebody else has to post it. People who may post it have the button. */
export const DraftOfItsMaker: Story = {
  render: () => draftWith(['saveRealization', 'deleteRealization']),
  play: async () => expect(await screen.findByText(secondPerson)).toBeVisible(),
};
export const DraftByAnotherUser: Story = {
  render: () => draftWith(['saveRealization', 'postRealization', 'deleteRealization']),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Post…' })).toBeVisible();
    await expect(screen.queryByText(secondPerson)).toBeNull();
  },
};
/** A draft of a later day can’t be posted by anybody yet, so it doesn’t wait for a second person. */
export const DraftAhead: Story = {
  render: () =>
    page({
      status: { code: 'DRAFT', description: 'Draft' },
      postedDate: null,
      actions: ['saveRealization', 'deleteRealization'],
      warnings: [
        {
          code: 'DATE_TOO_LATE',
          message: 'This realization is dated 10/02/2026. Post it on that day or later, or change the date.',
          path: ['realizationDate'],
          location: null,
          acknowledgment: null,
        },
      ],
    }),
  play: async () => {
    await expect(await screen.findByText(/This realization is dated 10\/02\/2026/)).toBeVisible();
    await expect(screen.queryByText(secondPerson)).toBeNull();
  },
};
/** A draft of a reversal has no effect yet. */
export const ReversalIsADraft: Story = {
  render: () => page({ reversedBy: { id: 'r2', name: 'Reversal of 2026 Q1' } }),
  play: async () => expect(await screen.findByText('to be reversed by Reversal of 2026 Q1')).toBeVisible(),
};
export const Reversed: Story = {
  render: () =>
    page({
      reversedBy: { id: 'r2', name: 'Reversal of 2026 Q1' },
      status: { code: 'REVERSED', description: 'Reversed' },
    }),
  play: async () => expect(await screen.findByText('reversed by Reversal of 2026 Q1')).toBeVisible(),
};
/** If somebody opens the editor of a posted realization by its address, it explains at once that the record can't be changed. */
export const EditorOfPosted: Story = {
  render: () => (
    <CachedAnswers
      answers={[cachedAnswer('getRealization', { params: { id: 'r1' } }, realization)]}
      signedInAs="editor"
    >
      <RouterProvider
        router={createMemoryRouter([{ path: '/carry/realization/:id/edit', element: <RealizationEditor /> }], {
          initialEntries: ['/carry/realization/r1/edit'],
        })}
      />
    </CachedAnswers>
  ),
  play: async () => {
    await expect(await screen.findByText('A posted realization can’t be changed. Reverse it instead.')).toBeVisible();
    await expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  },
};

const option = (
  id: string,
  type: RealizationSource['containerType'],
  name: string,
  fund: string | null,
): Answer<'listInvestmentsForRealizations'>[number] => ({
  id,
  type,
  name,
  investment: null,
  fund: fund === null ? null : { id: fund, name: fund },
  coinvestment: null,
  vintage: null,
  allocationProfile: { id: 'a1', name: 'Allocation Profile' },
});
const options = [
  option('ARP-I', 'Fund', 'Alder Ridge Partners I', 'ARP-I'),
  option('i1', 'Fund Investment', 'Helios Infrastructure', 'ARP-I'),
  option('i2', 'Tranche', 'Helios Infrastructure Tranche # 1', 'ARP-I'),
  option('ARP-II', 'Fund', 'Alder Ridge Partners II', 'ARP-II'),
  option('i3', 'Fund Investment', 'Meridian Health Systems', 'ARP-II'),
];
const selecting = (answers: typeof options, chosen: readonly string[], onClose = fn()) => (
  <CachedAnswers answers={[cachedAnswer('listInvestmentsForRealizations', undefined as never, answers)]}>
    <SelectInvestmentsDialog chosen={chosen} onClose={onClose} />
  </CachedAnswers>
);

export const SelectInvestments: Story = {
  name: 'Select investments: the first choice locks the other funds',
  render: () => selecting(options, []),
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Add sources' }));
    await expect(dialog.getByText('Choose at least one source.')).toBeVisible();
    const search = dialog.getByRole('textbox', { name: 'Search investments' });
    await userEvent.type(search, 'i');
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Helios Infrastructure' }));
    await expect(dialog.getByRole('checkbox', { name: 'Meridian Health Systems' })).toBeDisabled();
    await expect(dialog.getByRole('checkbox', { name: 'Alder Ridge Partners II' })).toBeDisabled();
    await expect(dialog.getByRole('checkbox', { name: 'Helios Infrastructure Tranche # 1' })).toBeEnabled();
    await userEvent.click(dialog.getByRole('button', { name: 'Clear all' }));
    await expect(dialog.getByRole('checkbox', { name: 'Meridian Health Systems' })).toBeEnabled();
  },
};
export const SelectInvestmentsChosen: Story = { render: () => selecting(options, ['i1', 'i2']) };
export const NothingToSelect: Story = { render: () => selecting([], []) };

const source = { containerId: 'c1', containerName: 'Helios', realizationDate: '2026-03-31' };
const figures = {
  trancheInvestmentAmount: '4000000.00',
  trancheWeightingPercentage: '40',
  calculatedTrancheCarryAmount: '500000.00',
  originalCarryAmount: '300000.00',
  vestedCarryAmount: '120000.00',
  forfeitedCarryAmount: '180000.00',
  weightedVestedEffectiveAllocationPercentage: '9.6',
  weightedForfeitedEffectiveAllocationPercentage: '14.4',
};
const row = (trancheNumber: number): Answer<'getParticipantVesting'>['rows'][number] => ({
  trancheNumber,
  trancheName: `Helios Tranche # ${String(trancheNumber)}`,
  shareId: 'c1',
  sourceId: 'c1',
  sourceName: 'Helios',
  currency: 'USD',
  vestingFrom: '2022-06-30',
  vestedPercentage: '40',
  reason: null,
  ...figures,
});
const analysis: Answer<'getParticipantVesting'> = {
  vestingDate: '2026-03-31',
  vestingDateIs: 'chosen',
  sources: [
    {
      shareId: 'c1',
      sourceId: 'c1',
      sourceName: 'Helios',
      sourceHolder: null,
      currency: 'USD',
      effective: '60',
      vestingSchedule: 'Five years',
      vestedPercentage: '40',
      vestingBasis: 'tranches',
      vestingDate: '2026-03-31',
      shareDate: '2026-03-31',
      hasChanged: false,
      reason: null,
      ...figures,
    },
  ],
  rows: [row(1), row(2)],
  totals: {
    ...figures,
    originalCarryAmount: '600000.00',
    vestedCarryAmount: '240000.00',
    forfeitedCarryAmount: '360000.00',
  },
  byCurrency: [],
};
const vesting = (answer: typeof analysis) => (
  <CachedAnswers
    answers={[
      cachedAnswer(
        'getParticipantVesting',
        {
          params: { id: 'p1' },
          query: { sourceId: 'c1', carryAmount: '1250000.00', vestingDate: '2026-03-31' },
        },
        answer,
      ),
    ]}
  >
    <VestingDialog source={source} participant={amelia} carry="1250000.00" onClose={fn()} />
  </CachedAnswers>
);

export const Vesting: Story = {
  name: 'Vesting and forfeiture is looked at, not changed',
  render: () => vesting(analysis),
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'));
    await expect(await dialog.findByText('360,000.00')).toBeVisible();
    await expect(dialog.queryByRole('textbox')).toBeNull();
  },
};
export const VestingOfALeaver: Story = {
  name: 'Vesting of somebody who left says its date',
  render: () => vesting({ ...analysis, vestingDate: '2025-12-31', vestingDateIs: 'termination' }),
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'));
    await expect(
      await dialog.findByText(/^For the carry of Helios, on 12\/31\/2025, the leaving date\./),
    ).toBeVisible();
  },
};
export const NoVesting: Story = { render: () => vesting({ ...analysis, sources: [], rows: [] }) };
export const VestingUnknown: Story = {
  render: () =>
    vesting({
      ...analysis,
      sources: analysis.sources.map((vestingSource) => ({
        ...vestingSource,
        reason: 'There is no day from which it vests.',
      })),
    }),
};

export const Tranches: Story = {
  render: () => (
    <CachedAnswers
      answers={[
        cachedAnswer(
          'getWeightedAverageEvidence',
          { params: { containerId: 'c1' }, query: { asOf: '2026-03-31' } },
          {
            totalInvested: '10000000.00',
            participants: [{ participantId: 'p1', name: 'Amelia Hartmann', effective: '24' }],
            tranches: [
              {
                id: 't1',
                name: 'Helios Tranche # 1',
                investedAmount: '4000000.00',
                weight: '40',
                profile: { id: 'a1', name: 'ARP-II Allocation Profile' },
                allocations: [],
              },
              {
                id: 't2',
                name: 'Helios Tranche # 2',
                investedAmount: '6000000.00',
                weight: '60',
                profile: null,
                allocations: [],
              },
            ],
          },
        ),
      ]}
    >
      <TrancheDialog source={source} onClose={fn()} />
    </CachedAnswers>
  ),
};
