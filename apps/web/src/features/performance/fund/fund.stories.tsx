import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, screen, within } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { CarryPosition } from './CarryPosition.tsx';
import { FundCharts } from './FundCharts.tsx';
import { FundListCharts } from './FundListCharts.tsx';
import { Horizons, NavBridge } from './FundOverview.tsx';

const meta: Meta = { title: 'features/Fund' };
export default meta;
type Story = StoryObj;

const endDate = '2026-06-30';
const request = { params: { id: 'f1', endDate } };
const profile = {
  id: 'f1',
  periodEndDate: endDate,
  ownCurrency: 'EUR',
  bridges: [{ period: 'QTD', steps: [{ step: 'opening', amount: '100.00' }], notDetermined: [] }],
} as unknown as Answer<'getFundProfile'>;
const inTenantOf = (application: 'performance' | 'performance-lp') => (
  <CachedAnswers
    signedInAs="viewer"
    application={application}
    answers={[
      cachedAnswer('chartFundSectors', request, []),
      cachedAnswer('chartFundInvestorTypes', request, [
        { id: 'lp', name: 'Investor', amount: '1.00', currency: 'EUR' },
      ] as never),
      cachedAnswer('chartFundInvested', request, []),
      cachedAnswer('chartFundMoic', request, []),
      cachedAnswer('chartFundMetrics', { params: { id: 'f1' } }, [
        { quarter: endDate, investedCapital: null, fairValue: null },
      ] as never),
    ]}
  >
    <MemoryRouter>
      <NavBridge profile={profile} />
      <FundCharts id="f1" endDate={endDate} />
    </MemoryRouter>
  </CachedAnswers>
);

export const OfAManager: Story = {
  render: () => inTenantOf('performance'),
  play: async () => {
    await expect(await screen.findByText(/^All partners including the GP\./)).toBeVisible();
    await expect(
      await screen.findByText('Which types of investor account for all partners’ commitments, in EUR?'),
    ).toBeVisible();
    // The sector or the investment, the multiples, and the amounts by quarter.
    await expect(screen.getAllByText('No holdings')).toHaveLength(3);
  },
};
const eleven = Array.from({ length: 11 }, (_, at) => ({
  id: `i${String(at)}`,
  key: `i${String(at)}`,
  name: `Company ${String(at + 1)}`,
  amount: `${String(1100 - at)}.00`,
  grossMoic: `${String(12 - at)}.00`,
  currency: 'EUR',
}));
export const ManyInvestments: Story = {
  name: 'Charts of investments show the ten largest, and others the seven largest [U-P-099]',
  render: () => (
    <CachedAnswers
      signedInAs="viewer"
      application="performance"
      answers={[
        cachedAnswer('chartFundSectors', request, eleven as never),
        cachedAnswer('chartFundInvestorTypes', request, []),
        cachedAnswer('chartFundInvested', request, eleven as never),
        cachedAnswer('chartFundMoic', request, eleven),
        cachedAnswer('chartFundMetrics', { params: { id: 'f1' } }, []),
      ]}
    >
      <MemoryRouter>
        <FundCharts id="f1" endDate={endDate} />
      </MemoryRouter>
    </CachedAnswers>
  ),
  play: async ({ canvas, userEvent }) => {
    await expect(
      await canvas.findByRole('heading', { name: 'Which investments have the highest gross MOIC? (Top 10)' }),
    ).toBeVisible();
    await expect(
      canvas.getByRole('heading', { name: 'Which sectors account for the amount invested, in EUR? (Top 7)' }),
    ).toBeVisible();
    await userEvent.click(canvas.getByText('Investment'));
    await expect(
      await canvas.findByRole('heading', {
        name: 'Which investments account for the amount invested, in EUR? (Top 10)',
      }),
    ).toBeVisible();
  },
};

