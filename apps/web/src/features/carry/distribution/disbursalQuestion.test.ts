import { expect, it } from 'vitest';
import { disbursalQuestion, disbursedTotal } from './disbursalQuestion.ts';

const run = {
  name: 'Year end',
  currency: null,
  numberOfParticipants: 1,
  reversalOf: null,
  reconciliation: { grossCarryDistributed: '1000.00', netCarryDistributed: '900.00' } as never,
};

it('says that a reversal reverses a payment', () => {
  const reconciliation = { grossCarryDistributed: '-1000.00', netCarryDistributed: '-900.00' } as never;
  expect(disbursedTotal(run)).toBe('gross 1,000.00, net 900.00, to 1 payee');
  expect(disbursedTotal({ ...run, reconciliation, reversalOf: { id: 'd1', name: 'Year end' } })).toBe(
    'the reversal of Year end, which takes back a payment: gross (1,000.00), net (900.00), from 1 payee',
  );
});

it('does not promise that a reversal can be reversed', () => {
  const reversal = { ...run, reversalOf: { id: 'd1', name: 'Year end' } };
  expect(disbursalQuestion(run).text).toMatch(/After that, only a reversal can undo it\.$/);
  expect(disbursalQuestion(reversal).text).toMatch(/ A reversal can’t be undone\.$/);
});
