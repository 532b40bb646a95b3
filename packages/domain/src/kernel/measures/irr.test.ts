import {
  calendarDate,
  createExplanations,
  dayNumber,
  decimal,
  fromDayNumber,
  significantText,
} from '@carrara/domain/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactPresentValue, isTrueRate } from './exactPresentValue.laws.ts';
import { type CashFlow, seriesOfCents } from './flowSeries.ts';
import { internalRateOfReturn, rateOfSeries } from './irr.ts';
import { publishedRates } from './publishedRates.laws.ts';
import { caseCount, isThorough } from '../../testing/index.ts';

const runs = caseCount({ quick: 30, all: 150 });

/** Parses flows such as '2021-01-01:-100 2022-01-01:110'. */
function flowsOf(text: string): CashFlow[] {
  return text
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => {
      const [date, amount] = part.split(':') as [string, string];
      return { date: calendarDate(date), amount: decimal(amount) };
    });
}

const answer = (flows: readonly CashFlow[]) => internalRateOfReturn(flows);
const codeOf = (text: string) => answer(flowsOf(text))._unsafeUnwrapErr().code;
const rootsOf = (text: string) =>
  answer(flowsOf(text))
    ._unsafeUnwrap()
    .roots.map((root) => root.toNumber());

describe('internal rate of return', () => {
  it('is 10 % when 100 becomes 110 in a year', () => {
    const result = answer(flowsOf('2021-01-01:-100 2022-01-01:110'))._unsafeUnwrap();
    expect(significantText(result.irr)).toBe('0.1');
    expect(result).toMatchObject({ multiple: false, underOneYear: false });
  });

  it('nets the flows of a day, drops zeros and sorts', () => {
    const plain = rootsOf('2021-01-01:-100 2022-01-01:110');
    expect(rootsOf('2022-01-01:60 2021-06-01:0 2021-01-01:-150 2022-01-01:50 2021-01-01:50')).toEqual(plain);
    expect(rootsOf('2020-01-01:5 2020-01-01:-5 2021-01-01:-100 2022-01-01:110')).toEqual(plain);
  });

  it.each([
    ['nothing', ''],
    ['one flow', '2021-01-01:-100'],
    ['only paid in', '2021-01-01:-100 2022-01-01:-1'],
    ['all lost', '2021-01-01:-100 2022-01-01:0'],
    ['one day', '2021-01-01:-100 2021-01-01:120'],
  ])('refuses flows without a change of sign: %s', (_, flows) => {
    expect(codeOf(flows)).toBe('NO_SIGN_CHANGE');
  });

  it('lists every rate and selects the one nearest to 10 %', () => {
    const result = answer(flowsOf('2021-01-01:-100 2022-01-01:230 2023-01-01:-132'))._unsafeUnwrap();
    expect(result.roots.map(significantText)).toEqual(['0.1', '0.2']);
    expect(result.multiple).toBe(true);
    expect(significantText(result.irr)).toBe('0.1');
  });

  it('finds a rate at which the value only touches zero, and distinguishes it from two rates and from none', () => {
    expect(rootsOf('2021-01-01:-100 2022-01-01:220 2023-01-01:-121')).toEqual([0.1]);
    expect(rootsOf('2021-01-01:-100 2022-01-01:220.000000000001 2023-01-01:-121')).toHaveLength(2);
    expect(codeOf('2021-01-01:-100 2022-01-01:219.999999999999 2023-01-01:-121')).toBe('NO_ROOT');
    expect(rootsOf('2021-01-01:-1000 2022-01-01:3300 2023-01-01:-3630 2024-01-01:1331')).toEqual([0.1]);
    expect(rootsOf('2021-01-01:1 2021-01-02:-4 2021-01-03:6 2021-01-04:-4 2021-01-05:1')).toEqual([0]);
  });

  it('resolves cases that doubles cannot, even for unsorted flows and two on a day', () => {
    expect(rootsOf('2023-01-01:-121 2022-01-01:110 2021-01-01:-100 2022-01-01:110')).toEqual([0.1]);
  });

  it('reports a rate that exists only above the limit', () => {
    const refusal = answer(flowsOf('2016-01-01:-100 2016-01-02:150 2016-01-06:-100 2016-01-09:200'))._unsafeUnwrapErr();
    expect(refusal.code).toBe('NO_ROOT');
    expect(refusal.detail).toBe('The return is above 100,000,000,000,000% per year, the highest rate computed.');
    expect(codeOf('2021-01-01:-1 2021-01-02:99999999999999999999')).toBe('NO_ROOT');
    const failure = answer(flowsOf('2021-01-01:-100 2022-01-01:219.999999999999 2023-01-01:-121'))._unsafeUnwrapErr();
    expect(failure.detail).toBe('These cash flows don’t break even at any annual rate, so they have no IRR.');
  });

  it('returns -100 % if no digit of the rate differs from it', () => {
    const loss = flowsOf('2021-01-01:-99999999999999999999 2021-01-02:0.000000000001');
    expect(answer(loss)._unsafeUnwrap().roots.map(Number)).toEqual([-1]);
    // Two rates, at 1 + r of 1e-1231 and of 1e-45.
    const two = flowsOf('2021-01-01:1777311.81 2021-01-03:-999999.99 2021-01-05:0.18');
    expect(answer(two)._unsafeUnwrap().roots.map(Number)).toEqual([-1]);
    expect([loss, two].map((flows) => isTrueRate(flows, decimal(-1)))).toEqual([true, true]);
    expect(isTrueRate(flowsOf('2021-01-01:-100 2022-01-01:110'), decimal(-1))).toBe(false);
  });

  it('notes a span under a year', () => {
    expect(answer(flowsOf('2021-01-01:-100 2021-12-31:110'))._unsafeUnwrap().underOneYear).toBe(true);
  });

  it('explains itself', () => {
    const explanations = createExplanations();
    internalRateOfReturn(flowsOf('2021-01-01:-100 2022-01-01:110'), explanations);
    expect(explanations.tree(['irr'])).toMatchObject({ formula: 'performance.irr', result: '0.1' });
  });
});

