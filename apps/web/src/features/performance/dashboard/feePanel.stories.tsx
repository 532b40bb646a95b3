import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { FeePanel, TopStats } from './DashboardPanels.tsx';
import type { DashboardFilter } from './dashboardFilter.ts';

const request = { query: { periodId: 'YTD', endDate: '2026-06-30' } } as const;
const fee = (fundName: string, difference: string, standing: 'above' | 'below' | 'equal') => ({
  fundId: fundName,
  fundName,
  fundCode: fundName,
  currency: 'USD',
  startDate: '2026-01-01',
  endDate: '2026-06-30',
  days: 181,
  rate: '2',
  base: '9074.59',
  fee: '100.00',
  projection: '90.00',
  difference,
  standing,
  notDetermined: [],
});
const fees = [fee('Alder', '10.00', 'above'), fee('Basalt', '-10.00', 'below'), fee('Cedar', '0.00', 'equal')];

const panelOf = (rows: readonly object[]) => (
  <CachedAnswers
    signedInAs="viewer"
    application="performance"
    answers={[cachedAnswer('getDashboardFeeValues', request as never, rows as never)]}
  >
    <MemoryRouter>
      <FeePanel
        request={request as never}
        currency="USD"
        filter={{} as DashboardFilter}
        chooseFund={() => undefined}
        chooseFamily={() => undefined}
      />
    </MemoryRouter>
  </CachedAnswers>
);

const meta = { title: 'features/Fees and their projection', render: () => panelOf(fees) } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const stat = (code: string, currency: string | null, value: string) => ({
  code,
  name: code,
  kind: code.endsWith('unds') ? 'count' : 'money',
  currency,
  value,
  reportedThrough: null,
  coverage: null,
  notDetermined: [],
});
export const OneCurrency: Story = {
  name: 'Cash and returns are in one currency at a time',
  render: () => (
    <CachedAnswers
      signedInAs="viewer"
      application="performance"
      answers={[
        cachedAnswer(
          'getDashboardTopStats',
          request as never,
          [
            stat('All funds', null, '3'),
            stat('Funds', 'USD', '2'),
            stat('NAV', 'USD', '10.00'),
            stat('DPI', 'USD', '1.00'),
            stat('Average net IRR', 'USD', '7.00'),
            stat('Funds', 'EUR', '1'),
            stat('NAV', 'EUR', '20.00'),
            stat('Average net IRR', 'EUR', '9.00'),
            stat('Average net IRR of all funds', null, '8.00'),
          ] as never,
        ),
      ]}
    >
      <TopStats
        request={request as never}
        currency="USD"
        filter={{} as DashboardFilter}
        chooseFund={() => undefined}
        chooseFamily={() => undefined}
      />
    </CachedAnswers>
  ),
  play: async ({ canvas, canvasElement }) => {
    await expect(await canvas.findByText('Cash and returns of 2 funds, year to date, USD')).toBeVisible();
    const names = [...canvasElement.querySelectorAll('dt')].map(({ textContent }) => textContent);
    await expect(names).toEqual(['NAV', 'DPI', 'Average net IRR']);
    await expect(canvas.getByText('7.00')).toBeVisible();
  },
};

/** The share of red, green and blue in the color of a text. */
const colorOf = (element: Element) =>
  (/\d+, \d+, \d+/.exec(getComputedStyle(element).color)?.[0] ?? '').split(', ').map(Number);

export const Colors: Story = {
  name: 'Above the projection is red, below is green, and a lower fee has no red sign [U-P-106]',
  play: async ({ canvas }) => {
    // A row can be recomputed from what it displays.
    for (const title of ['Days', 'Average base'])
      await expect(await canvas.findByRole('columnheader', { name: title })).toBeInTheDocument();
    await expect(canvas.getByText(/^Projection = days x average rate/)).toBeInTheDocument();
    const [red = 0, , blue = 0] = colorOf(await canvas.findByText('Above projection'));
    await expect(red).toBeGreaterThan(blue);
    const [redOfBelow = 0, green = 0] = colorOf(canvas.getByText('Below projection'));
    await expect(green).toBeGreaterThan(redOfBelow);
    const plain = getComputedStyle(canvas.getByText('10.00')).color;
    await expect(getComputedStyle(canvas.getByText('(10.00)')).color).toBe(plain);
  },
};

const ended = 'The fund has ended.';
export const WithoutProjection: Story = {
  name: 'Without a projection, its rate and base are not determined for the same reason',
  render: () =>
    panelOf([
      {
        ...fee('Alder', '10.00', 'above'),
        rate: null,
        base: null,
        projection: null,
        difference: null,
        standing: null,
        notDetermined: [{ field: 'projection', code: 'NOT_DETERMINED', message: ended }],
      },
    ]),
  play: async ({ canvas }) => {
    const row = await canvas.findByRole('row', { name: /Alder/ });
    await expect(row.textContent.split(ended)).toHaveLength(4);
  },
};
