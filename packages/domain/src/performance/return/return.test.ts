import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calendarDate,
  createExplanations,
  dayNumber,
  decimal,
  err,
  fail,
  ok,
  significantText,
} from '../../kernel/index.ts';
import { averageIrr } from '../../kernel/measures/index.ts';
import {
  type Account,
  centFlows,
  feePaying,
  type Horizon,
  horizonStart,
  convertAccount,
  investorMultiples,
  isTvpiContradicted,
  type MultiplePolicy,
  moneyToCents,
  navOnDay,
  periodReturn,
  pooledReturn,
  rateOfReturn,
  subscriptionLine,
} from './index.ts';
import { caseCount } from '../../testing/index.ts';

const runs = caseCount({ quick: 40, all: 200 });
const day = (text: string) => dayNumber(calendarDate(text));
/** Parses flows such as '2021-01-01:-100 2022-01-01:110'. */
const cash = (text: string) =>
  centFlows(
    text
      .split(' ')
      .filter((part) => part !== '')
      .map((part) => part.split(':') as [string, string])
      .map(([date, amount]) => ({ date: calendarDate(date), amount: decimal(amount) })),
  );
const cents = (amount: string) => moneyToCents(decimal(amount));
const account = (flows: string, closing: string | null, opening: string | null = null): Account => ({
  flows: cash(flows),
  opening: opening === null ? null : cents(opening),
  closing: closing === null ? null : cents(closing),
});
const since = (to: string, from: string | null = null) => ({ from: from === null ? null : day(from), to: day(to) });
const rate = (found: ReturnType<typeof periodReturn>) => {
  const value = found._unsafeUnwrap();
  return value === null ? null : significantText(value.rate);
};
const codes = (found: ReturnType<typeof periodReturn>) => found._unsafeUnwrapErr().map(({ code }) => code);

describe('rate of return', () => {
  it('is not annualized below 365 days [performance 4]', () => {
    const short = rateOfReturn(cash('2025-01-01:-100 2025-04-01:90'))._unsafeUnwrap();
    expect(short).toMatchObject({ annualized: false, days: 90 });
    expect(significantText(short.rate)).toBe('-0.1');
    const year = rateOfReturn(cash('2025-01-01:-100 2026-01-01:90'))._unsafeUnwrap();
    expect(year).toMatchObject({ annualized: true, days: 365 });
    expect(significantText(year.rate)).toBe('-0.1');
  });

  it('of one day covers values that no annual rate could', () => {
    expect(significantText(rateOfReturn(cash('2025-01-01:-100 2025-01-02:80'))._unsafeUnwrap().rate)).toBe('-0.2');
    expect(significantText(rateOfReturn(cash('2025-01-01:-100 2025-01-02:150'))._unsafeUnwrap().rate)).toBe('0.5');
  });

  it('of a short span is the annual rate over the span', () => {
    const flows = '2025-01-01:-100 2025-02-01:-40 2025-06-01:30 2025-09-01:125';
    const short = rateOfReturn(cash(flows))._unsafeUnwrap();
    const yearly = pooledReturn(since('2026-01-01'), [account(flows, '0')])._unsafeUnwrap()!;
    expect(yearly.days).toBe(short.days);
    // sum a (1 + r) ^ -(d / 365) = 0 at r = (1 + short) ^ (365 / 243) - 1
    const annual = decimal(1).plus(short.rate).pow(decimal(365).div(short.days));
    const value = [
      ['-100', 0],
      ['-40', 31],
      ['30', 151],
      ['125', 243],
    ].reduce((sum, [amount, days]) => sum.plus(decimal(amount!).div(annual.pow(decimal(days!).div(365)))), decimal(0));
    expect(value.abs().toNumber()).toBeLessThan(1e-9);
  });

  it('says why there is no rate', () => {
    expect(rateOfReturn(cash('2021-01-01:-100'))._unsafeUnwrapErr().code).toBe('NO_SIGN_CHANGE');
    expect(rateOfReturn(cash(''))._unsafeUnwrapErr().code).toBe('NO_SIGN_CHANGE');
  });

  it('is explained by day', () => {
    const explanations = createExplanations();
    rateOfReturn(cash('2021-01-01:-60 2021-01-01:-40 2022-01-01:110'), explanations);
    expect(explanations.tree(['rate'])).toMatchObject({
      result: '0.1',
      inputs: [{ value: '-100.00' }, { value: '110.00' }, {}, {}, { name: 'days', value: '365' }],
    });
  });
});

