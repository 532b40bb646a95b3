import { expect, it } from 'vitest';
import { balanceFigures } from './balanceFigures.ts';

const line = { totalCarryDistributed: '10.00', carryBalance: null, clawback: null };
const labels = (figures: typeof line | { clawback: string }) =>
  balanceFigures(figures, 'USD', 'sources').map(({ label }) => label);

it('shows a clawback only if there is one', () => {
  expect(labels(line)).not.toContain('Clawback, USD');
  expect(labels({ clawback: '20000.00' })).toContain('Clawback, USD');
});

it('shows a balance without a figure as not determined', () => {
  const balance = balanceFigures(line, undefined, 'sources').find(({ label }) => label === 'Carry balance');
  expect(balance).toMatchObject({ value: null, note: 'not determined' });
});

it('names the coverage of a carry balance, and why it is not determined', () => {
  const excluded = [{ id: '1', name: 'Basalt', reason: 'nothing has been accrued', lastDate: null }];
  const noteOf = (carryBalance: string | null, included: number) =>
    balanceFigures(
      { ...line, carryBalance, carryBalanceCoverage: { included, total: included + 1, excluded, carried: [] } },
      undefined,
      'sources',
    ).find(({ label }) => label === 'Carry balance')?.note;
  expect(noteOf('10.00', 9)).toBe('9 of 10 sources; excludes Basalt (nothing has been accrued)');
  expect(noteOf(null, 0)).toBe('not determined: nothing has been accrued');
});

it('says how much was distributed before the opening balance', () => {
  const noteOf = (openingDistributed: string) =>
    balanceFigures({ ...line, openingDistributed }, 'USD', 'sources').find(
      ({ label }) => label === 'Carry distributed, USD',
    )?.note;
  expect(noteOf('400.00')).toBe('excludes 400.00 distributed before the opening balance');
  expect(noteOf('0.00')).toBeUndefined();
});
