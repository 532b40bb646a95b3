import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, userEvent } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { overviewOfParticipant } from './ParticipantOverview.tsx';

const id = 'noah';
const argument = { params: { id } };
const Overview = overviewOfParticipant('Employee');

const employee = {
  id,
  rowVersion: 1,
  code: 'E002',
  firstName: 'Noah',
  lastName: 'Okafor',
  hireDate: '2010-01-04',
  employment: [],
};
const balances = (currency: string, amount: string) => ({
  currency,
  totalCarryDistributed: amount,
  totalNetDistributed: amount,
  carryBalance: '0.00',
  carryBalanceCoverage: null,
  escrowBalance: '0.00',
  forecastedCarry: '0.00',
  clawback: null,
  openingDistributed: null,
});
const slices = ['EUR', 'EUR', 'USD'].map((currency, at) => ({
  id: String(at),
  name: `Sector ${String(at)}`,
  currency,
  amount: '100.00',
}));

const meta: Meta = { title: 'features/Overview of a participant' };
export default meta;

export const SeveralCurrencies: StoryObj = {
  name: 'Carry comes before personal data, in one currency at a time, the base currency first; charts follow the same switch',
  render: () => (
    <CachedAnswers
      signedInAs="viewer"
      settings={{ baseCurrency: 'USD' }}
      answers={[
        cachedAnswer('getEmployee', argument, employee as never),
        cachedAnswer('getEmployeeSummary', { params: { id }, query: {} }, {
          ...balances('USD', '1.00'),
          currency: null,
          byCurrency: [balances('USD', '56112368.93'), balances('EUR', '610321.06')],
        } as never),
        cachedAnswer('chartEmployeeDistributionsBySector', argument, slices as never),
        cachedAnswer('chartEmployeeDistributionsByFund', argument, []),
        cachedAnswer('chartEmployeeDistributionsByYear', argument, []),
        cachedAnswer('chartEmployeeDistributionHistory', argument, []),
        cachedAnswer('chartEmployeeForecastsBySource', argument, slices as never),
        cachedAnswer('chartEmployeeForecastHistory', argument, []),
      ]}
    >
      <MemoryRouter>
        <main>
          <Overview id={id} />
        </main>
      </MemoryRouter>
    </CachedAnswers>
  ),
  play: async ({ canvas }) => {
    const visible = ['Carry distributed, USD', 'Which sectors account for the carry distributed, in USD?', 'Hire date'];
    const found = await Promise.all(visible.map(async (text) => (await canvas.findAllByText(text))[0]!));
    const tops = found.map((element) => element.getBoundingClientRect().top);
    await expect(tops).toEqual(tops.toSorted((first, other) => first - other));
    await expect(canvas.getAllByText('Which sources account for the forecast carry, in USD?')[0]).toBeVisible();
    await expect(canvas.queryByText(/Which sectors account for the carry distributed, in EUR/)).toBeNull();
    await expect(canvas.queryByText('Carry distributed, EUR')).toBeNull();
    await userEvent.click(canvas.getByRole('radio', { name: 'EUR' }));
    const tile = (await canvas.findByText('Carry distributed, EUR')).closest('div');
    await expect(tile).toHaveTextContent('610,321.06');
    await expect(canvas.getAllByText('Which sectors account for the carry distributed, in EUR?')[0]).toBeVisible();
    await expect(canvas.getAllByText('Which sources account for the forecast carry, in EUR?')[0]).toBeVisible();
  },
};
