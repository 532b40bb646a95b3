import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { InvestorListCharts } from './InvestorListCharts.tsx';

/** Displays this number of investors, each with a commitment that is a million larger than the next one's. */
function Charts({ investors }: { readonly investors: number }) {
  const slice = (name: string, millions: number) => ({
    id: name,
    key: name,
    value: `${String(millions)}000000.00`,
    currency: 'USD',
    color: null,
  });
  const commitmentsByInvestor = Array.from({ length: investors }, (_, at) =>
    slice(`Investor ${String(at + 1)}`, investors - at),
  );
  const commitmentsByType = investors > 0 ? [slice('Investor', 40), slice('General partner', 2)] : [];
  const query = { endDate: '2026-06-30', carriesForward: undefined };
  const late = [{ id: 'hsp', name: 'HSP-I', reason: '', lastDate: '2025-09-30' }];
  const coverage = [
    { currency: 'USD', coverage: { included: investors, total: investors, excluded: [], carried: [], partly: late } },
  ];
  const answer = { commitmentsByInvestor, commitmentsByType, coverage };
  return (
    <CachedAnswers answers={[cachedAnswer('chartInvestors', { query }, answer)]}>
      <InvestorListCharts query={query} />
    </CachedAnswers>
  );
}

const meta = { title: 'features/Investor charts', component: Charts } satisfies Meta<typeof Charts>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Few: Story = {
  args: { investors: 3 },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('heading', { name: 'Which investors had committed the most at 06/30/2026, in USD?' }),
    ).toBeVisible();
    await expect(
      canvas.getByRole('heading', { name: 'Which types of investor had committed the most at 06/30/2026, in USD?' }),
    ).toBeVisible();
    // As the totals of the list below.
    const coverage = '3 of 3 investors; some without HSP-I, reported through 09/30/2025';
    await expect(canvas.getAllByText(coverage)).toHaveLength(2);
  },
};

/** The title says that there are more investors than displayed. */
export const Many: Story = {
  name: 'The seven largest, in dollars [U-P-016 U-P-099 U-P-108 U-T-105]',
  args: { investors: 9 },
  play: async ({ canvas, userEvent }) => {
    const title = 'Which investors had committed the most at 06/30/2026, in USD? (Top 7)';
    await expect(await canvas.findByRole('heading', { name: title })).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: `${title} as a table` }));
    const names = await canvas.findAllByRole('rowheader');
    await expect(canvas.getByRole('cell', { name: '$9,000,000.00' })).toBeVisible();
    await expect(names.map((name) => name.textContent)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((at) => `Investor ${String(at)}`),
    );
  },
};

export const Empty: Story = { args: { investors: 0 } };
