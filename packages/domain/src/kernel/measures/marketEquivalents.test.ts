import {
  addDays,
  calendarDate,
  createExplanations,
  Decimal,
  decimal,
  roundMoney,
  significantText,
  zero,
} from '@carrara/domain/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MarketEquivalentInput, marketEquivalents } from './marketEquivalents.ts';
import { publicMarketEquivalent } from './pme.ts';
import { caseCount } from '../../testing/index.ts';

const runs = caseCount({ quick: 40, all: 200 });
const start = calendarDate('2021-01-01');
const dated = <T>(values: readonly T[], step = 365) =>
  values.map((value, i) => ({ date: addDays(start, step * i), value }));

function yearly(
  flows: readonly (number | string)[],
  index: readonly number[],
  nav: number,
  navs: readonly (number | null)[] = [],
): MarketEquivalentInput {
  return {
    flows: dated(flows).map(({ date, value }) => ({ date, amount: decimal(value) })),
    index: dated(index).map(({ date, value }) => ({ date, value: decimal(value) })),
    navs: dated(navs).flatMap(({ date, value }) => (value === null ? [] : [{ date, value: decimal(value) }])),
    nav: decimal(nav),
    asOf: addDays(start, 365 * (index.length - 1)),
  };
}
const found = (input: MarketEquivalentInput) => marketEquivalents(input)._unsafeUnwrap();
const text = (value: Decimal) => significantText(value);

