import { expect, it } from 'vitest';
import { createExplanations, decimal, moneyText } from '../../kernel/index.ts';
import {
  accruedBalance,
  paidAboveAccrued,
  undeterminedBalance,
  vestedBalance,
  vestedBalanceOfAll,
} from './vestedBalance.ts';

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

it('explains the parts by source', () => {
  const explanations = createExplanations();
  const balances = [decimal('1000.00'), decimal('50.00'), decimal('-5.00')];
  const shares = [[share('6', '2')], [], []];
  const parts = balances.map((balance, at) =>
    vestedBalance(balance, shares[at] ?? [], explanations.within(['sources', at])),
  );
  const whole = vestedBalanceOfAll(parts, explanations);
  accruedBalance(whole, undeterminedBalance([balances[1]!], explanations), explanations);
  const tree = (part: string) => explanations.tree([part]);
  const values = (part: string) => tree(part)?.inputs.map(({ value }) => value);
  expect([tree('vested')?.result, values('vested')]).toEqual(['745.00', ['750.00', '-5.00']]);
  expect(tree('vested')?.children.map(({ path, result }) => [path[1], result])).toEqual([
    [0, '750.00'],
    [2, '-5.00'],
  ]);
  expect(tree('vested')?.children[0]?.inputs.map(({ value }) => value)).toEqual(['1000.00', '6', '2']);
  expect([tree('unvested')?.result, values('unvested')]).toEqual(['250.00', ['250.00', '0.00']]);
  expect([tree('undetermined')?.result, values('undetermined')]).toEqual(['50.00', ['50.00']]);
  expect([tree('accrued')?.result, values('accrued')]).toEqual(['1045.00', ['745.00', '250.00', '50.00']]);
  expect(accruedBalance(undefined, decimal('50.00')).toFixed(2), 'without a determined part').toBe('50.00');
});
