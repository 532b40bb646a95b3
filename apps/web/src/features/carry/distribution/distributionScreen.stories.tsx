import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import { toWire } from '@carrara/contract/core/wireNames';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, screen, spyOn, userEvent, within } from 'storybook/test';
import { useRemember } from '../../../api/useRemember.ts';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { DistributionDetails } from './DistributionDetails.tsx';
import { DistributionOverview } from './DistributionOverview.tsx';
import { DistributionScreen } from './DistributionScreen.tsx';
import { withoutRows } from './withoutRows.ts';

const paid = {
  id: 'd1',
  rowVersion: 4,
  name: '2026 Q3',
  distributionDate: '2026-09-30',
  status: { code: 'DISB', description: 'Disbursed' },
  currency: { id: 'usd', code: 'USD' },
  numberOfSources: 6,
  numberOfParticipants: 44,
  numberOfEntries: 60,
  isDetermined: true,
  reversalOf: null,
  reversedBy: null,
  previous: null,
  canEdit: false,
  actions: [],
  approvals: [],
  acknowledgments: [],
  warnings: [],
  problems: [],
  distributionSources: [],
  reconciliation: {
    netDistributableAmount: '49590981.21',
    unallocated: '0.00',
    grossCarryDistributed: '49590981.21',
    tax: '17356843.42',
    escrow: '4996768.07',
    loanRepayment: '0.00',
    otherAdjustment: '0.00',
    netCarryDistributed: '27237369.72',
    totalCarryAdjustment: '22353611.49',
    difference: '0.00',
    determined: null,
  },
} as unknown as Distribution;

const singleView = {
  views: [{ id: 'overview', title: 'Overview', load: () => Promise.resolve(() => <p>Payees</p>) }],
} as unknown as ScreenProps['screen'];
const page = (changes: Partial<Distribution>, more?: ReactNode) => (
  <CachedAnswers
    answers={[cachedAnswer('getDistribution', withoutRows('d1'), { ...paid, ...changes })]}
    signedInAs="editor"
  >
    <MemoryRouter initialEntries={['/carry/distribution/d1']}>
      <Routes>
        <Route path="/carry/distribution/:id" element={<DistributionScreen screen={singleView} />} />
      </Routes>
      {more}
    </MemoryRouter>
  </CachedAnswers>
);

const meta: Meta = { title: 'features/Distribution' };
export default meta;
type Story = StoryObj;

/** A draft of a reversal has no effect yet. */
export const ReversalIsADraft: Story = {
  render: () =>
    page({ reversedBy: { id: 'd2', name: 'Reversal of 2026 Q3', isDisbursed: false, distributionDate: '2026-10-05' } }),
  play: async () => expect(await screen.findByText('to be reversed by Reversal of 2026 Q3')).toBeVisible(),
};
export const Reversed: Story = {
  render: () =>
    page({ reversedBy: { id: 'd2', name: 'Reversal of 2026 Q3', isDisbursed: true, distributionDate: '2026-10-05' } }),
  play: async () => expect(await screen.findByText('reversed by Reversal of 2026 Q3')).toBeVisible(),
};

const approved: Partial<Distribution> = {
  status: { code: 'APP', description: 'Approved' },
  actions: ['disburseDistribution'],
};
let stopRereads: () => void = () => undefined;
/** The page shows the new state with the message of the move, before it has read the run again. */
export const DisbursedAtOnce: Story = {
  beforeEach: () => {
    const fetched = spyOn(window, 'fetch').mockImplementation((input, init) =>
      new Request(input, init).method === 'POST'
        ? Promise.resolve(
            new Response(JSON.stringify(toWire(paid)), { headers: { 'content-type': 'application/json' } }),
          )
        : new Promise((_resolve, reject) => {
            stopRereads = () => reject(new Error('stopped'));
          }),
    );
    return () => {
      stopRereads();
      fetched.mockRestore();
    };
  },
  render: () => page(approved),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^Disburse/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: /^Disburse/ }));
    await expect(await screen.findByText('Disbursed')).toBeVisible();
    await expect(screen.queryByRole('button', { name: /^Disburse/ })).toBeNull();
  },
};

const previous = {
  id: 'd0',
  name: '2026 Q2',
  distributionDate: '2026-06-30',
  totalCarryDistributed: '44120317.55',
  changePercent: '12.4',
};
export const ComparedWithThePreviousRun: Story = {
  render: () => page({ previous }),
  play: async () => expect(await screen.findByText(/^\+12\.4\D*% vs\. 2026 Q2$/)).toBeVisible(),
};
/** Runs of different sources aren’t compared. */
export const NotCompared: Story = {
  render: () => page({ previous: { ...previous, changePercent: null } }),
  play: async () => {
    await expect(await screen.findByText('Gross carry')).toBeVisible();
    await expect(screen.queryByText(/vs\./)).toBeNull();
  },
};

