import type { ForecastRecord, ForecastSource } from '@carrara/contract/carry/run/forecastRecord';
import { vestingForfeiture } from '@carrara/contract/carry/reports/vestingForfeiture';
import type { RecordFormState } from '@carrara/ui/form/useRecordForm.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, fn, screen, userEvent, within } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { reportPath } from '../../../report/reportPaths.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { AllocationDialog, SourceDetailsDialog } from './dialogs.tsx';
import { ForecastOverview } from './ForecastOverview.tsx';
import { ForecastScreen } from './ForecastScreen.tsx';
import { ForecastScenarios } from './ForecastScenarios.tsx';
import { ForecastTabs } from './ForecastTabs.tsx';
import { SelectForecastSourcesDialog } from './SelectForecastSourcesDialog.tsx';

const meta: Meta = { title: 'features/A forecast', parameters: { layout: 'padded' } };
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

const fund: ForecastSource = {
  forecastSourceId: 's1',
  source: {
    id: 'c1',
    name: 'Alder Ridge Partners Fund II, L.P.',
    code: 'ARP-II',
    fund: { id: 'c1', name: 'Alder Ridge Partners Fund II, L.P.' },
    fundId: 'c1',
    coinvestment: null,
    coinvestmentId: null,
    investmentId: null,
    holder: null,
  },
  type: 'Fund',
  allocationProfile: { id: 'a1', name: 'ARP-II Allocation Profile', version: 7 },
  isProfileChosen: false,
  investedAmount: '4200000.00',
  multiple: '1.65',
  editedLast: 'multiple',
  grossCarryDistributed: '6930000.00',
  totalCarryAdjustment: '150000.00',
  netCarryDistributed: '6780000.00',
  totalDistributed: '6780000.00',
  unallocated: '0.00',
  isDetermined: true,
  numberOfParticipants: 2,
  details: [
    { participant: amelia, via: [], effectiveAllocation: '60', grossCarryDistributed: '4068000.00', memberDetails: [] },
    {
      participant: birch,
      via: [],
      effectiveAllocation: '40',
      grossCarryDistributed: '2712000.00',
      memberDetails: [
        {
          participant: zanele,
          via: ['p3'],
          effectiveAllocation: '100',
          grossCarryDistributed: '2712000.00',
          memberDetails: [],
        },
      ],
    },
  ],
  problems: [],
};
const broken: ForecastSource = {
  ...fund,
  forecastSourceId: 's2',
  source: { ...fund.source, id: 'c2', name: 'Meridian' },
  allocationProfile: null,
  totalDistributed: null,
  unallocated: null,
  isDetermined: false,
  numberOfParticipants: null,
  details: [],
  problems: [
    {
      code: 'PROFILE_MISSING',
      message: 'Meridian has no allocation profile in force.',
      path: ['forecastSources', 1],
      location: null,
      acknowledgment: null,
    },
  ],
};
const forecast: ForecastRecord = {
  id: 'x1',
  rowVersion: 1,
  createdDate: '2026-07-15T09:00:00Z',
  createdBy: 'Clara Voss',
  updatedDate: '2026-07-15T09:00:00Z',
  updatedBy: 'Clara Voss',
  name: 'Fund II exit',
  description: 'On the offer of July.',
  distributionDate: '2026-12-31',
  estimationDate: '2026-07-15',
  currency: { id: 'usd', code: 'USD', name: 'US dollar' },
  isDetermined: true,
  totalGross: '6930000.00',
  totalCarryAdjustment: '150000.00',
  totalNet: '6780000.00',
  totalCarryDistributed: '6780000.00',
  unallocated: '0.00',
  numberOfSources: 1,
  numberOfParticipants: 2,
  engineVersion: '1',
  forecastSources: [fund],
  forecastParticipants: [
    { participant: amelia, via: [], grossCarryDistributed: '4068000.00', carryPercent: '60', memberParticipants: [] },
    {
      participant: birch,
      via: [],
      grossCarryDistributed: '2712000.00',
      carryPercent: '40',
      memberParticipants: [
        {
          participant: zanele,
          via: ['p3'],
          grossCarryDistributed: '2712000.00',
          carryPercent: '40',
          memberParticipants: [],
        },
      ],
    },
  ],
  problems: [],
  warnings: [],
};
const undetermined: ForecastRecord = {
  ...forecast,
  isDetermined: false,
  totalCarryDistributed: null,
  unallocated: null,
  numberOfParticipants: null,
  forecastSources: [fund, broken],
  forecastParticipants: forecast.forecastParticipants.map((forecastParticipant) => ({
    ...forecastParticipant,
    grossCarryDistributed: null,
    carryPercent: null,
    memberParticipants: [],
  })),
};
const overview = (record: ForecastRecord) => (
  <CachedAnswers answers={[cachedAnswer('getForecast', { params: { id: 'x1' } }, record)]} signedInAs="viewer">
    <MemoryRouter>
      <ForecastOverview id="x1" />
    </MemoryRouter>
  </CachedAnswers>
);