describe('horizons [performance worked example 3]', () => {
  const flows = '2019-03-29:-40 2020-09-30:-60 2022-06-30:30 2024-11-15:-10 2025-03-14:45';
  it.each<[Horizon, string | null, string | null, string]>([
    ['INCEPTION', null, null, '0.137293080058'],
    ['3Y', '2022-06-30', '112', '0.116145589104'],
    ['1Y', '2024-06-30', '135', '0.155757623923'],
    ['QTD', '2025-03-31', '118', significantText(decimal(1).div(59))],
  ])('%s', (horizon, start, opening, expected) => {
    const to = calendarDate('2025-06-30');
    expect(horizonStart(horizon, to)).toBe(start);
    const found = periodReturn(since('2025-06-30', start), account(flows, '120', opening));
    expect(rate(found)).toBe(expected);
    expect(found._unsafeUnwrap()?.annualized).toBe(horizon !== 'QTD');
  });

  it('start at quarter ends and at the end of the fiscal year', () => {
    const to = calendarDate('2025-06-30');
    expect(horizonStart('10Y', to)).toBe('2015-06-30');
    expect(horizonStart('YTD', to)).toBe('2024-12-31');
    expect(horizonStart('YTD', to, 6)).toBe('2024-06-30');
    expect(horizonStart('YTD', to, 5)).toBe('2025-05-31');
    expect(horizonStart('QTD', calendarDate('2024-05-31'))).toBe('2024-02-29');
  });

  it('do not apply to later accounts, and are not determined without a value', () => {
    const later = account('2025-01-01:-100', '110');
    expect(periodReturn(since('2025-06-30', '2024-06-30'), later)._unsafeUnwrap()).toBeNull();
    const unvalued = account('2023-01-01:-100', '110');
    expect(codes(periodReturn(since('2025-06-30', '2024-06-30'), unvalued))).toEqual(['NAV_MISSING']);
    expect(codes(periodReturn(since('2025-06-30'), account('2023-01-01:-100', null)))).toEqual(['NAV_MISSING']);
  });

  it('ignore later events', () => {
    const found = periodReturn(since('2022-01-01'), account('2021-01-01:-100 2022-01-02:-900', '110'));
    expect(rate(found)).toBe('0.1');
  });
});

describe('pooled return', () => {
  const members = [account('2021-01-01:-100', '121'), account('2021-01-01:-300 2022-01-01:390', '0')];

  it('uses the combined flows, unlike the mean [performance worked example 7]', () => {
    expect(rate(pooledReturn(since('2023-01-01'), members))).toBe('0.222453229804');
    const own = members.map((member) => periodReturn(since('2023-01-01'), member)._unsafeUnwrap()!.rate.mul(100));
    expect(significantText(averageIrr(own)!)).toBe('0.2');
  });

  it('includes later accounts without an opening value, and does not exist if all are later', () => {
    const period = since('2023-01-01', '2021-12-31');
    const old = account('2020-01-01:-100', '130', '100');
    const young = account('2022-06-30:-50', '60');
    expect(rate(pooledReturn(period, [old, young]))).toBe(
      rate(periodReturn(period, account('2020-01-01:-100 2022-06-30:-50', '190', '100'))),
    );
    expect(pooledReturn(period, [young, young])._unsafeUnwrap()).toBeNull();
  });

  it('is not determined if one value is missing, and names its account', () => {
    const [failure] = pooledReturn(since('2023-01-01'), [
      members[0]!,
      account('2021-01-01:-1', null),
    ])._unsafeUnwrapErr();
    expect(failure).toMatchObject({ code: 'NAV_MISSING', path: ['accounts', 1, 'closing'] });
  });

  it('converts flows at the rate of their day, and values at theirs', () => {
    const rates: Readonly<Record<string, string>> = { '2021-01-01': '2', '2022-01-01': '3' };
    const converted = convertAccount(since('2022-01-01'), account('2021-01-01:-100 2021-01-01:-0.01', '110'), (date) =>
      ok(decimal(rates[date]!)),
    )._unsafeUnwrap();
    expect(converted).toEqual(account('2021-01-01:-200.02', '330'));
    const refused = convertAccount(since('2022-01-01'), members[1]!, (date) => err([fail('NO_FX_RATE', [], date)]));
    expect(refused._unsafeUnwrapErr().map(({ detail }) => detail)).toEqual(['2021-01-01', '2022-01-01']);
  });

  const someCash = fc.array(
    fc.record({ day: fc.integer({ min: 0, max: 4_000 }), cents: fc.integer({ min: -1e9, max: 1e9 }) }),
    { minLength: 1, maxLength: 20 },
  );
  const someAccount = fc.tuple(someCash, fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 1e9 })).map(
    ([flows, opening, closing]): Account => ({
      flows: { days: flows.map((flow) => flow.day), cents: flows.map((flow) => flow.cents) },
      opening,
      closing,
    }),
  );
  const text = (found: ReturnType<typeof periodReturn>) =>
    found.match(
      (value) => (value === null ? null : significantText(value.rate)),
      (failures) => failures.map(({ code }) => code),
    );

  it('of one account is its own, and neither order nor flows that net to zero change it', () => {
    fc.assert(
      fc.property(someAccount, someAccount, fc.boolean(), (first, other, early) => {
        const period = { from: early ? null : 1_000, to: 3_000 };
        expect(text(pooledReturn(period, [first]))).toEqual(text(periodReturn(period, first)));
        expect(text(pooledReturn(period, [first, other]))).toEqual(text(pooledReturn(period, [other, first])));
        const twice = {
          ...first,
          flows: {
            days: [...Array.from(first.flows.days), 1_500, 1_500],
            cents: [...Array.from(first.flows.cents), 77, -77],
          },
        };
        expect(text(periodReturn(period, twice))).toEqual(text(periodReturn(period, first)));
      }),
      { numRuns: runs },
    );
  });

  it('is exact beyond the whole numbers of a double', () => {
    const large = account('2021-01-01:-90000000000000000.01 2021-01-01:-0.02', '99000000000000000.03');
    expect(rate(periodReturn(since('2022-01-01'), large))).toBe('0.1');
  });
});

