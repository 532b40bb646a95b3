import type { CurrencyPair } from '@carrara/contract/platform/fx/fx';
import type { ListedEntry } from '@carrara/contract/platform/reference/reference';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, screen, userEvent } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { CurrencyPairs } from './CurrencyPairs.tsx';
import { ReferencePage } from './ReferencePage.tsx';

const entry = (code: string, description: string, uses: string[]): ListedEntry => ({
  id: code,
  rowVersion: 1,
  code,
  description,
  symbol: null,
  subType: null,
  displayOrder: 0,
  isInactive: false,
  uses,
});
const entries = [
  entry('USD', 'US Dollar', ['base currency', 'funds', 'pay']),
  entry('SEK', 'Swedish Krona', ['pay']),
  entry('NOK', 'Norwegian Krone', []),
];

function Currencies() {
  const argument = { params: { type: 'currency' }, query: { includeInactive: 'true', withUses: 'true' } } as const;
  return (
    <CachedAnswers signedInAs="administrator" answers={[cachedAnswer('listReferenceEntries', argument, entries)]}>
      <MemoryRouter initialEntries={['/currency']}>
        <main>
          <Routes>
            <Route path="/:subView" element={<ReferencePage />} />
          </Routes>
        </main>
      </MemoryRouter>
    </CachedAnswers>
  );
}

const meta = { title: 'platform/Reference data', component: Currencies } satisfies Meta<typeof Currencies>;
export default meta;

export const InUse: StoryObj<typeof meta> = {
  name: 'Currencies in use can’t be archived, one by one or together',
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Archive Norwegian Krone' })).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Archive Swedish Krona' })).toBeNull();
    await expect(canvas.getAllByText('In use')).toHaveLength(2);
    for (const name of ['Swedish Krona', 'Norwegian Krone'])
      await userEvent.click(canvas.getByRole('checkbox', { name: new RegExp(name) }));
    await userEvent.click(canvas.getByRole('button', { name: 'Archive 1 of 2' }));
    await expect(await screen.findByText('Swedish Krona: It is in use (pay).')).toBeVisible();
    await expect(screen.getByRole('dialog', { name: 'Archive 1 of 2' })).toBeVisible();
  },
};

const pairOf = (source: string, more: Partial<CurrencyPair> = {}): CurrencyPair => ({
  id: source,
  rowVersion: 1,
  partitionKey: `${source}-USD`,
  sourceCurrencyCode: source,
  sourceCurrencyDescription: source,
  sourceCurrencySymbol: '',
  destinationCurrencyCode: 'USD',
  destinationCurrencyDescription: 'US Dollar',
  destinationCurrencySymbol: '$',
  displayOrder: 0,
  isInactive: false,
  numberOfRates: 2,
  archivedCurrencies: [],
  ...more,
});

export const Pairs: StoryObj<typeof meta> = {
  name: 'Selected currency pairs are archived or activated, without those of an archived currency',
  render: () => (
    <CachedAnswers
      signedInAs="administrator"
      answers={[
        cachedAnswer('listCurrencyPairs', { query: { includeInactive: 'true' } }, [
          pairOf('EUR'),
          pairOf('GBP', { isInactive: true }),
          pairOf('JPY', { isInactive: true, archivedCurrencies: ['JPY'] }),
        ]),
      ]}
    >
      <main>
        <CurrencyPairs />
      </main>
    </CachedAnswers>
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Activate GBP/USD' })).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Activate JPY/USD' })).toBeNull();
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Select all rows on this page' }));
    await expect(canvas.getByRole('button', { name: 'Archive 1 of 3' })).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Activate 1 of 3' }));
    await expect(await screen.findByText('JPY/USD: Activate JPY in the currencies first.')).toBeVisible();
    await expect(screen.getByText('EUR/USD: It is not archived.')).toBeVisible();
  },
};