export const Overview: Story = {
  render: () => overview(forecast),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Expand' }));
    await expect(screen.getByText('Terminated')).toBeVisible();
  },
};
export const OverviewNotDetermined: Story = {
  render: () => overview(undetermined),
  play: async () => expect((await screen.findAllByText('not determined')).length).toBeGreaterThan(2),
};
export const OverviewOfManySources: Story = {
  render: () =>
    overview({
      ...forecast,
      numberOfSources: 30,
      forecastSources: Array.from({ length: 30 }, (_, at) => ({
        ...fund,
        forecastSourceId: `s${String(at)}`,
        source: { ...fund.source, id: `c${String(at)}`, name: `Helios Infrastructure Tranche # ${String(at + 1)}` },
        type: 'Tranche' as const,
      })),
    }),
};

const screenOfForecast = {
  path: '/carry/forecast/:id',
  title: 'Forecast',
  views: [{ id: 'overview', title: 'Overview', load: async () => () => null }],
} as unknown as ScreenProps['screen'];
const terminated: ForecastRecord['warnings'][number] = {
  code: 'TERMINATED_SHARES',
  path: ['sources'],
  message: 'Amelia Hartmann is terminated but forecast at full allocation.',
  location: null,
  acknowledgment: null,
};
export const OfTerminatedPeople: Story = {
  name: 'The warning of terminated people links to the report of what they have vested',
  render: () => (
    <CachedAnswers
      signedInAs="viewer"
      answers={[cachedAnswer('getForecast', { params: { id: 'x1' } }, { ...forecast, warnings: [terminated] })]}
    >
      <MemoryRouter initialEntries={['/carry/forecast/x1/overview']}>
        <main>
          <Routes>
            <Route path="/carry/forecast/:id/:view" element={<ForecastScreen screen={screenOfForecast} />} />
          </Routes>
        </main>
      </MemoryRouter>
    </CachedAnswers>
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/is terminated but forecast/)).toBeVisible();
    await expect(canvas.getByRole('link', { name: 'Vesting and forfeiture' })).toHaveAttribute(
      'href',
      `#${reportPath(vestingForfeiture)}`,
    );
  },
};

const steps = ['-0.5', '-0.25', '0', '0.25', '0.5'];
const scenarios: Answer<'getForecastScenarios'> = {
  scenarios: steps.map((step, at) => ({
    step,
    problems: at === 0 ? [{ ...broken.problems[0]!, message: 'The net of Fund II would be below zero.' }] : [],
    totalGross: at === 0 ? null : '6930000.00',
    totalNet: at === 0 ? null : '6780000.00',
    totalCarryDistributed: at === 0 ? null : '6780000.00',
    unallocated: at === 0 ? null : '0.00',
  })),
  sources: [
    {
      id: 'c1',
      name: fund.source.name,
      figures: steps.map(() => ({
        multiple: '1.65',
        grossCarryDistributed: '6930000.00',
        netCarryDistributed: '6780000.00',
      })),
    },
  ],
  participants: [{ participant: amelia, figures: steps.map((_, at) => (at === 0 ? null : '4068000.00')) }],
};
export const Scenarios: Story = {
  name: 'Scenarios side by side, one of them not determined',
  render: () => (
    <CachedAnswers
      answers={[cachedAnswer('getForecastScenarios', { params: { id: 'x1' }, query: { step: '0.25' } }, scenarios)]}
      signedInAs="viewer"
    >
      <ForecastScenarios id="x1" />
    </CachedAnswers>
  ),
  play: async () => expect(await screen.findByText(/would be below zero/)).toBeVisible(),
};

const details = (source: ForecastSource) => (
  <MemoryRouter>
    <SourceDetailsDialog source={source} onClose={fn()} />
  </MemoryRouter>
);
export const SourceDetails: Story = {
  render: () => details(fund),
  play: async () => expect(await screen.findByText(/ARP-II Allocation Profile, version 7/)).toBeVisible(),
};
export const SourceDetailsNotDetermined: Story = {
  render: () => details(broken),
  play: async () => expect(await screen.findByText('Meridian has no allocation profile in force.')).toBeVisible(),
};

