import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { DistributionChart } from './DashboardCharts.tsx';
import type { DashboardFilter } from './dashboardFilter.ts';

const request = { query: { periodId: 'ITD', endDate: '2026-06-30' } } as const;
const excluded = [{ id: 'SOLO', name: 'SOLO', reason: '', lastDate: '2025-12-31' }];
const covering = (field: string) => ({ field, included: 1, total: 2, excluded, carried: [] });
const ofYear = (year: number) => ({
  year,
  quarter: null,
  currency: 'USD',
  commitments: '500.00',
  contributions: '100.00',
  distributions: '20.00',
  coverage: [covering('commitments'), covering('contributions'), covering('distributions')],
});

const meta = {
  title: 'features/Contributions and distributions on the dashboard',
  render: () => (
    <CachedAnswers
      signedInAs="viewer"
      application="performance"
      answers={[
        cachedAnswer('getDashboardDistributionValues', request as never, [ofYear(2025), ofYear(2026)] as never),
      ]}
    >
      <MemoryRouter>
        <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr' }}>
          <DistributionChart
            request={request as never}
            currency="USD"
            filter={{} as DashboardFilter}
            chooseFund={() => undefined}
            chooseFamily={() => undefined}
          />
        </div>
      </MemoryRouter>
    </CachedAnswers>
  ),
} satisfies Meta;
export default meta;

export const WithLateFunds: StoryObj<typeof meta> = {
  name: 'The funds that are left out are named below the chart, not in a column of their own',
  play: async ({ canvas }) => {
    const notes = await canvas.findByText('Some figures don’t include every fund (2)');
    const chart = await canvas.findByText(/^How fast was capital committed/);
    await expect(notes.getBoundingClientRect().top).toBeGreaterThan(chart.getBoundingClientRect().bottom);
    await expect(notes.getBoundingClientRect().left).toBeLessThan(chart.getBoundingClientRect().right);
  },
};
