import type { OwnDelivery } from '@carrara/contract/platform/delivery/ownDelivery';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { PortalPanels } from './PortalPanels.tsx';
import type { PortalHome } from './portalHome.ts';

const noFigures = {
  clawback: null,
  currency: 'USD',
  carryBalance: null,
  carryBalanceCoverage: { included: 0, total: 0, excluded: [], carried: [] },
  escrowBalance: '0.00',
  escrowWithheld: '0.00',
  escrowReleased: '0.00',
  escrowApplied: '0.00',
  openingDistributed: '0.00',
  totalCarryDistributed: '0.00',
  totalNetDistributed: '0.00',
  forecastedCarry: '0.00',
};
const notAccrued = (included: number) => ({
  included,
  total: included + 1,
  excluded: [{ id: '9', name: 'Basalt', reason: 'nothing has been accrued', lastDate: null }],
  carried: [],
});
const paid = {
  ...noFigures,
  carryBalance: '412000.00',
  escrowBalance: '38210.55',
  escrowWithheld: '60210.55',
  escrowReleased: '22000.00',
  totalCarryDistributed: '1204331.08',
  totalNetDistributed: '803112.44',
  forecastedCarry: '255000.00',
};
const visible = { forecasts: true, estimates: true, carryAtNav: true, percentages: true, pay: true, payReads: false };
const own: PortalHome['holders'][number] = {
  holder: 0,
  name: 'Viktor Petrov',
  kind: 'Employee',
  leavingDate: null,
  rehireDate: null,
  figures: [],
  vesting: [],
  summary: { ...paid, name: 'Viktor Petrov', byCurrency: [paid] },
};
const trust: PortalHome['holders'][number] = {
  holder: 1,
  name: 'Petrov Family Dynasty Trust',
  kind: 'Trust',
  leavingDate: null,
  rehireDate: null,
  figures: [],
  vesting: [],
  summary: {
    ...noFigures,
    currency: null,
    name: 'Petrov Family Dynasty Trust',
    byCurrency: [
      { ...paid, carryBalanceCoverage: notAccrued(9) },
      { ...paid, currency: 'EUR', carryBalance: null, carryBalanceCoverage: notAccrued(0) },
    ],
  },
};
const row = {
  id: '1',
  holder: 0,
  distributionId: '2',
  distributionName: 'Q2 2026 carry distribution',
  distributionDate: '2026-06-30',
  type: 'Fund',
  sourceId: '3',
  through: null,
  sourceName: 'Alder Ridge Partners II, L.P.: Basalt Construction',
  sourceHolder: 'ARP-II',
  fund: null,
  coinvestment: null,
  sector: null,
  currency: 'USD',
  grossCarryDistributed: '120433.10',
  tax: '30108.28',
  escrow: '6021.66',
  loanRepayment: '0.00',
  otherAdjustment: '0.00',
  netCarryDistributed: '84303.16',
};
const letter: OwnDelivery = {
  id: '4',
  name: 'Q2 2026 carry distribution',
  kind: 'Letter',
  version: 1,
  holderName: 'Viktor Petrov',
  createdDate: '2026-07-02T09:00:00Z',
  state: 'New',
  withdrawnDate: null,
  withdrawnReason: null,
  supersedes: null,
  correction: null,
  supersededBy: null,
  successorWithdrawnDate: null,
  isReversed: false,
  isReversal: false,
  isReminded: false,
  openedDate: null,
  hasOpened: false,
  acknowledgedDate: null,
  typedName: null,
  wording: 'I have received this document.',
  fileName: 'Q2 2026 carry distribution - Viktor Petrov.pdf',
  sizeBytes: 48_210,
  sha256: '7cab75e9c0d58c7ddae1a3055c82290309fdb05bd74b945a59dc72f8c279447e',
};
const changes: PortalHome['holders'][number]['figures'] = [
  {
    field: 'netPaid',
    currency: 'USD',
    kind: 'money',
    value: '84303.16',
    reason: null,
    coverage: null,
    change: { since: '2025-10-01', difference: '4303.16', percent: '5.37895' },
    series: ['2024-12-31', '2025-12-31', '2026-10-01'].map((on, at) => ({ on, value: `${String(at + 2)}0000.00` })),
  },
  {
    field: 'grossDistributed',
    currency: 'USD',
    kind: 'money',
    value: '1204331.08',
    reason: null,
    coverage: null,
    change: { since: '2026-09-30', difference: '0.00', percent: '0' },
    series: ['2026-09-30', '2026-10-01'].map((on) => ({ on, value: '1204331.08' })),
  },
];
const home: PortalHome = {
  today: '2026-10-01',
  name: 'Viktor Petrov',
  displayed: visible,
  holders: [own],
  distributions: [row],
};

const meta = {
  component: PortalPanels,
  args: { home, documents: [letter] },
  decorators: [
    (Story) => (
      <CachedAnswers answers={[]} signedInAs="viewer" application="participant-portal">
        <Story />
      </CachedAnswers>
    ),
  ],
} satisfies Meta<typeof PortalPanels>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Own: Story = {
  name: 'Own carry: escrow by its parts, news by kind, and the path of a payment',
  args: {
    home: {
      ...home,
      distributions: [
        row,
        {
          ...row,
          id: '3',
          through: 'Birch Street Partners',
          grossCarryDistributed: '1204.33',
          netCarryDistributed: '843.03',
        },
      ],
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('row', { name: /through Birch Street Partners/ })).toHaveTextContent('1,204.33');
    await expect(
      canvas.getByRole('row', { name: /^06\/30\/2026 .* Basalt Construction \(ARP-II\) USD/ }),
    ).toBeVisible();
    await expect(canvas.getByText('60,210.55 withheld, 22,000.00 released to you')).toBeVisible();
    await expect(canvas.getByText(/^Letter:/)).toBeVisible();
    await expect(canvas.getByText('Forecast')).toBeVisible();
  },
};

