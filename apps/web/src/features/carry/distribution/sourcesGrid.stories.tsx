import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, userEvent, waitFor } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { RunBar, type RunBarProps } from './RunBar.tsx';
import type { SourceDraft } from './runDraft.ts';
import { SourcesGrid, type SourcesRun } from './SourcesGrid.tsx';
import type { GeneratedRun } from './useGenerated.ts';

const kinds = ['Long-term gain', 'Dividends'].map((description, at) => ({
  id: `k${String(at)}`,
  code: description,
  description,
  isActive: true,
})) as unknown as Answer<'listReferenceEntries'>;

const source = (at: number, name: string, overrides: Partial<SourceDraft> = {}): SourceDraft => ({
  id: null,
  source: { id: `source-${String(at)}`, name, holder: 'ARP-I' },
  type: 'Fund Investment',
  profileId: null,
  amount: '1000000.00',
  escrow: '',
  characterizations: [{ id: 'k0', percent: '100' }],
  vestingApplied: [],
  entered: new Map(),
  ...overrides,
});
const computed = ({ source: { id, name } }: SourceDraft): SourcesRun['distributionSources'][number] => ({
  source: { id, name, code: null, holder: 'ARP-I', fund: null, fundId: null, coinvestmentId: null, investmentId: null },
  isDetermined: true,
  grossCarryDistributed: '950000.00',
  unallocated: '50000.00',
  netCarryDistributed: '617500.00',
  allocationProfile: { id: 'p1', version: 2 },
});
const runOf = (sources: readonly SourceDraft[], problems: SourcesRun['problems'] = []): SourcesRun => ({
  distributionSources: sources.map(computed),
  problems,
  reconciliation: {
    netDistributableAmount: '3000000.00',
    unallocated: '150000.00',
    grossCarryDistributed: '2850000.00',
    tax: '997500.00',
    escrow: '0.00',
    loanRepayment: '0.00',
    otherAdjustment: '0.00',
    netCarryDistributed: '1852500.00',
    totalCarryAdjustment: '997500.00',
    difference: '0.00',
    determined: null,
  },
});
const three = [
  source(1, 'Meridian Health Systems'),
  source(2, 'Northfield Software', { escrow: '12.5' }),
  source(3, 'Société Générale de Participations Industrielles et Financières'),
];

interface SourcesProps {
  readonly sources: readonly SourceDraft[];
  readonly run: SourcesRun | undefined;
  readonly byBalance: boolean;
}

/** The grid as the editor uses it. */
function Sources({ sources: initial, run, byBalance }: SourcesProps) {
  const [sources, setSources] = useState(initial);
  return (
    <CachedAnswers
      answers={[cachedAnswer('listReferenceEntries', { params: { type: 'tax-characterization' } }, kinds)]}
    >
      <SourcesGrid
        sources={sources}
        run={run}
        byBalance={byBalance}
        options={[]}
        goTo={undefined}
        onChange={(next) => setSources(next)}
      />
    </CachedAnswers>
  );
}

const meta: Meta<typeof Sources> = {
  title: 'features/Sources of a distribution',
  component: Sources,
  args: { sources: three, run: runOf(three), byBalance: false },
};
export default meta;
type Story = StoryObj<typeof Sources>;

export const Computed: Story = {
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('Meridian Health Systems (ARP-I)')).toBeInTheDocument(), {
      timeout: 5000,
    });
    await expect(canvas.getAllByText('v2')).toHaveLength(3);
  },
};
export const NotComputedYet: Story = { args: { run: undefined } };
export const ByBalance: Story = { args: { byBalance: true } };
export const Wrong: Story = {
  args: {
    sources: [source(1, 'Meridian Health Systems', { amount: 'about a million' }), three[1] as SourceDraft],
    run: runOf(three, [
      {
        code: 'ESCROW_ABOVE_HUNDRED',
        message: 'Escrow is at most 100 percent.',
        path: [],
        location: { sourceId: 'source-2', participantId: null, via: [], field: 'defaultEscrow' },
        acknowledgment: null,
      },
    ]),
  },
};
const money = {
  netDistributableAmount: '2000000.00',
  unallocated: '100000.00',
  grossCarryDistributed: '1900000.00',
  tax: '665000.00',
  escrow: '0.00',
  loanRepayment: '0.00',
  otherAdjustment: '0.00',
  netCarryDistributed: '1235000.00',
};
const unknown = Object.fromEntries(Object.keys(money).map((name) => [name, null])) as Record<keyof typeof money, null>;
const partly: SourcesRun = {
  ...runOf(three),
  reconciliation: {
    ...unknown,
    totalCarryAdjustment: null,
    difference: null,
    determined: { ...money, numberOfSources: 3, numberDetermined: 2, numberTaxed: 2 },
  },
};
/** If one source can't be computed, the totals cover the others and say how many they are. */
export const PartlyDetermined: Story = {
  args: { sources: [source(1, 'Meridian Health Systems', { amount: '1o' }), ...three.slice(1)], run: partly },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Read as a table' }));
    await expect(canvas.getByRole('row', { name: /Total, 2 of 3 sources/ })).toHaveTextContent(
      /2,000,000\.00.*1,900,000\.00.*100,000\.00.*1,235,000\.00/,
    );
  },
};

