import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect } from 'storybook/test';
import { CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { InvestmentCharts } from './InvestmentList.tsx';

/** The amounts that a fund reported in dollars. The holdings of another one weren't reported. */
function Charts() {
  const slice = (name: string, amount: string) => ({ id: name, name, currency: 'USD', amount });
  const excluded = [{ id: 'hsp', name: 'HSP-I', reason: 'Not reported for this fund.', lastDate: null }];
  const charts = {
    byInvestment: [slice('Quarry Steel', '60000000.00'), slice('Harbor Foods', '40000000.00')],
    bySector: [slice('Materials', '100000000.00')],
    coverage: [{ currency: 'USD', coverage: { included: 1, total: 2, excluded, carried: [] } }],
  };
  return (
    <CachedAnswers answers={[]}>
      <MemoryRouter>
        <InvestmentCharts charts={charts} endDate="2026-06-30" />
      </MemoryRouter>
    </CachedAnswers>
  );
}

const meta = { title: 'features/Investment charts', component: Charts } satisfies Meta<typeof Charts>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Each chart names the funds that it leaves out, with a link to their list. */
export const LeavesOutAFund: Story = {
  play: async ({ canvas }) => {
    const links = await canvas.findAllByRole('link', {
      name: '1 of 2 funds; excludes HSP-I (Not reported for this fund)',
    });
    await expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '#/performance/fund?endDate=2026-06-30',
      '#/performance/fund?endDate=2026-06-30',
    ]);
  },
};