describe('the value on a day', () => {
  const values = [
    { day: day('2024-12-31'), cents: 100_00 },
    { day: day('2025-03-31'), cents: 110_00 },
  ];
  const flows = cash('2025-03-31:-5 2025-05-01:-20 2025-06-30:4 2025-07-01:-9');

  it('is a reported value rolled forward by the cash since', () => {
    expect(navOnDay('REPORTED', values, flows, day('2025-06-30'))._unsafeUnwrap()).toEqual({
      cents: 126_00,
      rolledForwardFrom: day('2025-03-31'),
    });
    expect(navOnDay('REPORTED', values, flows, day('2025-03-31'))._unsafeUnwrap()).toEqual({ cents: 110_00 });
  });

  it('comes from a ledger of that day or is missing', () => {
    expect(navOnDay('LEDGER', values, flows, day('2025-06-30'))._unsafeUnwrapErr().code).toBe('NAV_MISSING');
    expect(navOnDay('REPORTED', values, flows, day('2024-12-30'))._unsafeUnwrapErr().code).toBe('NAV_MISSING');
  });
});

describe('net of fees', () => {
  it('covers the commitments that pay fees; if none does, all of them, marked', () => {
    const [payer, friend] = [{ paysFee: true }, { paysFee: false }];
    expect(feePaying([payer, friend])).toEqual({ commitments: [payer], isFeeFree: false });
    expect(feePaying([friend])).toEqual({ commitments: [friend], isFeeFree: true });
  });
});

