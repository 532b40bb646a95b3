import { describe, expect, it } from 'vitest';
import {
  createExplanations,
  type Decimal,
  decimal,
  defineFormula,
  figure,
  hundred,
  type Recorder,
  roundMoney,
} from './index.ts';

const shareFormula = defineFormula({
  id: 'test.share',
  text: 'share = amount x percent / 100',
  inputs: { amount: 'money', percent: 'percent' },
  result: 'money',
  rounding: 'half away from zero, to cents',
  source: 'this test',
});
const totalFormula = defineFormula({
  id: 'test.total',
  text: 'total = sum of the shares',
  inputs: { share: 'money', count: 'count', rate: 'rate', note: 'text' },
  result: 'money',
  source: 'this test',
});

function shareOf(amount: Decimal, percent: Decimal, explain?: Recorder): Decimal {
  const share = roundMoney(amount.mul(percent).div(hundred));
  explain?.record(['share'], shareFormula, { amount, percent }, share);
  return share;
}

function totalOf(amounts: readonly Decimal[], explain?: Recorder): Decimal {
  const shares = amounts.map((amount, i) => shareOf(amount, decimal('12.5'), explain?.within(['rows', i])));
  const total = shares.reduce((sum, share) => sum.plus(share));
  const share = shares.map((value, i) => figure(['rows', i, 'share'], value));
  explain?.record(['total'], totalFormula, { share, count: shares.length, rate: decimal(1).div(3), note: null }, total);
  return total;
}

describe('an explanation', () => {
  it('changes no figure', () => {
    const amounts = [decimal('10'), decimal('0.2')];
    expect(totalOf(amounts).eq(totalOf(amounts, createExplanations()))).toBe(true);
  });

  it('contains the formula, the named inputs and the rounding of each figure', () => {
    const explanations = createExplanations();
    shareOf(decimal('0.2'), decimal('12.5'), explanations);
    expect(explanations.list()).toEqual([
      {
        path: ['share'],
        formula: 'test.share',
        text: 'share = amount x percent / 100',
        inputs: [
          { name: 'amount', value: '0.20', unit: 'money' },
          { name: 'percent', value: '12.5', unit: 'percent' },
        ],
        result: '0.03',
        unit: 'money',
        rounding: 'half away from zero, to cents',
        source: 'this test',
      },
    ]);
  });

  it('nests computed inputs under the figure that uses them', () => {
    const explanations = createExplanations();
    totalOf([decimal('10'), decimal('0.2')], explanations);
    const tree = explanations.tree(['total'])!;
    expect(tree.inputs.map(({ name, value }) => [name, value])).toEqual([
      ['share 1', '1.25'],
      ['share 2', '0.03'],
      ['count', '2'],
      ['rate', '0.333333333333'],
      ['note', null],
    ]);
    expect(tree.children.map(({ path, result }) => [path, result])).toEqual([
      [['rows', 0, 'share'], '1.25'],
      [['rows', 1, 'share'], '0.03'],
    ]);
    expect(explanations.tree(['rows', 5])).toBeUndefined();
  });

  it('resolves references from elsewhere, and supports figures that refer to each other', () => {
    const explanations = createExplanations();
    const values = { amount: figure(['..', '..', 'a'], decimal(1)), percent: figure(['missing'], decimal(2)) };
    explanations.within(['rows', 1]).record(['b'], shareFormula, values, decimal(3));
    explanations.record(['a'], shareFormula, { amount: figure(['rows', 1, 'b'], decimal(3)), percent: hundred }, null);
    const tree = explanations.tree(['rows', 1, 'b'])!;
    expect(tree.inputs[1]!.figure).toEqual(['rows', 1, 'missing']);
    expect(tree.children.map(({ path, result, children }) => [path, result, children])).toEqual([[['a'], null, []]]);
  });
});
