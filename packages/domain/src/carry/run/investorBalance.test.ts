import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExplanations, decimal, fromCents, numberText, toCents } from '../../kernel/index.ts';
import { exampleInput, person, refusalTexts } from './example.fixture.ts';
import {
  computeDistribution,
  distributionInputFromJson,
  distributionInputToJson,
  explainFigures,
  investorBalanceShares,
} from './index.ts';

const balances = (...amounts: readonly string[]) =>
  amounts.map((amount, i) => ({ participantId: `p${i}`, balance: decimal(amount) }));

describe('in investor-balance mode', () => {
  it('effective percentages are the parts of the positive balances', () => {
    const explanations = createExplanations();
    const shares = investorBalanceShares(
      decimal('90'),
      balances('100', '-50', '200'),
      [],
      explanations,
    )._unsafeUnwrap();
    expect(shares.map(({ effective }) => numberText(effective))).toEqual(['33.3333333333', '0', '66.6666666667']);
    expect(explanations.list()[0]).toMatchObject({ path: ['allocations', 0, 'effective'], result: '33.3333333333' });
  });

  it('a gross is explained down to the balances', () => {
    const allocations = investorBalanceShares(decimal('90'), balances('100', '200'))._unsafeUnwrap();
    const input = {
      ...exampleInput({ sources: [], participants: [person('p0'), person('p1')] }),
      sources: [{ id: 'F', netDistributableAmount: decimal('90'), allocations }],
    };
    const restored = distributionInputFromJson(distributionInputToJson(input));
    const { tree } = explainFigures(restored)._unsafeUnwrap()({ figure: 'gross', sourceId: 'F', participantId: 'p1' })!;
    expect(tree.result).toBe('60.00');
    expect(tree.formula).toBe('distribution.gross.balance');
    expect(tree.inputs.map(({ name, value }) => [name, value])).toEqual([
      ['amount', '90.00'],
      ['balance', '200.00'],
      ['total', '300.00'],
    ]);
  });

  it('a distribution above the balances is refused', () => {
    const refused = investorBalanceShares(decimal('300.01'), balances('100', '-50', '200'), ['sources', 2]);
    expect(refusalTexts(refused._unsafeUnwrapErr())).toEqual([
      'AMOUNT_ABOVE_BALANCES sources.2.netDistributableAmount',
    ]);
  });

  it('a distribution of zero balances is refused', () => {
    const shares = investorBalanceShares(decimal('0'), balances('0', '-1'))._unsafeUnwrap();
    expect(shares.map(({ effective }) => numberText(effective))).toEqual(['0', '0']);
  });

  const cents = fc.array(fc.integer({ min: 0, max: 1_000_000_00 }), { minLength: 1, maxLength: 20 });

  /** Returns the parts of an amount that participants get by their balances. */
  function grossOf(amount: number, balancesInCents: readonly number[]): readonly number[] {
    const netDistributableAmount = fromCents(BigInt(amount));
    const all = balancesInCents.map((units, i) => ({ participantId: `p${i}`, balance: fromCents(BigInt(units)) }));
    const allocations = investorBalanceShares(netDistributableAmount, all)._unsafeUnwrap();
    const input = exampleInput({ sources: [], participants: balancesInCents.map((_, i) => person(`p${i}`)) });
    const sources = [{ id: 'F', netDistributableAmount, allocations }];
    const result = computeDistribution({ ...input, sources })._unsafeUnwrap();
    return result.sources[0]!.details.map(({ gross }) => Number(toCents(gross)));
  }

  it('the whole amount is paid', () => {
    fc.assert(
      fc.property(cents, fc.double({ min: 0, max: 1, noNaN: true }), (amounts, part) => {
        const amount = Math.floor(amounts.reduce((sum, each) => sum + each, 0) * part);
        expect(grossOf(amount, amounts).reduce((sum, gross) => sum + gross, 0)).toBe(amount);
      }),
      { numRuns: 200 },
    );
  });

  it('each participant gets exactly its balance, at any size', () => {
    const accountBalances = balances('120123456679.00', '1.01');
    const netDistributableAmount = decimal('120123456680.01');
    const allocations = investorBalanceShares(netDistributableAmount, accountBalances)._unsafeUnwrap();
    const input = {
      ...exampleInput({ sources: [], participants: [person('p0'), person('p1')] }),
      sources: [{ id: 'F', netDistributableAmount, allocations }],
    };
    expect(computeDistribution(input)._unsafeUnwrap().sources[0]!.details[1]!.gross.toFixed(2)).toBe('1.01');
  });

  it('the total of the balances is paid to the cent', () => {
    fc.assert(
      fc.property(cents, (amounts) => {
        expect(
          grossOf(
            amounts.reduce((sum, each) => sum + each, 0),
            amounts,
          ),
        ).toEqual(amounts);
      }),
      { numRuns: 200 },
    );
  });
});
