import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExplanations, decimal, fromCents, numberText } from '../kernel/index.ts';
import { exampleInput, person, refusalTexts } from './example.fixture.ts';
import { computeDistribution, investorBalanceShares } from './index.ts';

const balances = (...amounts: readonly string[]) =>
  amounts.map((amount, i) => ({ participantId: `p${i}`, balance: decimal(amount) }));

describe('in investor-balance mode', () => {
  it('effectives are the parts of the balances above zero', () => {
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

  it('no more can be distributed than the balances hold', () => {
    const refused = investorBalanceShares(decimal('300.01'), balances('100', '-50', '200'), ['sources', 2]);
    expect(refusalTexts(refused._unsafeUnwrapErr())).toEqual([
      'AMOUNT_ABOVE_BALANCES sources.2.netDistributableAmount',
    ]);
  });

  it('nothing can be distributed of nothing', () => {
    const shares = investorBalanceShares(decimal('0'), balances('0', '-1'))._unsafeUnwrap();
    expect(shares.map(({ effective }) => numberText(effective))).toEqual(['0', '0']);
  });

  it('the whole amount is paid', () => {
    const cents = fc.array(fc.integer({ min: 0, max: 1_000_000_00 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(cents, fc.double({ min: 0, max: 1, noNaN: true }), (amounts, part) => {
        const held = amounts.reduce((sum, amount) => sum + amount, 0);
        const amount = fromCents(BigInt(Math.floor(held * part)));
        const all = amounts.map((units, i) => ({ participantId: `p${i}`, balance: fromCents(BigInt(units)) }));
        const allocations = investorBalanceShares(amount, all)._unsafeUnwrap();
        const input = exampleInput({ sources: [], participants: amounts.map((_, i) => person(`p${i}`)) });
        const sources = [{ id: 'F', netDistributableAmount: amount, allocations }];
        const { totals } = computeDistribution({ ...input, sources })._unsafeUnwrap();
        expect(totals.gross.eq(amount)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
