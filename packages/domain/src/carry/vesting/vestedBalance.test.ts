import { expect, it } from 'vitest';
import { decimal, moneyText } from '../../kernel/index.ts';
import { paidAboveAccrued, vestedBalance, vestedBalanceOfAll } from './vestedBalance.ts';

const share = (vested: string, unvested: string) => ({ vested: decimal(vested), unvested: decimal(unvested) });
const split = (balance: string, ...shares: ReturnType<typeof share>[]) => {
  const found = vestedBalance(decimal(balance), shares);
  return found && [moneyText(found.vested), moneyText(found.unvested)];
};

it('splits a balance by the vested part of all shares in the source', () => {
  // 6 of 8 is 75%.
  expect(split('1000.00', share('6', '2'))).toEqual(['750.00', '250.00']);
  // 6 + 0 of 6 + 2 + 4 is 50%.
  expect(split('1000.01', share('6', '2'), share('0', '4'))).toEqual(['500.01', '500.00']);
});

it('leaves a balance of zero or less vested, and one without a share undetermined', () => {
  expect(split('-5.00', share('6', '2'))).toEqual(['-5.00', '0.00']);
  expect(split('5.00')).toBeUndefined();
});

it('is paid above its accruals if the balance is below zero', () => {
  expect(['-5.01', '0', '3'].map((balance) => moneyText(paidAboveAccrued(decimal(balance))))).toEqual([
    '5.01',
    '0.00',
    '0.00',
  ]);
});

it('adds up the balances of several sources', () => {
  const part = (vested: string, unvested: string) => ({ vested: decimal(vested), unvested: decimal(unvested) });
  const sum = vestedBalanceOfAll([part('1.10', '2.00'), part('0.05', '-1.00')]);
  expect(sum && [moneyText(sum.vested), moneyText(sum.unvested)]).toEqual(['1.15', '1.00']);
  expect(vestedBalanceOfAll([])).toBeUndefined();
});
