import { expect, it } from 'vitest';
import { balanceFigures } from './balanceFigures.ts';

const line = { totalCarryDistributed: '10.00', carryBalance: null, clawback: null };
const labels = (of: typeof line | { clawback: string }) => balanceFigures(of, 'USD').map(({ label }) => label);

it('shows a clawback only where there is one', () => {
  expect(labels(line)).not.toContain('Clawback, USD');
  expect(labels({ clawback: '20000.00' })).toContain('Clawback, USD');
});

it('says of a balance without a figure that it is not determined', () => {
  const balance = balanceFigures(line, undefined).find(({ label }) => label === 'Carry balance');
  expect(balance).toMatchObject({ value: null, note: 'not determined' });
});