describe('subscription line', () => {
  const noCash = cash('');
  const line = (more: Partial<Parameters<typeof subscriptionLine>[0]> = {}) =>
    subscriptionLine({
      cash: cash('2022-07-01:-100 2024-01-01:150'),
      lineCosts: cash('2022-07-01:-2'),
      paidIn: cents('102'),
      distributed: cents('150'),
      draws: cash('2022-01-01:100'),
      repayments: cash('2022-07-01:100'),
      nav: 0,
      accruedInterest: 0,
      to: day('2024-01-01'),
      ...more,
    });

  it('has returns with and without it [performance worked example 2]', () => {
    const { withLine, withoutLine, balance, bothRequired } = line()._unsafeUnwrap();
    expect([withLine, withoutLine].map((found) => rate(found.rate))).toEqual(['0.292277077699', '0.224744871392']);
    expect([withLine, withoutLine].map((found) => significantText(found.multiple._unsafeUnwrap()!))).toEqual([
      '1.47058823529',
      '1.5',
    ]);
    expect(balance).toBe(0);
    // Drawn for 181 days, so GIPS 2020 5.A.2 requires both.
    expect(bothRequired).toBe(true);
  });

  it('does not require both if draws are repaid within 120 days, first in first out', () => {
    const quick = { draws: cash('2022-03-03:60 2022-05-01:40'), repayments: cash('2022-07-01:100') };
    expect(line(quick)._unsafeUnwrap().bothRequired).toBe(false);
    const late = { draws: cash('2022-03-02:60 2022-05-01:40'), repayments: cash('2022-07-01:100') };
    expect(line(late)._unsafeUnwrap().bothRequired).toBe(true);
  });

  it('subtracts returned excess from paid-in capital [performance worked example 7]', () => {
    const input = { cash: cash('2022-07-01:-100 2022-08-01:20 2024-01-01:150'), paidIn: cents('82') };
    const { withLine, withoutLine } = line(input)._unsafeUnwrap();
    const multiples = [withLine, withoutLine].map((found) => found.multiple._unsafeUnwrap()!);
    expect(multiples.map(significantText)).toEqual([decimal(150).div(82), decimal(150).div(80)].map(significantText));
  });

  it('adds the outstanding draw and its accrued interest to the NAV', () => {
    const open = line({
      repayments: noCash,
      cash: noCash,
      lineCosts: noCash,
      paidIn: 0,
      distributed: 0,
      nav: cents('20'),
      accruedInterest: cents('1.5'),
    });
    const { withoutLine, withLine, balance } = open._unsafeUnwrap();
    expect(balance).toBe(cents('100'));
    expect(rate(withoutLine.rate)).toBe(rate(periodReturn(since('2024-01-01'), account('2022-01-01:-100', '121.50'))));
    expect(significantText(withoutLine.multiple._unsafeUnwrap()!)).toBe('1.215');
    expect(codes(withLine.rate)).toEqual(['NO_SIGN_CHANGE']);
    expect(withLine.multiple._unsafeUnwrap()).toBeNull();
  });

  it('has no effect without draws: both returns are the same', () => {
    const { withLine, withoutLine } = line({ draws: noCash, repayments: noCash, lineCosts: noCash })._unsafeUnwrap();
    expect(rate(withLine.rate)).toBe(rate(withoutLine.rate));
  });

  it('refuses more repaid than drawn, and is not determined without a NAV', () => {
    expect(line({ draws: noCash })._unsafeUnwrapErr()).toMatchObject([
      { code: 'NEGATIVE_AMOUNT', path: ['repayments'] },
    ]);
    const { withLine, withoutLine } = line({ nav: null })._unsafeUnwrap();
    for (const found of [withLine, withoutLine]) {
      expect(codes(found.rate)).toEqual(['NAV_MISSING']);
      expect(found.multiple._unsafeUnwrapErr().map(({ code }) => code)).toEqual(['NAV_MISSING']);
    }
  });
});

describe('multiples of an investor', () => {
  const returnsOf = (
    [called, excess, recallable, permanent]: [string, string, string, string],
    policy: MultiplePolicy,
    nav: string | null = '6',
  ) =>
    investorMultiples({
      called: decimal(called),
      excess: decimal(excess),
      recallable: decimal(recallable),
      permanent: decimal(permanent),
      nav: nav === null ? err(fail('NAV_MISSING', [], '')) : ok(decimal(nav)),
      commitment: decimal(10),
      policy,
    });

  it('count recallable amounts as distributed, or subtract them from paid-in capital [performance worked example 7]', () => {
    const tvpi = (...args: Parameters<typeof returnsOf>) => significantText(returnsOf(...args).tvpi._unsafeUnwrap()!);
    expect(tvpi(['5', '0', '1', '2'], 'ILPA')).toBe('1.8');
    expect(tvpi(['5', '0', '1', '2'], 'NETTED')).toBe('2');
    expect(tvpi(['5', '1', '0', '2'], 'ILPA')).toBe('2');
  });

  it('contradict each other if TVPI isn’t the sum of DPI and RVPI, unless by rounding', () => {
    expect(isTvpiContradicted({ tvpi: '1.333333333333', dpi: '0.666666666667', rvpi: '0.666666666667' })).toBe(false);
    expect(isTvpiContradicted({ tvpi: '1.34', dpi: '0.666666666667', rvpi: '0.666666666667' })).toBe(true);
    expect(isTvpiContradicted({ tvpi: '1.34', dpi: '0.666666666667', rvpi: null })).toBe(false);
  });

  it('separate determined from undetermined vehicles', () => {
    const found = returnsOf(['5', '0', '1', '2'], 'ILPA', null);
    expect(significantText(found.dpi._unsafeUnwrap()!)).toBe('0.6');
    expect(significantText(found.pic._unsafeUnwrap()!)).toBe('0.5');
    expect(found.tvpi._unsafeUnwrapErr().code).toBe('NAV_MISSING');
    expect(returnsOf(['0', '0', '0', '0'], 'ILPA').tvpi._unsafeUnwrap()).toBeNull();
    expect(returnsOf(['1', '0', '3', '0'], 'NETTED').dpi._unsafeUnwrapErr().code).toBe('NEGATIVE_CONTRIBUTIONS');
  });
});