type Allocations = Answer<'generateForecastAllocations'>;
const allocations: Allocations = {
  source: { id: 'c1', name: 'Helios', type: 'Fund' },
  allocationProfile: { id: 'a1', name: 'ARP-II Allocation Profile', version: 7 },
  allocations: [
    { participant: amelia, effectiveAllocation: '60' },
    { participant: zanele, effectiveAllocation: '40' },
  ],
  total: '100.0000',
  problems: [],
};
const allocation = (answer: Allocations, allocationProfileId?: string) => (
  <CachedAnswers
    answers={[
      cachedAnswer(
        'generateForecastAllocations',
        {
          query: {
            sourceId: 'c1',
            ...(allocationProfileId ? { allocationProfileId } : {}),
            distributionDate: '2026-12-31',
          },
        },
        answer,
      ),
    ]}
  >
    <AllocationDialog
      source={{ id: 'c1', name: 'Helios' }}
      profileId={allocationProfileId ?? null}
      distributionDate="2026-12-31"
      onClose={fn()}
    />
  </CachedAnswers>
);
export const Allocation: Story = {
  render: () => allocation(allocations),
  play: async () => expect(await screen.findByText('100.0000')).toBeVisible(),
};
export const AllocationOfAChosenProfile: Story = {
  render: () =>
    allocation(
      { ...allocations, allocationProfile: { id: 'a0', name: 'ARP-II Allocation Profile', version: 5 } },
      'a0',
    ),
  play: async () => expect(await screen.findByText(/version 5/)).toBeVisible(),
};
export const NoAllocation: Story = {
  render: () =>
    allocation({ ...allocations, allocationProfile: null, allocations: [], total: '0', problems: broken.problems }),
  play: async () => expect(await screen.findByText('Meridian has no allocation profile in force.')).toBeVisible(),
};

type Options = Answer<'listForecastSourceOptions'>;
const option = (
  id: string,
  type: ForecastSource['type'],
  name: string,
  fundId: string,
  partId: string | null = null,
): Options[number] => ({
  id,
  type,
  name,
  partId,
  investment: null,
  fund: { id: fundId, name: fundId },
  coinvestment: null,
  vintage: null,
  allocationProfile: { id: 'a1', name: 'Alder Ridge Partners Allocation Profile' },
  investedAmount: type === 'Fund' ? null : '4200000.00',
});
const options: Options = [
  option('ARP-I', 'Fund', 'Alder Ridge Partners I', 'ARP-I'),
  option('i1', 'Fund Investment', 'Helios Infrastructure', 'ARP-I'),
  option('t1', 'Tranche', 'Helios Infrastructure Tranche # 1', 'ARP-I', 'i1'),
  option('ARP-II', 'Fund', 'Alder Ridge Partners II', 'ARP-II'),
  option('i3', 'Fund Investment', 'Meridian Health Systems', 'ARP-II'),
];
const selecting = (answers: Options, chosen: readonly string[]) => (
  <CachedAnswers answers={[cachedAnswer('listForecastSourceOptions', undefined as never, answers)]}>
    <SelectForecastSourcesDialog chosen={chosen} onClose={fn()} />
  </CachedAnswers>
);
export const SelectSources: Story = {
  name: 'Select sources: a choice locks other funds, its whole and its parts',
  render: () => selecting(options, ['ARP-II']),
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'));
    await expect(dialog.getByRole('checkbox', { name: 'Alder Ridge Partners I' })).toBeDisabled();
    await userEvent.click(dialog.getByRole('button', { name: 'Clear all' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Add sources' }));
    await expect(dialog.getByText('Choose at least one source.')).toBeVisible();
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Helios Infrastructure Tranche # 1' }));
    await expect(dialog.getByRole('checkbox', { name: 'Helios Infrastructure' })).toBeDisabled();
    await expect(dialog.getByRole('checkbox', { name: 'Meridian Health Systems' })).toBeDisabled();
  },
};
const editing = (portalForecasts: 'True' | 'False') => (
  <CachedAnswers answers={[]} signedInAs="editor" settings={{ portalForecasts }}>
    <ForecastTabs form={{ errors: {}, values: {} } as unknown as RecordFormState} drafts={[]} />
  </CachedAnswers>
);
const inPortal = /^Participants see their amounts in the portal as soon as you save/;
export const EditorOfAFirmThatShowsForecasts: Story = {
  render: () => editing('True'),
  play: async ({ canvas }) => expect(canvas.getByText(inPortal)).toBeVisible(),
};
export const EditorOfAFirmThatHidesForecasts: Story = {
  render: () => editing('False'),
  play: async ({ canvas }) => expect(canvas.queryByText(inPortal)).toBeNull(),
};
export const NothingToSelect: Story = { render: () => selecting([], []) };