describe.each(publishedRates)('rates of $source', ({ cases }) => {
  it.each(cases)('%s', (_, flows, expected) => {
    const result = answer(flowsOf(flows));
    if (result.isErr()) {
      expect(result.error.code).toBe(expected);
      return;
    }
    const rates = expected.split(' ').map(Number);
    expect(result.value.roots).toHaveLength(rates.length);
    result.value.roots.forEach((root, i) => {
      expect(Math.abs(root.toNumber() - rates[i]!)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(rates[i]!)));
      expect(isTrueRate(flowsOf(flows), root)).toBe(true);
    });
  });
});

describe('incorrect published rates are not reproduced', () => {
  it('divides by 365 days, not 365.25', () => {
    expect(rootsOf('2020-01-01:-10000000 2025-01-01:25000000')[0]).toBeCloseTo(0.200883499378274, 12);
  });

  it('finds the single huge rate where the source reports none', () => {
    const [rate] = rootsOf('2020-01-01:-100000 2020-01-15:250000 2020-02-01:-180000 2020-03-01:100000');
    expect(rate! / 2_013_892.573875 - 1).toBeCloseTo(0, 9);
  });
});

const cents = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }).map((value) => decimal(value).div(100));
const series = (length: { minLength: number; maxLength: number }, lastDay: number, amount = cents) =>
  fc.array(
    fc.record({ date: fc.integer({ min: 0, max: lastDay }).map((day) => fromDayNumber(day + 10_000)), amount }),
    length,
  );

