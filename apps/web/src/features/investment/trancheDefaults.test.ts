import { describe, expect, it } from 'vitest';
import { type Holding, holdingsOf, nextTrancheNumber } from './trancheDefaults.ts';

const fund = { id: 'f', name: 'Fund I', code: null, description: null };
const growth: Holding = { id: 'a', kind: 'fundInvestment', containerId: 'f', name: 'Fund I' };
const tranche = (holding: string, trancheNumber: number | null) => ({
  trancheNumber,
  fundInvestment: { id: holding, fund },
  coinvestmentInvestment: null,
});

describe('the number of a new tranche', () => {
  it('is 1 where the fund has none', () => expect(nextTrancheNumber([tranche('other', 7)], growth)).toBe(1));
  it('is one above the highest of the same fund', () =>
    expect(nextTrancheNumber([tranche('a', 2), tranche('a', 5), tranche('other', 9)], growth)).toBe(6));
  it('does not trip over a tranche without a number', () =>
    expect(nextTrancheNumber([tranche('a', null)], growth)).toBe(1));
});

it('holds through funds and coinvestments alike', () => {
  const holdings = holdingsOf({
    fundInvestments: [{ id: 'a', fund }],
    coinvestmentInvestments: [{ id: 'b', coinvestment: { id: 'c', name: 'Co I' } }],
  });
  expect(holdings).toEqual([growth, { id: 'b', kind: 'coinvestmentInvestment', containerId: 'c', name: 'Co I' }]);
});
