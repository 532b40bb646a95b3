import { decimal, significantText } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import type { FigureName } from '../period/index.ts';
import { accountPeriods, statementDates } from '../capitalAccount/index.ts';
import { feePayersSuffix } from './formulas.ts';
import {
  bookOn,
  explainAccount,
  explainAverageIrr,
  explainInvestment,
  holdersOn,
  explainReturns,
  explainSubject,
  explainVintage,
  type PerformanceStep,
} from './index.ts';
import { countMatchingSteps, allCommitments, book, day, end, ledger, nameOf, valueOf } from './explanation.fixture.ts';

describe('the explanation of a figure', () => {
  const figures = [
    'commitment',
    'contributions',
    'distributions',
    'unfunded',
    'nav',
    'navBeforeCarry',
    'carryPaid',
  ] as const;
  const measured = [
    'irr',
    'dpi',
    'rvpi',
    'tvpi',
    'pic',
    'unrealized',
    'fairValue',
    'cost',
    'grossIrr',
    'grossMoic',
  ] as const;

  it.each<FigureName>([...figures, ...measured])('%s is the sum of its parts, down to the ledger entries', (name) => {
    const found = explainSubject({ subject: 'VEHICLE', id: 'fund', end, parts: [allCommitments], nameOf })!;
    expect(countMatchingSteps(found.tree(name)!)).toBeGreaterThan(0);
  });

  it.each(accountPeriods)('each row of the capital account and step of the bridge adds up: %s', (period) => {
    const step = explainAccount({ part: allCommitments, dates: statementDates(end, '12-31'), nameOf });
    const steps = [12, 13, 14, 21, 92, 93, 95, 104, 108, 114].map((row) => step([period, row])!);
    const bridge = ['opening', 'contributions', 'unrealized', 'closing'].map((row) => step(['bridge', period, row])!);
    for (const performanceStep of [...steps, ...bridge]) expect(countMatchingSteps(performanceStep)).toBeGreaterThan(0);
  });

  it.each(['invested', 'realized', 'fairValue', 'grossIrr', 'grossMoic'])(
    'of an investment: %s adds up over its holders',
    (name) => {
      const holdingIds = new Set(['steel']);
      const step = explainInvestment({ books: [book], holdingIds, end, nameOf })!;
      expect(countMatchingSteps(step(name)!)).toBeGreaterThan(0);
      expect(explainInvestment({ books: [book], holdingIds, end: day('2023-03-31'), nameOf })).toBeUndefined();
      // A late holder is left out.
      const late = { ...book, end: day('2022-09-30'), isOver: false };
      const rest = { books: [book, late], holdingIds, end };
      expect([explainInvestment({ ...rest, nameOf })!(name), holdersOn(rest).late]).toEqual([step(name), [late]]);
      // Carried forward, a late holder is included with its last figures, and a single one ends with them.
      const carrying = { ...rest, carriesForward: true };
      const both = explainInvestment({ ...carrying, nameOf })!(name)!;
      expect(countMatchingSteps(both)).toBeGreaterThan(0);
      expect(holdersOn(carrying)).toMatchObject({ carried: [late], late: [], until: end });
      const alone = { ...carrying, books: [late] };
      expect([holdersOn(alone).until, explainInvestment({ ...alone, nameOf }) === undefined]).toEqual([
        late.end,
        false,
      ]);
      if (name === 'invested' || name === 'realized' || name === 'fairValue')
        expect(valueOf(both.result)).toEqual(valueOf(step(name)!.result).mul(2));
    },
  );

  const returns = explainReturns({ book, nameOf });

  it('a return over several years opens with the NAV at that time, and is the fund’s own since inception', () => {
    const own = explainSubject({ subject: 'VEHICLE', id: 'fund', end, parts: [allCommitments], nameOf })!;
    const since = returns(['horizon', 'INCEPTION'])!;
    expect(since.result).toBe(significantText(own.figures.irr!));
    const year = returns(['horizon', '1Y'])!;
    expect(year.children.map(({ name }) => name)).toEqual([
      'NAV, for the fee-paying limited partners, on 2021-12-31',
      'NAV, for the fee-paying limited partners',
    ]);
    for (const performanceStep of [since, year]) expect(countMatchingSteps(performanceStep)).toBeGreaterThan(1);
    expect(returns(['horizon', '3Y'])).toMatchObject({
      result: null,
      note: 'Not applicable: the fund began later.',
    });
  });

  it('the line is explained with and without; without it a draw is a call', () => {
    const own = explainSubject({ subject: 'VEHICLE', id: 'fund', end, parts: [allCommitments], nameOf })!;
    expect(returns(['line', 'withIrr'])?.result).toBe(significantText(own.figures.irr!));
    expect(returns(['line', 'withTvpi'])?.result).toBe(significantText(own.figures.tvpi!));
    expect(returns(['line', 'balance'])?.result).toBe('30.00');
    for (const name of ['balance', 'withIrr', 'withTvpi', 'withoutIrr', 'withoutTvpi'])
      expect(countMatchingSteps(returns(['line', name])!)).toBeGreaterThan(0);
    const without = bookOn(
      { ...ledger, entries: ledger.entries.filter(({ type }) => !type.startsWith('LINE-')) },
      end,
    )!;
    expect(explainReturns({ book: without, nameOf })(['line', 'withIrr'])).toBeUndefined();
  });

  it('the total of several funds is their sum, and their average rate is the mean of their rates', () => {
    const average = explainAverageIrr([
      { name: 'One', irr: decimal('12.5') },
      { name: 'Two', irr: decimal('7.5') },
    ]);
    expect([average.result, average.inputs.map(({ name, value }) => `${name} ${value ?? ''}`)]).toEqual([
      '0.1',
      ['One 12.5', 'Two 7.5', 'funds 2'],
    ]);
    // The result is displayed as 10 percent, so the formula doesn't divide by 100.
    expect([average.unit, average.text]).toEqual([
      'rate',
      'average IRR = sum of the funds’ IRR in percent / number of funds with an IRR',
    ]);
    const fund = (name: string, paidIn: string, distributed: string, nav: string) => ({
      id: name,
      name,
      named: { id: name, name, reason: '', lastDate: null, carriedFrom: null },
      year: 2019,
      policy: null,
      currency: 'EUR',
      notDetermined: [],
      amounts: {
        commitment: decimal('100'),
        contributions: decimal(paidIn),
        distributions: decimal(distributed),
        recallable: decimal('5'),
        unfunded: decimal('10'),
        nav: decimal(nav),
      },
    });
    const step = explainVintage([fund('One', '80', '20.00', '100'), fund('Two', '20', '10.00', '20')], end, 'ILPA');
    expect([step('tvpi')?.result, step('commitment')?.result, step('nothing')]).toEqual(['1.5', '200.00', undefined]);
    for (const name of ['tvpi', 'dpi', 'rvpi', 'commitment', 'distributions', 'unfunded'])
      expect(countMatchingSteps(step(name)!)).toBeGreaterThan(0);
    const namesBelow = ({ children }: PerformanceStep): readonly unknown[] =>
      children.flatMap((child) => [child.name, ...namesBelow(child)]);
    expect(namesBelow(step('dpi')!)).toEqual([
      'Distributed',
      `Permanent distributions${feePayersSuffix}`,
      `Recallable distributions${feePayersSuffix}`,
      'Paid in',
      `Contributions${feePayersSuffix}`,
      `Recallable distributions${feePayersSuffix}`,
    ]);
  });
});