const partlyDetermined: Partial<Distribution> = {
  reversalOf: { id: 'd0', name: '2026 Q2' },
  reconciliation: {
    ...paid.reconciliation,
    grossCarryDistributed: null,
    determined: {
      ...paid.reconciliation,
      netDistributableAmount: '30000.00',
      unallocated: '0.00',
      grossCarryDistributed: '30000.00',
      escrow: '500.00',
      loanRepayment: '0.00',
      otherAdjustment: '0.00',
      tax: null,
      netCarryDistributed: null,
      numberOfSources: 3,
      numberDetermined: 2,
      numberTaxed: 0,
    },
  },
};
/** The totals equal the totals in the editor: they include only determined sources. */
export const TotalsOfDeterminedSources: Story = {
  render: () => (
    <CachedAnswers
      answers={[cachedAnswer('getDistribution', withoutRows('d1'), { ...paid, ...partlyDetermined })]}
      signedInAs="editor"
    >
      <MemoryRouter>
        <DistributionOverview id="d1" />
      </MemoryRouter>
    </CachedAnswers>
  ),
  play: async () =>
    expect(
      await screen.findByRole('row', { name: /^Totals of 2 of 3 sources, without tax and net .*30,000\.00/ }),
    ).toBeVisible(),
};
/** The label wraps instead of covering the first total. */
export const TotalsOnAPhone: Story = {
  ...TotalsOfDeterminedSources,
  globals: { viewport: { value: 'mobile1' } },
  play: async () => {
    const label = await screen.findByRole('rowheader', { name: 'Totals of 2 of 3 sources, without tax and net' });
    await expect(label.scrollWidth).toBeLessThanOrEqual(label.clientWidth + 1);
  },
};

const ada = {
  participant: {
    id: 'p1',
    participantId: 'p1',
    type: 'Employee',
    name: 'Ada Moreau',
    code: 'E-1',
    businessTitle: null,
    status: 'ACTIVE',
    isForeign: false,
    isEscrowExempt: false,
    defaultEscrow: null,
  },
  via: [],
  effectiveAllocation: '100',
  grossCarryDistributed: '8400.00',
  tax: '0.00',
  escrow: '0.00',
  loanRepayment: '0.00',
  otherAdjustment: '0.00',
  netCarryDistributed: '8400.00',
};
const adaInSource = {
  ...ada,
  originalAllocation: null,
  taxOverridden: false,
  escrowOverridden: false,
  escrowPercent: null,
  taxAllocations: [],
  memberDetails: [],
};
const details = (address: string) => {
  const source = { id: 's1', source: { id: 'f1', name: 'Alder Fund I', code: 'AF-I', holder: null } };
  const run = (rows: object) =>
    ({
      ...paid,
      distributionSources: [{ ...source, ...rows }],
      distributionParticipants: [{ ...ada, memberParticipants: [] }],
    }) as unknown as Distribution;
  return (
    <CachedAnswers
      answers={[
        cachedAnswer('getDistribution', withoutRows('d1'), run({ details: [], rowsOmitted: true })),
        cachedAnswer('getDistribution', { params: { id: 'd1' } }, run({ details: [adaInSource], rowsOmitted: false })),
      ]}
      signedInAs="editor"
    >
      <MemoryRouter initialEntries={[address]}>
        <DistributionDetails id="d1" />
      </MemoryRouter>
    </CachedAnswers>
  );
};
/** The summary needs no rows of the sources. The dialog of a participant loads them. */
export const DetailsOfAParticipant: Story = {
  render: () => details('/'),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Ada Moreau' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Details' }));
    const dialog = await screen.findByRole('dialog', { name: 'Distribution details of Ada Moreau' });
    await expect(await within(dialog).findByText('Alder Fund I')).toBeVisible();
  },
};
/** The rows of a source are loaded when it is chosen. */
export const DetailsOfOneSource: Story = {
  render: () => details('/?source=s1'),
  play: async () => expect(await screen.findByRole('button', { name: 'Actions for Ada Moreau' })).toBeVisible(),
};

function Move() {
  const remember = useRemember();
  return (
    <button type="button" onClick={() => remember('getDistribution', { ...paid, name: '2026 Q3, corrected' })}>
      Move
    </button>
  );
}
/** The response of a move has all rows. The page, which reads none, displays it at once. */
export const AfterAMove: Story = {
  render: () => page({}, <Move />),
  play: async () => {
    await screen.findByRole('heading', { name: /2026 Q3$/ });
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    await expect(await screen.findByRole('heading', { name: /2026 Q3, corrected$/ })).toBeVisible();
  },
};