describe('market equivalents', () => {
  it('of one fund by all five methods [performance worked example 1]', () => {
    const input: MarketEquivalentInput = {
      flows: ['2021:-100', '2022:-50', '2023:80', '2024:60'].map((flow) => {
        const [year, amount] = flow.split(':');
        return { date: calendarDate(`${year}-01-01`), amount: decimal(amount!) };
      }),
      index: [100, 110, 99, 132].map((value, i) => ({
        date: calendarDate(`${2021 + i}-01-01`),
        value: decimal(value),
      })),
      navs: [{ date: calendarDate('2023-01-01'), value: decimal(90) }],
      nav: decimal(60),
      asOf: calendarDate('2024-01-01'),
    };
    const { irr, longNickels, pmePlus, modified } = found(input);
    expect(text(irr._unsafeUnwrap())).toBe('0.135417043164');
    expect(text(longNickels.figure._unsafeUnwrap())).toBe(text(decimal(76).div(3)));
    expect(text(longNickels.rate._unsafeUnwrap())).toBe('0.0456115599907');
    expect(text(pmePlus.figure._unsafeUnwrap())).toBe('0.792');
    expect(text(pmePlus.rate._unsafeUnwrap())).toBe('0.0584174622555');
    expect(text(modified.figure._unsafeUnwrap())).toBe(text(decimal(864).div(17)));
    expect(text(modified.rate._unsafeUnwrap())).toBe('0.0551706621396');
    const { ksPme, directAlpha } = publicMarketEquivalent(input)._unsafeUnwrap();
    expect([text(ksPme!), text(directAlpha!)]).toEqual([text(decimal(85).div(72)), '0.0749186165595']);
  });

  // Published: IRR 6.43%, Long-Nickels 5.30% (performance worked example 1, flows 365 days apart).
  it('Long and Nickels as published', () => {
    const { irr, longNickels } = found(yearly([-100, -50, 60, 10], [100, 105, 115, 117, 120], 110));
    const percent = (value: Decimal) => value.mul(100).toFixed(2);
    expect([percent(irr._unsafeUnwrap()), percent(longNickels.rate._unsafeUnwrap())]).toEqual(['6.43', '5.30']);
  });

  it('are not determined if the balance would be negative, nothing was distributed, or a value is missing', () => {
    const rich = found(yearly([-100, 300], [100, 110, 121], 10));
    expect(rich.longNickels.rate._unsafeUnwrapErr().code).toBe('SHORT_POSITION');
    expect(rich.longNickels.figure._unsafeUnwrap().isNegative()).toBe(true);
    expect(rich.modified.rate._unsafeUnwrapErr().code).toBe('NAV_MISSING');
    const retained = found(yearly([-100], [100, 110], 90));
    expect(retained.pmePlus.rate._unsafeUnwrapErr().code).toBe('NO_DISTRIBUTION');
    expect(retained.modified.rate._unsafeUnwrap().toNumber()).toBeCloseTo(0.1, 12);
    const dear = found(yearly([-100, 10], [100, 110], 200));
    expect(dear.pmePlus.rate._unsafeUnwrapErr().code).toBe('SHORT_POSITION');
  });

  it('roll an earlier NAV forward to a distribution', () => {
    const values = [null, 130, null, null];
    const rolled = found(yearly([-100, 0, 40, 0], [100, 110, 121, 133], 100, values));
    const exact = found(yearly([-100, 0, 40, 0], [100, 110, 121, 133], 100, [null, null, 90, null]));
    expect(text(rolled.modified.rate._unsafeUnwrap())).toBe(text(exact.modified.rate._unsafeUnwrap()));
  });

  it('warn of an index value that is over 7 days old [performance 5]', () => {
    const index = [0, 7, 20].map((day) => ({ date: addDays(start, day), value: decimal(100 + day) }));
    const flows = [
      { date: addDays(start, 14), amount: decimal(-100) },
      { date: addDays(start, 15), amount: decimal(-100) },
    ];
    const { warnings } = publicMarketEquivalent({
      flows,
      index,
      nav: decimal(210),
      asOf: addDays(start, 20),
    })._unsafeUnwrap();
    expect(warnings).toMatchObject([{ code: 'INDEX_STALE', path: ['flows', 1, 'date'] }]);
  });

  it('explain every figure', () => {
    const explanations = createExplanations();
    marketEquivalents(yearly([-100, 40, 30], [100, 110, 121], 50, [null, 80]), explanations);
    for (const path of [
      ['longNickels', 'figure'],
      ['pmePlus', 'rate'],
      ['modified', 'figure'],
      ['fund', 'rate'],
    ]) {
      expect(explanations.tree(path), path.join()).toBeDefined();
    }
  });

  const steps = fc.array(
    fc.record({
      contribution: fc.integer({ min: 0, max: 1_000_000 }),
      part: fc.integer({ min: 0, max: 90 }),
      index: fc.integer({ min: 50, max: 400 }),
    }),
    { minLength: 3, maxLength: 12 },
  );

  it('for all funds equal to the index: LN = mPME = IRR, KS = L = 1', () => {
    fc.assert(
      fc.property(steps, (generated) => {
        let nav = zero;
        let before = generated[0]!.index;
        const rows = generated.map(({ contribution, part, index }, i) => {
          nav = nav
            .mul(index)
            .div(before)
            .plus(i === 0 ? contribution + 1 : contribution);
          const distribution = i === 0 ? zero : roundMoney(nav.mul(part).div(100));
          nav = nav.minus(distribution);
          before = index;
          return { contribution: i === 0 ? contribution + 1 : contribution, distribution, index, nav };
        });
        const days = dated(rows, 200);
        const input: MarketEquivalentInput = {
          flows: days.flatMap(({ date, value }) => [
            { date, amount: decimal(-value.contribution) },
            { date, amount: value.distribution },
          ]),
          index: days.map(({ date, value }) => ({ date, value: decimal(value.index) })),
          navs: days.map(({ date, value }) => ({ date, value: value.nav })),
          nav,
          asOf: days.at(-1)!.date,
        };
        const { irr, longNickels, pmePlus, modified } = found(input);
        expect(publicMarketEquivalent(input)._unsafeUnwrap().ksPme!.toNumber()).toBeCloseTo(1, 12);
        pmePlus.figure.map((l) => expect(l.toNumber()).toBeCloseTo(1, 12));
        for (const rate of [longNickels.rate, modified.rate]) {
          expect(rate.isErr()).toBe(irr.isErr());
          if (rate.isErr() || irr.isErr()) continue;
          const allowed = Decimal.max(1, irr.value.abs()).mul('1e-9');
          expect(rate.value.minus(irr.value).abs().lte(allowed)).toBe(true);
        }
      }),
      { numRuns: runs },
    );
  });
});
