import { describe, expect, it } from 'vitest';
import { decimal, unit } from '../../kernel/index.ts';
import { entity, exampleInput, flatTax, person, refusalTexts, source } from './example.fixture.ts';
import { type CarryFigures, computeDistribution, type DistributionResult } from './index.ts';
import { checkReconciliation } from './reconciliation.fixture.ts';

const result = computeDistribution(
  exampleInput({
    defaultEscrow: '10',
    sources: [
      source('F', '100.00', [
        ['a', '50'],
        ['firm', '50'],
      ]),
      source('G', '1.00', [['a', '100']]),
    ],
    participants: [{ ...person('a'), taxProfiles: [flatTax('t', '20')] }, person('b'), entity('firm', [['b', '100']])],
    adjustments: [{ sourceId: 'F', participantId: 'a', loanRepayment: '1', otherAdjustment: '2' }],
  }),
)._unsafeUnwrap();

/** Returns the same distribution with one figure off by one unit. */
function off(path: readonly (string | number)[]): DistributionResult {
  const change = (at: unknown, [step, ...rest]: readonly (string | number)[]): unknown => {
    if (step === undefined) return unit.plus(at as CarryFigures['net']);
    if (Array.isArray(at)) return at.map((item, i) => (i === step ? change(item, rest) : item));
    return { ...(at as object), [step]: change((at as Record<string, unknown>)[step], rest) };
  };
  return change(result, path) as DistributionResult;
}

const failing = (path: readonly (string | number)[]) => refusalTexts(checkReconciliation(off(path)));

describe('the reconciliation', () => {
  it('finds nothing in correct figures', () => {
    expect(checkReconciliation(result)).toEqual([]);
  });

  it('finds a wrong row and every wrong sum above it', () => {
    expect(failing(['sources', 0, 'details', 0, 'net'])).toEqual([
      'NOT_RECONCILED sources.0.details.0.net',
      'NOT_RECONCILED sources.0.net',
      'NOT_RECONCILED participants.0.net',
    ]);
    expect(failing(['sources', 0, 'details', 1, 'members', 0, 'escrow'])).toEqual([
      'NOT_RECONCILED sources.0.details.1.members.0.net',
      'NOT_RECONCILED sources.0.details.1.escrow',
      'NOT_RECONCILED participants.1.escrow',
    ]);
    expect(failing(['sources', 0, 'details', 0, 'taxAllocations', 0, 'amount'])).toEqual([
      'NOT_RECONCILED sources.0.details.0.tax',
    ]);
  });

  it('finds a wrong sum of a source, a participant or the total', () => {
    expect(failing(['sources', 1, 'adjustments'])).toEqual(['NOT_RECONCILED sources.1.adjustments']);
    expect(failing(['participants', 1, 'gross'])).toEqual([
      'NOT_RECONCILED participants.1.net',
      'NOT_RECONCILED participants.1.gross',
    ]);
    expect(failing(['totals', 'loanRepayment'])).toEqual([
      'NOT_RECONCILED totals.net',
      'NOT_RECONCILED totals.loanRepayment',
      'NOT_RECONCILED totals.adjustments',
    ]);
  });

  it('finds missing and extra participants', () => {
    expect(refusalTexts(checkReconciliation({ ...result, participants: result.participants.slice(1) }))).toEqual([
      'NOT_RECONCILED participants',
    ]);
    const invented = { ...result.participants[0]!, id: 'x' };
    expect(checkReconciliation({ ...result, participants: [...result.participants, invented] })).toHaveLength(6);
  });

  it('accepts rows without tax rows, as requests have them', () => {
    const figures = {
      gross: unit,
      tax: decimal(0),
      escrow: decimal(0),
      loanRepayment: decimal(0),
      otherAdjustment: decimal(0),
      net: unit,
    };
    const total = { ...figures, adjustments: decimal(0) };
    const details = [{ participantId: 'a', ...figures }];
    expect(
      checkReconciliation({ sources: [{ ...total, details }], participants: [{ id: 'a', ...figures }], totals: total }),
    ).toEqual([]);
  });
});
