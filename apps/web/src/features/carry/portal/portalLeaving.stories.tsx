import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect } from 'storybook/test';
import type { Answer } from '../../../api/operations.ts';
import { known, KnownAnswers } from '../../../testing/knownAnswers.tsx';
import { PortalLeaving } from './PortalLeaving.tsx';

const today = new Date().toISOString().slice(0, 10);
const year = Number(today.slice(0, 4));
const days = [...new Set([today, `${String(year)}-12-31`, `${String(year + 1)}-12-31`])];
const line = {
  trancheInvestmentAmount: null,
  calculatedTrancheCarryAmount: null,
  originalCarryAmount: '1204331.08',
  vestedCarryAmount: '900000.08',
  forfeitedCarryAmount: '304331.00',
};
const vesting = (vestingDate: string, currencies: readonly string[]): Answer<'getPortalVesting'> => ({
  vestingDate,
  vestingDateIs: 'chosen',
  sources: [],
  rows: [],
  totals: {
    ...line,
    trancheWeightingPercentage: null,
    weightedVestedEffectiveAllocationPercentage: null,
    weightedForfeitedEffectiveAllocationPercentage: null,
  },
  byCurrency: currencies.map((currency) => ({ currency, ...line })),
});
const home: Answer<'getPortalHome'> = {
  name: 'Viktor Petrov',
  shown: { forecasts: true, estimates: true, percentages: true, pay: true, payReads: false },
  holders: [],
  distributions: [],
};

function Leaving({ currencies, deferred }: { readonly currencies: readonly string[]; readonly deferred: boolean }) {
  return (
    <KnownAnswers
      signedInAs="viewer"
      application="participant-portal"
      answers={[
        known('getPortalHome', undefined, home),
        ...days.map((day) =>
          known('getPortalVesting', { query: { holder: 0, vestingDate: day } }, vesting(day, currencies)),
        ),
        ...days.map((on) =>
          known(
            'getPortalLeaving',
            { query: { on } },
            {
              on,
              byCurrency: deferred
                ? [{ currency: 'USD', granted: '9000.00', paid: '3000.60', closing: '2999.70', forfeited: '2999.70' }]
                : [],
            },
          ),
        ),
      ]}
    >
      <MemoryRouter>
        <PortalLeaving />
      </MemoryRouter>
    </KnownAnswers>
  );
}

const meta = {
  title: 'features/If you leave',
  component: Leaving,
  args: { currencies: ['USD'], deferred: true },
} satisfies Meta<typeof Leaving>;
export default meta;
type Story = StoryObj<typeof meta>;

export const SideBySide: Story = {
  name: 'Days side by side: what is kept and forfeited of carry and deferred awards',
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('row', { name: /Carry vested: yours, USD/ })).toHaveTextContent('900,000.08');
    await expect(canvas.getByRole('row', { name: /Deferred, vested and paid later, USD/ })).toHaveTextContent(
      '2,999.70',
    );
  },
};

export const SeveralCurrencies: Story = { args: { currencies: ['EUR', 'USD'], deferred: false } };

export const Nothing: Story = {
  args: { currencies: [], deferred: false },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('You hold nothing that vests.')).toBeVisible();
  },
};
