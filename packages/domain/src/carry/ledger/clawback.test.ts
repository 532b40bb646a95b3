import { describe, expect, it } from 'vitest';
import { createExplanations, decimal, moneyText } from '../../kernel/index.ts';
import { type ClawbackInput, computeClawback } from './index.ts';

const NAMES = [
  'lpContributions',
  'lpDistributions',
  'carryPaid',
  'carryPercent',
  'lpPreferredDue',
  'taxPercent',
] as const;
const inputOf = (...texts: readonly string[]): ClawbackInput =>
  Object.fromEntries(NAMES.map((name, i) => [name, decimal(texts[i]!)]));

describe('a clawback', () => {
  // Checks the arithmetic of the two-test rule. No published results exist to compare with.
  it.each([
    ['whole-life excess', ['100', '140', '20', '20', '0', '0'], ['60.00', '8.00', '0.00', '8.00', '20.00', '8.00']],
    ['none', ['100', '180', '20', '20', '0', '0'], ['100.00', '0.00', '0.00', '0.00', '20.00', '0.00']],
    ['excess over 20 %', ['100', '110', '20', '20', '0', '0'], ['30.00', '14.00', '0.00', '14.00', '20.00', '14.00']],
    [
      'the shortfall binds',
      ['100', '125', '10', '20', '40', '0'],
      ['35.00', '3.00', '15.00', '10.00', '10.00', '10.00'],
    ],
    [
      'the cap after tax binds',
      ['100', '95', '20', '20', '0', '45'],
      ['15.00', '17.00', '5.00', '17.00', '11.00', '11.00'],
    ],
    [
      'a loss claws back everything',
      ['100', '85', '8', '20', '0', '0'],
      ['-7.00', '8.00', '15.00', '8.00', '8.00', '8.00'],
    ],
  ])('%s', (_, texts, expected) => {
    const clawback = computeClawback(inputOf(...texts));
    if (clawback.status !== 'determined') throw new Error(clawback.status);
    const { cumulativeProfit, excessCarry, lpShortfall, gross, cap, due } = clawback;
    expect([cumulativeProfit, excessCarry, lpShortfall, gross, cap, due].map(moneyText)).toEqual(expected);
  });

  it('is not determined, rather than zero, if any input is missing', () => {
    expect(computeClawback({ ...inputOf('1', '1', '1', '1', '1', '1'), carryPaid: undefined })).toEqual({
      status: 'notDetermined',
      missing: ['carryPaid'],
    });
    expect(computeClawback({})).toMatchObject({ missing: { length: 6 } });
  });

  it('explains itself', () => {
    const explanations = createExplanations();
    computeClawback(inputOf('100', '140', '20', '20', '0', '0'), explanations);
    expect(explanations.tree(['due'])!.children[0]).toMatchObject({ formula: 'clawback.excessCarry', result: '8.00' });
  });
});