const untaxed: SourcesRun = {
  ...partly,
  reconciliation: {
    ...partly.reconciliation,
    determined: {
      ...money,
      tax: null,
      netCarryDistributed: null,
      numberOfSources: 3,
      numberDetermined: 2,
      numberTaxed: 0,
    },
  },
};
/** The gross doesn't need the tax, so its total stays while no source has characterizations. */
export const PartlyDeterminedWithoutTax: Story = {
  args: { sources: [source(1, 'Meridian Health Systems', { amount: '1o' }), ...three.slice(1)], run: untaxed },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Read as a table' }));
    await expect(canvas.getByRole('row', { name: /Total, 2 of 3 sources/ })).toHaveTextContent(
      /2,000,000\.00.*1,900,000\.00.*100,000\.00/,
    );
  },
};

const bar = (overrides: Partial<RunBarProps>) => (
  <RunBar
    state={{ kind: 'undetermined', reason: '1 cell to correct.' }}
    generation={{
      run: partly as GeneratedRun,
      current: partly as GeneratedRun,
      isComputing: false,
      refusals: [],
      away: undefined,
      recompute: fn(),
    }}
    hasSources
    isStarted
    acknowledgment={undefined}
    note=""
    isSaving={false}
    onNavigate={fn()}
    onCancel={fn()}
    {...overrides}
  />
);
export const BarPartlyDetermined: Story = {
  render: () => bar({}),
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/Totals of 2 of 3 sources/)).toBeVisible();
    for (const sum of ['1,900,000.00', '665,000.00', '1,235,000.00']) await expect(canvas.getByText(sum)).toBeVisible();
  },
};
export const BarPartlyDeterminedWithoutTax: Story = {
  render: () =>
    bar({
      generation: {
        run: untaxed as GeneratedRun,
        current: untaxed as GeneratedRun,
        isComputing: false,
        refusals: [],
        away: undefined,
        recompute: fn(),
      },
    }),
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/Totals of 2 of 3 sources, without tax and net$/)).toBeVisible();
    for (const sum of ['1,900,000.00', '100,000.00']) await expect(canvas.getByText(sum)).toBeVisible();
    await expect(canvas.queryByText('665,000.00')).toBeNull();
  },
};
/** A refused input has no figures. Those of earlier input are not displayed in their place. */
export const BarRefused: Story = {
  render: () =>
    bar({
      generation: {
        run: partly as GeneratedRun,
        current: undefined,
        isComputing: false,
        refusals: [{ path: '', code: 'SOURCE_UNKNOWN', message: 'There is no such source.' }],
        away: undefined,
        recompute: fn(),
      },
    }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: '1 item to fix before you can submit' })).toBeVisible();
    await expect(canvas.queryByText('1,900,000.00')).toBeNull();
  },
};
const amiss: RunBarProps['generation'] = {
  run: runOf(three, [
    {
      code: 'AMOUNT_MISSING',
      message: 'Enter the amount that Meridian Health Systems distributes.',
      path: [],
      location: null,
      acknowledgment: null,
    },
  ]) as GeneratedRun,
  current: undefined,
  isComputing: false,
  refusals: [],
  away: undefined,
  recompute: fn(),
};
/** The bar itself offers the remedy for an unallocated rest, below the rows. */
export const BarUnallocated: Story = {
  render: () =>
    bar({
      acknowledgment: { checked: false, onChange: fn() },
      generation: {
        ...amiss,
        run: runOf(three, [
          {
            code: 'UNALLOCATED_NOT_ACKNOWLEDGED',
            message: 'Part of source Meridian is unallocated and goes to nobody.',
            path: [],
            location: { sourceId: 'source-1', participantId: null, via: [], field: 'unallocatedAcknowledged' },
            acknowledgment: null,
          },
        ]) as GeneratedRun,
      },
    }),
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: '1 item to fix before you can submit' }));
    await userEvent.click(canvas.getByRole('button', { name: /goes to nobody/ }));
    await expect(canvas.getByRole('checkbox', { name: /The unallocated amount goes to nobody/ })).toHaveFocus();
  },
};
/** No problems are displayed before anything is typed. */
export const BarBeforeTyping: Story = {
  render: function Typed() {
    const [isStarted, setStarted] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setStarted(true)}>
          Type
        </button>
        {bar({ generation: amiss, isStarted })}
      </>
    );
  },
  play: async ({ canvas }) => {
    const items = canvas.getByRole('button', { name: '1 item to fix before you can submit' });
    const before = getComputedStyle(items).color;
    await userEvent.click(canvas.getByRole('button', { name: 'Type' }));
    await waitFor(() => expect(getComputedStyle(items).color).not.toBe(before));
  },
};
export const Long: Story = {
  args: { sources: Array.from({ length: 120 }, (_, at) => source(at, `Source ${String(at + 1)}`)), run: undefined },
};
