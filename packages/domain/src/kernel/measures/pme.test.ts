import { addDays, calendarDate, createExplanations, decimal } from '@carrara/domain/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PublicMarketInput, publicMarketEquivalent } from './pme.ts';

const start = calendarDate('2021-01-01');
const yearEnd = (year: number) => addDays(start, 365 * year);

/** Creates yearly flows and index values. The last day is the date of the NAV. */
function yearly(flows: readonly number[], index: readonly number[], nav: number): PublicMarketInput {
  return {
    flows: flows.map((amount, year) => ({ date: yearEnd(year), amount: decimal(amount) })),
    index: index.map((value, year) => ({ date: yearEnd(year), value: decimal(value) })),
    nav: decimal(nav),
    asOf: yearEnd(index.length - 1),
  };
}
const codes = (input: PublicMarketInput) =>
  publicMarketEquivalent(input)
    ._unsafeUnwrapErr()
    .map(({ code }) => code);

describe('public market equivalent', () => {
  // Exact fractions, constructed from the formula of Kaplan and Schoar.
  it.each([
    ['equal to the index', yearly([-100, 0, 0], [100, 110, 121], 121), '1'],
    ['better', yearly([-100, -50, 80, 60], [100, 110, 99, 132], 60), '1.180555555555555555555555555555555555556'],
    ['worse', yearly([-100, 50], [100, 150], 70), '0.8'],
  ])('%s', (_, input, expected) => {
    expect(publicMarketEquivalent(input)._unsafeUnwrap().ksPme?.toString()).toBe(expected);
  });

  it('excess returned later reduces contributions and is not a distribution', () => {
    const { flows, ...rest } = yearly([-100, 11, 0], [100, 110, 121], 217.8);
    const ksOf = (isExcess: boolean) =>
      publicMarketEquivalent({ ...rest, flows: flows.map((flow, i) => ({ ...flow, isExcess: isExcess && i === 1 })) })
        ._unsafeUnwrap()
        .ksPme?.toString();
    // (217.80) / (100 x 1.21 - 11 x 1.1), and (11 x 1.1 + 217.80) / 121.
    expect([ksOf(true), ksOf(false)]).toEqual(['2', '1.9']);
  });

  it('a fund equal to the index has no alpha', () => {
    const { directAlpha } = publicMarketEquivalent(yearly([-100, 0, 0], [100, 110, 121], 121))._unsafeUnwrap();
    expect(directAlpha?.toNumber()).toBeCloseTo(0, 12);
  });

  it('alpha is the log of the growth above the index', () => {
    const { directAlpha } = publicMarketEquivalent(yearly([-100], [100, 120], 132))._unsafeUnwrap();
    expect(directAlpha?.toNumber()).toBeCloseTo(Math.log(1.1), 12);
  });

  it('alpha is the root itself, even if the rate has too few digits to show it', () => {
    // -1e9, and 0.157 a year later: ln(0.157 / 1e9), computed with thirty digits by another program.
    const { directAlpha } = publicMarketEquivalent(yearly([-1e9], [1, 1], 0.157))._unsafeUnwrap();
    expect(directAlpha!.minus('-22.57477531058024015079').abs().toNumber()).toBeLessThan(1e-11);
  });

  it('uses the latest index value before the day', () => {
    const input = yearly([-100], [100, 150], 150);
    const later = {
      ...input,
      asOf: addDays(input.asOf, 40),
      flows: [{ date: addDays(start, 100), amount: decimal(-100) }],
    };
    expect(publicMarketEquivalent(later)._unsafeUnwrap().ksPme?.toString()).toBe('1');
  });

  it('lists all errors', () => {
    const input = yearly([-100, 0, 5], [100, 0], 100);
    const index = [...input.index, { date: start, value: decimal(3) }];
    expect(codes({ ...input, index })).toEqual(['INDEX_NOT_POSITIVE', 'INDEX_DATE_TWICE', 'FLOW_AFTER_AS_OF']);
    expect(codes({ ...input, flows: [], index: [], asOf: start })).toEqual(['NO_INDEX_VALUE']);
    expect(
      codes({ ...input, flows: [{ date: addDays(start, -1), amount: decimal(-1) }], index: yearly([], [1], 0).index }),
    ).toEqual(['NO_INDEX_VALUE']);
  });

  it('says why there is no alpha, and no multiple without contributions', () => {
    const lost = publicMarketEquivalent(yearly([-100, 0], [100, 110], 0))._unsafeUnwrap();
    expect(lost).toMatchObject({ directAlpha: null, noDirectAlpha: { code: 'NO_SIGN_CHANGE' } });
    expect(lost.ksPme?.isZero()).toBe(true);
    expect(publicMarketEquivalent(yearly([5], [1, 1], 5))._unsafeUnwrap().ksPme).toBeNull();
    const nearly = { ...yearly([-1_000_000], [1, 1], 0.01), asOf: addDays(start, 1) };
    expect(publicMarketEquivalent(nearly)._unsafeUnwrap().noDirectAlpha?.code).toBe('TOTAL_LOSS');
  });

  it('explains both figures', () => {
    const explanations = createExplanations();
    publicMarketEquivalent(yearly([-100], [100, 120], 132), explanations);
    expect(explanations.list().map(({ formula }) => formula)).toEqual(['performance.ksPme', 'performance.directAlpha']);
  });

  it('for all indices: scaling changes nothing', () => {
    const values = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(values, fc.integer({ min: 2, max: 50 }), (index, scale) => {
        const plain = publicMarketEquivalent(yearly([-100, 30], index, 90))._unsafeUnwrap();
        const scaled = publicMarketEquivalent(
          yearly(
            [-100, 30],
            index.map((value) => value * scale),
            90,
          ),
        )._unsafeUnwrap();
        expect(scaled.ksPme!.toPrecision(30)).toBe(plain.ksPme!.toPrecision(30));
      }),
    );
  });
});