/** A firm that displays forecasts, but has none for this holder. */
export const NoForecast: Story = {
  args: { home: { ...home, holders: [{ ...own, summary: { ...own.summary, forecastedCarry: '0.00' } }] } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Gross distributed')).toBeVisible();
    await expect(canvas.queryByText('Forecast')).toBeNull();
  },
};

/** With a trust that is paid in two currencies, and a letter of which the firm has sent a reminder. */
export const WithTrust: Story = {
  args: {
    home: { ...home, holders: [own, trust], distributions: [row, { ...row, id: '5', holder: 1 }] },
    documents: [{ ...letter, state: 'Opened', isReminded: true }],
  },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole('row', { name: /to Petrov Family Dynasty Trust/ })).toHaveTextContent('84,303.16');
    await expect(canvas.getByText(/ for Viktor Petrov: please acknowledge it/)).toBeVisible();
    // The other currency is one choice away.
    await userEvent.click(canvas.getByRole('radio', { name: 'USD' }));
    await expect(canvas.getByText('9 of 10 sources; excludes Basalt (nothing has been accrued)')).toBeVisible();
    await expect(canvas.queryByText('not determined: nothing has been accrued')).toBeNull();
    await userEvent.click(canvas.getByRole('radio', { name: 'EUR' }));
    await expect(canvas.getByText('not determined: nothing has been accrued')).toBeVisible();
    await expect(canvas.getByRole('region', { name: 'Petrov Family Dynasty Trust, EUR' })).toBeVisible();
    await expect(canvas.queryByRole('region', { name: /^Viktor Petrov/ })).toBeNull();
  },
};

/** On a phone, each payment is a card that displays its amounts in full. */
export const OnAPhone: Story = {
  ...WithTrust,
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    const payments = within(canvas.getByRole('list', { name: 'Latest distributions' })).getAllByRole('listitem');
    await expect(payments).toHaveLength(2);
    await expect(payments[1]).toHaveTextContent(/to Petrov Family Dynasty Trust.*120,433\.10.*84,303\.16/);
    await expect(payments[1]?.scrollWidth).toBe(payments[1]?.clientWidth);
  },
};

/** Nothing has been paid, and the firm displays neither forecasts nor accruals. */
export const Nothing: Story = {
  args: {
    home: {
      ...home,
      displayed: { ...visible, forecasts: false, estimates: false },
      holders: [{ ...own, summary: { ...noFigures, name: 'Viktor Petrov', byCurrency: [] } }],
      distributions: [],
    },
    documents: [],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/^Nothing has been distributed, withheld or forecast yet/)).toBeVisible();
    await expect(canvas.queryByText('0.00')).toBeNull();
  },
};

export const WithVesting: Story = {
  name: 'Vested and unvested carry have their explanation, and the next vesting its date',
  args: {
    home: {
      ...home,
      holders: [
        {
          ...own,
          vesting: [
            {
              currency: 'USD',
              vested: '900000.00',
              unvested: '304331.08',
              coverage: notAccrued(9),
              next: { on: '2027-03-15', amount: '76082.77' },
            },
          ],
        },
      ],
    },
  },
  play: async ({ canvas }) => {
    const vesting = within(canvas.getByRole('region', { name: 'Vesting, USD' }));
    await expect(vesting.getByRole('button', { name: 'Why 900,000.00?' })).toBeVisible();
    await expect(vesting.getByRole('button', { name: 'Why 304,331.08?' })).toBeVisible();
    await expect(vesting.getAllByText(/^9 of 10 sources/)).toHaveLength(2);
    await expect(vesting.getByText('Vests next, on 03/15/2027')).toBeVisible();
    await expect(vesting.getByText('76,082.77')).toBeVisible();
    await expect(vesting.getByRole('link', { name: 'Vested' })).toHaveAttribute('href', '#/participant-portal/vesting');
  },
};

export const WithChange: Story = {
  name: 'The net amount paid this year has its change, and a new document its action',
  args: { home: { ...home, holders: [{ ...own, figures: changes }] } },
  play: async ({ canvas, canvasElement }) => {
    // The title of the panel names the currency, so that the labels don't.
    const labels = [...canvasElement.querySelectorAll('dt')].map(({ textContent }) => textContent);
    await expect(labels).toContain('Net distributed');
    await expect(labels.join()).not.toContain('USD');
    await expect(canvas.getByRole('region', { name: 'Your carry, USD' })).toHaveTextContent(
      /Net paid in 202684,303\.16.*Up 5\.4% from the same days of 2025.*Gross distributed1,204,331\.08Unchanged since 09\/30\/2026/,
    );
    await expect(canvas.getByRole('link', { name: 'Read the letter Q2 2026 carry distribution' })).toHaveAttribute(
      'href',
      '#/participant-portal/document/4',
    );
  },
};
