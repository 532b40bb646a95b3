import { expect, it } from 'vitest';
import { decideTranche, type TrancheToSave } from './index.ts';

const tranche: TrancheToSave = {
  holdings: { fundInvestment: 'h', coinvestmentInvestment: undefined },
  name: null,
  trancheNumber: null,
};
const facts = { legalName: 'Steel Ltd', holder: 'fundInvestment', numbers: [1, 4] } as const;

it('a tranche has a number and a name by default', () => {
  expect(decideTranche(tranche, facts)._unsafeUnwrap()).toEqual({
    trancheNumber: 5,
    name: 'Steel Ltd Tranche # 5',
    fundInvestment: { id: 'h' },
    coinvestmentInvestment: null,
  });
  const named = decideTranche({ ...tranche, trancheNumber: 2, name: 'A' }, facts)._unsafeUnwrap();
  expect(named).toMatchObject({ trancheNumber: 2, name: 'A' });
});

it('a tranche belongs to exactly one holding of the investment', () => {
  const both = { ...tranche, holdings: { fundInvestment: 'h', coinvestmentInvestment: 'c' } };
  expect(decideTranche(both, facts)._unsafeUnwrapErr()[0]?.code).toBe('ASSOCIATION_REQUIRED');
  expect(decideTranche(tranche, { ...facts, holder: undefined })._unsafeUnwrapErr()[0]?.code).toBe('NOT_FOUND');
});