const listQuery = { endDate, carriesForward: undefined, basis: 'feePaying' } as const;
const indices = ['World shares', 'Europe shares'].map((name) => ({ id: name, name, currency: 'USD' }));
const coverage = { included: 1, total: 1, excluded: [], carried: [] };
const vintageWithoutElm = {
  year: 2020,
  currency: 'USD',
  numberOfFunds: 2,
  totalCommitment: '100.00',
  totalDistributions: '20.00',
  endUnfundedCommitment: '20.00',
  tvpi: '1.5',
  dpi: '0.25',
  rvpi: '1.25',
  coverage: [
    {
      field: 'tvpi',
      included: 1,
      total: 2,
      excluded: [{ id: 'elm', name: 'ELM', reason: '', lastDate: '2025-12-31' }],
      carried: [],
    },
  ],
  notDetermined: [],
};
/** The name of the chosen index is legible next to a long title. */
export const OfTwoIndices: Story = {
  render: () => (
    <CachedAnswers
      signedInAs="viewer"
      application="performance"
      answers={[
        cachedAnswer('chartFundVintages', { query: listQuery }, [
          vintageWithoutElm,
          { ...vintageWithoutElm, year: 2021 },
        ]),
        cachedAnswer('chartFundCash', { query: { endDate, basis: 'feePaying' } }, []),
        cachedAnswer(
          'chartFundIndex',
          { query: { endDate, carriesForward: undefined, index: undefined } },
          {
            indices,
            index: 'World shares',
            points: [
              { date: '2025-12-31', contributions: '1.00', totalValue: '2.00', inIndex: '3.00', coverage },
              {
                date: endDate,
                contributions: null,
                totalValue: null,
                inIndex: null,
                coverage: {
                  ...coverage,
                  included: 0,
                  excluded: [{ id: 'elm', name: 'ELM', reason: '', lastDate: '2025-12-31' }],
                },
              },
            ],
          },
        ),
      ]}
    >
      <div style={{ width: 800 }}>
        <FundListCharts query={listQuery} isLp={false} />
      </div>
    </CachedAnswers>
  ),
  play: async () => {
    const chooser = await screen.findByRole('combobox', { name: 'Index' });
    await expect(chooser).toHaveValue('World shares');
    await expect(chooser.getBoundingClientRect().width).toBeGreaterThan(140);
    // Several notes are one line that opens.
    const note = screen.getByText('2020: 1 of 2 funds; excludes ELM, reported through 12/31/2025');
    await expect(note).not.toBeVisible();
    screen.getByText('Some figures don’t include every fund (2)').click();
    await expect(note).toBeVisible();
    // The lines end before the reporting date, and say why.
    await expect(
      screen.getByText(/: 0 of 1 fund; excludes ELM, reported through 12\/31\/2025\. The lines end on 12\/31\/2025\.$/),
    ).toBeVisible();
  },
};

/** An investor has only its own commitments. */
export const OfAnInvestor: Story = {
  render: () => inTenantOf('performance-lp'),
  play: async () => {
    await expect(await screen.findByText(/^Your commitments\./)).toBeVisible();
    await expect(await screen.findByText('Which investments have the highest gross MOIC?')).toBeVisible();
    await expect(screen.queryByText(/^Which types of investor/)).toBeNull();
    await expect(screen.queryByText(/All partners/)).toBeNull();
  },
};

/** The page covers all partners, but these returns cover only the fee-paying limited partners. The rate was reported. */
export const OfAllPartners: Story = {
  render: () => (
    <CachedAnswers signedInAs="viewer" application="performance" answers={[]}>
      <MemoryRouter>
        <Horizons
          profile={
            {
              ...profile,
              horizons: [{ horizon: 'INCEPTION', from: null, irr: '8.03', reportedRate: true, notDetermined: [] }],
            } as never
          }
          basisText=", fee-paying limited partners"
        />
      </MemoryRouter>
    </CachedAnswers>
  ),
  play: async () => {
    await expect(
      await screen.findByRole('group', { name: 'Net IRR over time, fee-paying limited partners, table' }),
    ).toBeVisible();
    await expect(await screen.findByText('Net IRR since inception as reported')).toBeVisible();
  },
};

const holder = { id: 'h1', name: 'Noah Okafor', received: '3000000.00', share: '0.00', coveredByEscrow: '0.00' };
const positionWith = (exposure: string) => (
  <CachedAnswers
    signedInAs="viewer"
    application="performance"
    answers={[
      cachedAnswer('getFundCarryPosition', { params: { id: 'f1', date: endDate } }, {
        carry: '20',
        currency: 'EUR',
        earned: '2764190.35',
        exposure,
        holders: [{ ...holder, exposure }],
        notDetermined: [],
      } as never),
    ]}
  >
    <MemoryRouter>
      <CarryPosition id="f1" endDate={endDate} />
    </MemoryRouter>
  </CachedAnswers>
);

/** Carry that the terms entitle to is not labeled as earned, since only the ledger determines that. */
export const EntitledToCarry: Story = {
  render: () => positionWith('0.00'),
  play: async () => {
    await expect(await screen.findByText('Carry entitlement')).toBeVisible();
    // Another figure than the one booked in the ledger, which the report GP Sharing shows.
    await expect(screen.getByText('Carry accrued, by terms')).toBeVisible();
    await expect(screen.queryByText(/Carry earned/)).toBeNull();
    // Without a clawback, participants have no place on the page of a fund.
    await expect(screen.queryByText('Noah Okafor')).toBeNull();
  },
};

export const ExposedToClawback: Story = {
  render: () => positionWith('500000.00'),
  play: async () => {
    const participants = within(await screen.findByRole('group', { name: 'Clawback exposure by participant, table' }));
    await expect(participants.getByText('Noah Okafor')).toBeVisible();
  },
};
