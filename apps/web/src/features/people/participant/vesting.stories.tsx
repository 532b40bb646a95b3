import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { VestedFigures } from './VestedFigures.tsx';
import { type VestingAnalysis, VestingTable } from './VestingTable.tsx';

const money = {
  calculatedTrancheCarryAmount: null,
  originalCarryAmount: '221404.00',
  vestedCarryAmount: '203569.83',
  forfeitedCarryAmount: '17834.17',
};
const figures = {
  ...money,
  trancheInvestmentAmount: '5000000.00',
  trancheWeightingPercentage: '100',
  weightedVestedEffectiveAllocationPercentage: '1.84',
  weightedForfeitedEffectiveAllocationPercentage: '0.16',
};
const source = {
  sourceId: 's1',
  shareId: 's1',
  sourceName: 'Alder Ridge Partners Fund I, L.P.',
  currency: 'USD',
  vestedPercentage: '92',
  reason: null,
  ...figures,
};
const analysisAt = (vestingDateIs: VestingAnalysis['vestingDateIs']): VestingAnalysis =>
  ({
    vestingDate: '2021-04-28',
    vestingDateIs,
    sources: [
      {
        ...source,
        effective: '2',
        vestingDate: '2021-04-28',
        shareDate: '2021-04-28',
        hasChanged: false,
        vestingSchedule: 'Partners',
        vestingBasis: 'From the first close',
      },
    ],
    rows: [{ ...source, trancheNumber: 1, trancheName: 'Tranche #1', vestingFrom: '2012-03-31' }],
    totals: figures,
    byCurrency: [{ currency: 'USD', ...money }],
  }) as unknown as VestingAnalysis;

const explain = () => new Promise<never>(() => undefined);
const story = (vestingDateIs: VestingAnalysis['vestingDateIs']) => (
  <>
    <VestedFigures analysis={analysisAt(vestingDateIs)} explain={explain} />
    <VestingTable analysis={analysisAt(vestingDateIs)} explain={explain} />
  </>
);

const meta: Meta = { title: 'features/Vesting' };
export default meta;
type Story = StoryObj;

/** Nothing is forfeited before the person leaves. */
export const Employed: Story = {
  render: () => story('today'),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Not vested, USD')).toBeVisible();
    await expect(canvas.getByRole('columnheader', { name: /^Not vested$/ })).toBeInTheDocument();
    await expect(canvas.queryByText(/Forfeited/)).toBeNull();
    await expect(canvas.getByText('at today’s share of the carry that these sources have paid')).toBeVisible();
  },
};

export const AfterLeaving: Story = {
  name: 'After leaving, the unvested part is forfeited',
  render: () => story('termination'),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('the leaving date')).toBeVisible();
    await expect(
      canvas.getByText('at the share of 04/28/2021, the leaving date, of the carry that these sources have paid'),
    ).toBeVisible();
    await expect(canvas.getByText('Forfeited, USD')).toBeVisible();
    await expect(canvas.getByRole('columnheader', { name: /^Forfeited$/ })).toBeInTheDocument();
    await expect(canvas.queryByText(/Not vested/)).toBeNull();
  },
};
