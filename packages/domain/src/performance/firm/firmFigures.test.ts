import { describe, expect, it } from 'vitest';
import { decimal } from '../../kernel/index.ts';
import { firmFigures, largestFirst } from './index.ts';

const figuresOf = (
  texts: Readonly<
    Record<'commitment' | 'contributions' | 'distributions' | 'nav' | 'navCompared' | 'navBefore', string | null>
  >,
) => {
  const sums = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text === null ? null : decimal(text)]),
  ) as unknown as Parameters<typeof firmFigures>[0];
  return Object.fromEntries(
    Object.entries(firmFigures(sums)).map(([name, value]) => [name, value?.toString() ?? null]),
  );
};

describe("a firm's figures", () => {
  it('are parts of its commitment and contributions, and its NAV compared with the last quarter', () => {
    expect(
      figuresOf({
        commitment: '200.00',
        contributions: '150.00',
        distributions: '60.00',
        nav: '130.00',
        // One of the funds had no NAV to compare with.
        navCompared: '110.00',
        navBefore: '100.00',
      }),
    ).toEqual({
      totalCapitalCommitted: '200',
      totalContributions: '150',
      percentContributions: '75',
      totalDistributed: '60',
      percentDistributions: '40',
      totalFmv: '130',
      navChange: '10',
      navChangePercent: '10',
      totalNetCash: '-90',
    });
  });

  it('are null, never zero, if they depend on nothing or on an undetermined figure', () => {
    expect(
      figuresOf({
        commitment: '0.00',
        contributions: '0.00',
        distributions: '0.00',
        nav: '5.00',
        navCompared: '5.00',
        navBefore: '0.00',
      }),
    ).toMatchObject({ percentContributions: null, percentDistributions: null, navChange: '5', navChangePercent: null });
    expect(
      figuresOf({
        commitment: '10.00',
        contributions: '1.00',
        distributions: null,
        nav: null,
        navCompared: null,
        navBefore: null,
      }),
    ).toMatchObject({ totalDistributed: null, totalNetCash: null, navChange: null, navChangePercent: null });
  });

  it('are sorted by size, with undetermined ones last', () => {
    const amounts = [null, decimal('5'), decimal('70'), null, decimal('-1')];
    expect(amounts.toSorted(largestFirst).map((amount) => amount?.toString() ?? null)).toEqual([
      '70',
      '5',
      '-1',
      null,
      null,
    ]);
  });
});
