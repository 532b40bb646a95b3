import { calendarDate, createExplanations, decimal, significantText } from '@carrara/domain/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averageIrr } from './averageIrr.ts';
import { changeSinceEntry } from './change.ts';
import { fundMultiples, multipleOnInvested } from './multiples.ts';
import { projection, versusProjection } from './projection.ts';

const money = fc.integer({ min: 1, max: 1_000_000_000 }).map((cents) => decimal(cents).div(100));

describe('multiples', () => {
  const multiplesOf = (contributions: string, distributions: string, nav: string) => {
    const totals = { contributions: decimal(contributions), distributions: decimal(distributions), nav: decimal(nav) };
    const { dpi, rvpi, tvpi } = fundMultiples(totals)._unsafeUnwrap();
    return [dpi, rvpi, tvpi].map((multiple) => multiple?.toFixed(6) ?? null);
  };

  // The totals of the cases in nikhillinit/Updog_restore, docs/lp-metrics.truth-cases.json.
  it.each([
    ['6000000', '1500000', '5000000', ['0.250000', '0.833333', '1.083333']],
    ['4000000', '2000000', '6000000', ['0.500000', '1.500000', '2.000000']],
    ['10000000', '5000000', '8000000', ['0.500000', '0.800000', '1.300000']],
    ['2000000', '0', '2000000', ['0.000000', '1.000000', '1.000000']],
    ['3000000', '3600000', '0', ['1.200000', '0.000000', '1.200000']],
    ['0', '500000', '2000000', [null, null, null]],
  ])('%s paid in, %s paid out, %s left', (contributions, distributions, nav, expected) => {
    expect(multiplesOf(contributions, distributions, nav)).toEqual(expected);
  });

  it('refuses a negative total of contributions', () => {
    const totals = { contributions: decimal(-1), distributions: decimal(0), nav: decimal(0) };
    expect(fundMultiples(totals)._unsafeUnwrapErr().code).toBe('NEGATIVE_CONTRIBUTIONS');
  });

  it('on invested capital includes realized and remaining value', () => {
    const figures = { realized: decimal(150), unrealized: decimal(50), invested: decimal(80) };
    expect(multipleOnInvested(figures)?.toString()).toBe('2.5');
    expect(multipleOnInvested({ ...figures, invested: decimal(0) })).toBeNull();
  });

  it('are explained, even if missing', () => {
    const explanations = createExplanations();
    fundMultiples({ contributions: decimal(0), distributions: decimal(5), nav: decimal(1) }, explanations);
    expect(explanations.tree(['tvpi'])).toMatchObject({ result: null, children: [{ formula: 'performance.dpi' }, {}] });
  });

  it('for all totals: scaling every amount changes nothing', () => {
    fc.assert(
      fc.property(money, money, money, (contributions, distributions, nav) => {
        const [plain, scaled] = [1, 7].map((by) =>
          fundMultiples({
            contributions: contributions.mul(by),
            distributions: distributions.mul(by),
            nav: nav.mul(by),
          }),
        );
        expect(significantText(scaled!._unsafeUnwrap().tvpi!)).toBe(significantText(plain!._unsafeUnwrap().tvpi!));
      }),
    );
  });
});

describe('average IRR', () => {
  it('is the mean of the existing rates, as a fraction', () => {
    expect(averageIrr([decimal('12.5'), null, decimal('7.5')])?.toString()).toBe('0.1');
  });

  it('does not exist without a rate', () => {
    expect(averageIrr([null])).toBeNull();
  });
});

describe('projection', () => {
  const averageInput = {
    start: calendarDate('2026-01-01'),
    end: calendarDate('2026-03-31'),
    rate: decimal(8),
    commitment: decimal(1_000_000),
  };

  it('is days x rate / 36500 x commitment', () => {
    expect(projection(averageInput)._unsafeUnwrap().toString()).toBe('19506.85');
  });

  it('refuses an end before the start', () => {
    expect(projection({ ...averageInput, end: calendarDate('2025-12-31') })._unsafeUnwrapErr().code).toBe(
      'DATES_REVERSED',
    );
  });

  it('compares a figure with the projection', () => {
    expect([11, 9, 10].map((actual) => versusProjection(decimal(10), decimal(actual)))).toEqual([
      'above',
      'below',
      'equal',
    ]);
  });
});

describe('change since entry', () => {
  it.each([
    ['100', '125', '25', '+'],
    ['100', '75', '25', '-'],
    ['-100', '-75', '25', '+'],
    ['100', '100', '0', ''],
    ['0', '0', '0', ''],
    ['0', '5', '100', '+'],
    ['0', '-5', '100', '-'],
    ['3', '4', '33.3333333333', '+'],
  ])('from %s to %s is %s %s', (entry, current, change, sign) => {
    const result = changeSinceEntry(decimal(entry), decimal(current));
    expect([result.change.toString(), result.sign]).toEqual([change, sign]);
  });
});
