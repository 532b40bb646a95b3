import { expect, it } from 'vitest';
import { paidFigures } from './holderFigures.ts';

it('calls a negative accrued balance paid more than accrued, and others an estimate', () => {
  const noteOf = (carryBalance: string) => {
    const line = {
      currency: 'USD',
      totalCarryDistributed: '10.00',
      openingDistributed: '0.00',
      carryBalance,
    } as Parameters<typeof paidFigures>[0];
    const visible = { estimates: true } as Parameters<typeof paidFigures>[1];
    return paidFigures({ ...line, carryBalanceCoverage: null }, visible).at(-1)?.note;
  };
  expect(['-0.01', '0.00'].map(noteOf)).toEqual(['paid more than has been accrued', 'an estimate, not yet paid']);
});
