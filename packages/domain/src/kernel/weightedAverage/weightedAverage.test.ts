import { createExplanations, decimal } from '@carrara/domain/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type WeightedTranche, weightedAverage, weightedEvidence } from './weightedAverage.ts';

const tranche = (invested: number | string, effectives: Record<string, number | string>): WeightedTranche => ({
  investedAmount: decimal(invested),
  allocations: Object.entries(effectives).map(([participantId, value]) => ({
    participantId,
    effective: decimal(value),
  })),
});
const texts = (tranches: readonly WeightedTranche[]) =>
  weightedAverage(tranches)
    ._unsafeUnwrap()
    .map(({ participantId, effective }) => [participantId, effective.toString()]);
const codes = (tranches: readonly WeightedTranche[]) =>
  weightedAverage(tranches)
    ._unsafeUnwrapErr()
    .map(({ code }) => code);

describe('weighted-average allocation', () => {
  it('weighs by the invested amounts; a missing one counts as 0', () => {
    const tranches = [tranche(3_000, { ann: 10, ben: 5 }), tranche(1_000, { ann: 20 }), tranche(0, { cleo: 50 })];
    expect(texts(tranches)).toEqual([
      ['ann', '12.5'],
      ['ben', '3.75'],
      ['cleo', '0'],
    ]);
  });

  it('rounds to 10 decimals once', () => {
    expect(texts([tranche(1, { ann: 1 }), tranche(2, {})])).toEqual([['ann', '0.3333333333']]);
  });

  it('lists all errors', () => {
    const twice = {
      investedAmount: decimal(-1),
      allocations: [...tranche(1, { ann: 1 }).allocations, ...tranche(1, { ann: 2 }).allocations],
    };
    expect(codes([twice])).toEqual(['NEGATIVE_INVESTED_AMOUNT', 'PARTICIPANT_DUPLICATE']);
    expect(codes([tranche(0, { ann: 1 })])).toEqual(['NO_INVESTED_AMOUNT']);
    expect(codes([])).toEqual(['NO_INVESTED_AMOUNT']);
  });

  it('shows the contribution of each tranche', () => {
    const tranches = [tranche(3_000, { ann: 10, ben: 5 }), tranche(1_000, { ann: 20 })];
    const evidence = weightedEvidence(tranches)._unsafeUnwrap();
    expect(evidence.totalInvested.toString()).toBe('4000');
    expect(evidence.tranches.map(({ weight }) => weight.toString())).toEqual(['75', '25']);
    expect(evidence.tranches.map(({ weighted }) => weighted.map(String))).toEqual([['7.5', '3.75'], ['5']]);
    expect(evidence.participants.map(({ effective }) => effective.toString())).toEqual(['12.5', '3.75']);
  });

  it('explains itself with every tranche', () => {
    const explanations = createExplanations();
    weightedAverage([tranche(3, { ann: 10 }), tranche(1, {})], explanations);
    expect(explanations.tree(['participants', 0, 'effective'])?.inputs.map(({ value }) => value)).toEqual([
      '10',
      '0',
      '3.00',
      '1.00',
    ]);
  });

  it('for all tranches: is between the lowest and the highest, and does not change if tranches are equal', () => {
    const invested = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(invested, fc.integer({ min: 0, max: 100 })), { minLength: 1, maxLength: 8 }),
        (rows) => {
          const tranches = rows.map(([amount, effective]) => tranche(amount, { ann: effective }));
          const average = weightedAverage(tranches)._unsafeUnwrap()[0]!.effective.toNumber();
          const effectives = rows.map(([, effective]) => effective);
          expect(average).toBeGreaterThanOrEqual(Math.min(...effectives));
          expect(average).toBeLessThanOrEqual(Math.max(...effectives));
          expect(texts([...tranches, ...tranches])).toEqual(texts(tranches));
        },
      ),
    );
  });
});
