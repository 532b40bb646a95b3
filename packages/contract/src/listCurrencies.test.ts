import { expect, it } from 'vitest';
import { callsByConcept } from './contract.ts';

/** Within a fund, coinvestment or vintage, all amounts are in its currency. */
const withSingleCurrency = new Set([
  'listVintageInvestments',
  'listVintageTransactions',
  'listFundInvestments',
  'listCoinvestmentInvestments',
  'listFundDistributionParticipants',
  'listFundEstimateParticipants',
  'listLedgerEntries',
]);

it('states the currency in each row of a list of amounts', () => {
  const silent = Object.values(callsByConcept).flatMap((endpoints) =>
    Object.entries(endpoints).filter(([name, { list }]) => {
      const columns = list?.columns ?? [];
      const hasCurrency = columns.some(({ field, amountsIn }) => field === 'currency' || amountsIn);
      return columns.some(({ kind }) => kind === 'money') && !hasCurrency && !withSingleCurrency.has(name);
    }),
  );
  expect(silent.map(([name]) => name)).toEqual([]);
});