describe('for all flows', () => {
  it('every rate is accurate to 1e-12 by exact evaluation', () => {
    fc.assert(
      fc.property(series({ minLength: 2, maxLength: 25 }, 4_000), (flows) => {
        answer(flows).map(({ roots }) => roots.forEach((root) => expect(isTrueRate(flows, root)).toBe(true)));
      }),
      { numRuns: runs, interruptAfterTimeLimit: 3_000 + runs * 20, endOnFailure: true },
    );
  });

  it('huge and tiny amounts have the same precision', () => {
    const wild = fc
      .tuple(fc.constantFrom('-', ''), fc.bigInt({ min: 1n, max: 10n ** 32n - 1n }), fc.integer({ min: 0, max: 30 }))
      .map(([sign, digits, drop]) => decimal(`${sign}${digits / 10n ** BigInt(drop) + 1n}`).div('1e12'));
    fc.assert(
      fc.property(series({ minLength: 2, maxLength: 8 }, 11_000, wild), (flows) => {
        answer(flows).map(({ roots }) => roots.forEach((root) => expect(isTrueRate(flows, root)).toBe(true)));
      }),
      { numRuns: runs, interruptAfterTimeLimit: 3_000 + runs * 20, endOnFailure: true },
    );
  });

  it('the value at the rate is zero to 1e-9 of the largest flow', () => {
    fc.assert(
      fc.property(series({ minLength: 2, maxLength: 30 }, 4_000), (flows) => {
        answer(flows).map(({ irr }) => {
          if (irr.lt('-0.9')) return;
          const largest = flows.reduce((most, { amount }) => (amount.abs().gt(most) ? amount.abs() : most), decimal(0));
          expect(exactPresentValue(flows, irr).abs().lte(largest.mul('1e-9'))).toBe(true);
        });
      }),
      { numRuns: runs, interruptAfterTimeLimit: 3_000 + runs * 20, endOnFailure: true },
    );
  });

  it('every root found by a fine scan is listed', () => {
    fc.assert(
      fc.property(series({ minLength: 3, maxLength: 12 }, 2_500), (flows) => {
        const listed = answer(flows)
          .map(({ roots }) => roots.map((root) => Math.log1p(root.toNumber())))
          .unwrapOr([]);
        for (const [low, high] of scan(flows)) {
          expect(listed.some((x) => x >= low - 1e-9 && x <= high + 1e-9)).toBe(true);
        }
      }),
      { numRuns: runs, interruptAfterTimeLimit: 3_000 + runs * 20, endOnFailure: true },
    );
  });

  it('days and cents give the same rates as dates and decimals, in any order', () => {
    fc.assert(
      fc.property(series({ minLength: 1, maxLength: 30 }, 40), (flows) => {
        const days = flows.map(({ date }) => dayNumber(date));
        const cents = flows.map(({ amount }) => amount.mul(100).toNumber());
        const expected = answer(flows);
        const found = rateOfSeries(seriesOfCents({ days, cents }));
        expect(found.isErr() && found.error.code).toBe(expected.isErr() && expected.error.code);
        found.map(({ roots }) => {
          expect(roots).toHaveLength(expected._unsafeUnwrap().roots.length);
          roots.forEach((root) => expect(isTrueRate(flows, root)).toBe(true));
        });
      }),
      { numRuns: runs },
    );
  });

  it('reordering, scaling or negating the flows does not change the rate', () => {
    fc.assert(
      fc.property(series({ minLength: 2, maxLength: 12 }, 3_000), (flows) => {
        const expected = answer(flows);
        for (const changed of [
          [...flows].reverse(),
          flows.map(({ date, amount }) => ({ date, amount: amount.mul(-1_000) })),
        ]) {
          const found = answer(changed);
          if (expected.isErr() || found.isErr()) {
            expect(found.isErr() && found.error.code).toBe(expected.isErr() && expected.error.code);
            continue;
          }
          expect(found.value.roots).toHaveLength(expected.value.roots.length);
          // Each root is accurate to 1e-12, relative to itself or to one. A rate near zero has no more digits than that.
          found.value.roots.forEach((root, i) => {
            const other = expected.value.roots[i]!;
            const allowed = decimal('2e-12').mul(other.abs().plus(1));
            expect(root.minus(other).abs().lte(allowed)).toBe(true);
          });
        }
      }),
      { numRuns: runs, interruptAfterTimeLimit: 3_000 + runs * 20, endOnFailure: true },
    );
  });
});

describe('years of daily flows', () => {
  const years = isThorough ? 30 : 3;

  it.each([
    ['of either sign at random', (i: number) => ((i * 7_919) % 20_011) - 10_000],
    ['alternating, nearly canceling', (i: number) => (i % 2 === 0 ? -1 : 1) * (1_000 + (i % 7))],
    ['paid in first, then received', (i: number) => (i < 133 * years ? -100 : 101)],
  ])(
    '%s: exact rate',
    (_, amountOf) => {
      const flows = Array.from({ length: 365 * years }, (__, i) => ({
        date: fromDayNumber(i),
        amount: decimal(amountOf(i)),
      }));
      answer(flows).map(({ irr }) => expect(isTrueRate(flows, irr)).toBe(true));
    },
    60_000,
  );
});

/** Finds intervals of ln(1 + r) in which the value changes sign, by stepping through them in doubles. Each side is relative to its largest term. */
function scan(flows: readonly CashFlow[]): [number, number][] {
  const first = [...flows].map(({ date }) => date).sort()[0]!;
  const day = (date: string) => (Date.parse(date) - Date.parse(first)) / 86_400_000;
  const netted = new Map<number, number>();
  for (const { date, amount } of flows)
    netted.set(day(date), (netted.get(day(date)) ?? 0) + amount.times(100).toNumber());
  const sides = [1, -1].map((sign) => [...netted].filter(([, amount]) => amount * sign > 0));
  const log = (side: [number, number][], x: number) => {
    const logs = side.map(([days, amount]) => Math.log(Math.abs(amount)) - (x * days) / 365);
    const largest = Math.max(...logs);
    return largest + Math.log(logs.reduce((sum, value) => sum + Math.exp(value - largest), 0));
  };
  if (sides[0]!.length === 0 || sides[1]!.length === 0) return [];
  const found: [number, number][] = [];
  let before = 0;
  for (let step = 0; step <= 4_000; step++) {
    const x = -25 + step / 80;
    const value = log(sides[0]!, x) - log(sides[1]!, x);
    if (step > 0 && Math.abs(value) > 1e-9 && Math.sign(value) === -Math.sign(before)) found.push([x - 1 / 80, x]);
    if (Math.abs(value) > 1e-9) before = value;
  }
  return found;
}
