import { describe, expect, it } from 'vitest';
import { decimal } from '../../kernel/index.ts';
import { firmFigures, largestFirst } from './index.ts';

const amounts = (...texts: readonly (string | null)[]) => texts.map((text) => (text === null ? null : decimal(text)));
const figuresOf = (
  sums: readonly (string | null)[],
  pairs: Readonly<Record<'ofCommitment' | 'ofContributions' | 'navChange', readonly [string | null, string | null]>>,
) => {
  const [commitment = null, contributions = null, distributions = null, nav = null] = amounts(...sums);
  const pair = (name: keyof typeof pairs) => {
    const [part = null, whole = null] = amounts(...pairs[name]);
    return { part, whole };
  };
  const figures = firmFigures({
    commitment,
    contributions,
    distributions,
    nav,
    ofCommitment: pair('ofCommitment'),
    ofContributions: pair('ofContributions'),
    navChange: pair('navChange'),
  });
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, value?.toString() ?? null]));
};

describe("a firm's figures", () => {
  it('are parts of its commitment and contributions, and its NAV compared with the last quarter', () => {
    expect(
      figuresOf(['200.00', '150.00', '60.00', '130.00'], {
        ofCommitment: ['150.00', '200.00'],
        ofContributions: ['60.00', '150.00'],
        // One of the funds had no NAV to compare with.
        navChange: ['110.00', '100.00'],
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
      figuresOf(['0.00', '0.00', '0.00', '5.00'], {
        ofCommitment: ['0.00', '0.00'],
        ofContributions: ['0.00', '0.00'],
        navChange: ['5.00', '0.00'],
      }),
    ).toMatchObject({ percentContributions: null, percentDistributions: null, navChange: '5', navChangePercent: null });
    expect(
      figuresOf(['10.00', '1.00', null, null], {
        ofCommitment: ['1.00', '10.00'],
        ofContributions: [null, null],
        navChange: [null, null],
      }),
    ).toMatchObject({ totalDistributed: null, totalNetCash: null, navChange: null, navChangePercent: null });
  });

  it('have no ratio of totals that are of different funds', () => {
    expect(
      figuresOf(['200.00', '150.00', '60.00', null], {
        ofCommitment: ['150.00', '200.00'],
        // One of the funds reported no distributions.
        ofContributions: ['60.00', '120.00'],
        navChange: [null, null],
      }),
    ).toMatchObject({ percentContributions: '75', percentDistributions: null, totalNetCash: null });
    // A commitment is included although contributions of its fund weren't reported; the ratio covers the others.
    expect(
      figuresOf(['300.00', '150.00', '60.00', null], {
        ofCommitment: ['150.00', '200.00'],
        ofContributions: ['60.00', '150.00'],
        navChange: [null, null],
      }),
    ).toMatchObject({ totalCapitalCommitted: '300', percentContributions: '75', percentDistributions: '40' });
  });

  it('are sorted by size, with undetermined ones last', () => {
    const sizes = [null, decimal('5'), decimal('70'), null, decimal('-1')];
    expect(sizes.toSorted(largestFirst).map((amount) => amount?.toString() ?? null)).toEqual([
      '70',
      '5',
      '-1',
      null,
      null,
    ]);
  });
});
