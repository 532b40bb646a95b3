import { describe, expect, it } from 'vitest';
import { createExplanations, decimal, moneyText } from '../../kernel/index.ts';
import { computeRealization, computeRealizationDraft, type RealizationInput } from './index.ts';

const shares = (...list: readonly (readonly [string, string])[]) =>
  list.map(([participantId, effective]) => ({ participantId, effective: decimal(effective) }));
const input: RealizationInput = {
  sources: [
    { id: 'F', carry: decimal('100.00'), allocations: shares(['a', '33.3333'], ['b', '66.6667']) },
    { id: 'G', carry: decimal('0.01'), allocations: shares(['b', '50']) },
  ],
};

describe('a realization', () => {
  it("allocates each source's carry, and totals the carry", () => {
    const { sources, participants, totalCarry } = computeRealization(input)._unsafeUnwrap();
    expect(sources.map(({ distributed, unallocated }) => [moneyText(distributed), moneyText(unallocated)])).toEqual([
      ['100.00', '0.00'],
      ['0.01', '0.00'],
    ]);
    expect(participants.map(({ id, gross }) => [id, moneyText(gross)])).toEqual([
      ['a', '33.33'],
      ['b', '66.68'],
    ]);
    expect(moneyText(totalCarry)).toBe('100.01');
  });

  it('passes through entities', () => {
    const participants = [{ id: 'a' }, { id: 'b', members: shares(['a', '100']) }];
    const { participants: people, entities } = computeRealization({ ...input, participants })._unsafeUnwrap();
    expect(people.map(({ id, gross }) => [id, moneyText(gross)])).toEqual([['a', '100.01']]);
    expect(entities.map(({ id, gross }) => [id, moneyText(gross)])).toEqual([['b', '66.68']]);
  });

  it('is refused with every reason', () => {
    const refused = computeRealization({
      sources: [
        { id: 'F', carry: decimal('-1'), allocations: [] },
        { id: 'G', carry: decimal('0.001'), allocations: [] },
        { id: 'H', carry: decimal('1'), allocations: shares(['b', '100'], ['a', '-1']) },
        { id: 'I', carry: decimal('1'), allocations: shares(['e', '100']) },
      ],
      participants: [{ id: 'a' }, { id: 'b' }, { id: 'e', members: shares(['a', '1']) }],
    });
    expect(refused._unsafeUnwrapErr().map(({ code, path }) => `${code} ${path.join('.')}`)).toEqual([
      'MEMBERS_NOT_100 participants.2.members',
      'NEGATIVE_AMOUNT sources.0.carry',
      'MONEY_SCALE sources.1.carry',
      'PERCENT_RANGE sources.2.allocations.1.effective',
    ]);
  });

  it('explains its total', () => {
    const explanations = createExplanations();
    computeRealization(input, explanations)._unsafeUnwrap();
    expect(explanations.tree(['totalCarry'])).toMatchObject({ result: '100.01', formula: 'realization.totalCarry' });
    expect(explanations.tree(['participants', 1, 'gross'])!.children).toHaveLength(2);
  });

  it('explains each computable source even if one before it cannot be computed', () => {
    const explanations = createExplanations();
    const wrong = { id: 'W', carry: decimal('-1'), allocations: [] };
    const { result } = computeRealizationDraft({ sources: [wrong, ...input.sources] }, explanations);
    expect(moneyText(result.totalCarry)).toBe('100.01');
    const partsOf = (path: (string | number)[]) =>
      explanations.tree(path)!.inputs.map((input) => input.figure?.join('.'));
    expect(partsOf(['totalCarry'])).toEqual(['sources.1.carry', 'sources.2.carry']);
    expect(partsOf(['participants', 1, 'gross'])).toEqual(['sources.1.details.1.gross', 'sources.2.details.0.gross']);
  });
});
