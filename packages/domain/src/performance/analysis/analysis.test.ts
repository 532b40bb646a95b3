import { describe, expect, it } from 'vitest';
import { type CalendarDate, calendarDate as day, type Decimal, decimal, moneyText } from '../../kernel/index.ts';
import { type EntryType, postEntry, quarterEnd } from '../ledger/index.ts';
import { includeAllPartners, type ReportedFigure, type VehicleLedger } from '../period/index.ts';
import {
  type AccountLedger,
  analyzeAccount,
  feeAverages,
  feeProjection,
  feeDifference,
  type FeeQuarter,
  type FeeTerms,
  flowsBySpan,
  flowsOfPeriod,
  type PaidInAndOut,
  horizonReturns,
  horizonTexts,
  type StoredCommitment,
  type StoredFlows,
  sumsByCurrency,
} from './index.ts';

const fee = {
  managementFee: decimal('1.75'),
  feeBasis: 'COMMITMENT',
  laterManagementFee: null,
  laterFeeBasis: null,
  feeStart: null,
} as const;
const quarter = (
  from: string,
  to: string,
  commitment: string,
  cost = '0',
  changes: FeeQuarter['changes'] = [],
): FeeQuarter => ({
  from: day(from),
  to: day(to),
  commitment: decimal(commitment),
  changes,
  cost: decimal(cost),
});
const year = [
  quarter('2024-12-31', '2025-03-31', '1000000'),
  quarter('2025-03-31', '2025-06-30', '1000000'),
  quarter('2025-06-30', '2025-09-30', '1000000', '400000'),
  quarter('2025-09-30', '2025-12-31', '1000000', '300000'),
];
type FeeArguments = Parameters<typeof feeProjection>;
const projected = (
  terms: FeeArguments[0],
  quarters: FeeArguments[1],
  investmentPeriodEnd: CalendarDate | null = null,
) =>
  feeProjection(terms, quarters, { firstClose: day('2024-12-31'), investmentPeriodEnd })
    .map(moneyText)
    ._unsafeUnwrap();

describe('the expected fee', () => {
  it('is days x rate / 36500 x commitment over the whole period, rounded once [U-P-106 U-T-106]', () => {
    expect(projected(fee, year, null)).toBe('17500.00');
    expect(projected(fee, year.slice(0, 1), null)).toBe(
      moneyText(decimal('1.75').mul(90).mul('1000000').div(36500).toDecimalPlaces(2)),
    );
  });
  it('uses the later rate and base after the last day of the investment period', () => {
    const later = { ...fee, laterManagementFee: decimal('1.5'), laterFeeBasis: 'COST' } as const;
    // 181 days of commitments, 92 of 400,000, 92 of 300,000.
    expect(projected(later, year, day('2025-06-30'))).toBe('11324.66');
    // Within a quarter: 200 days of commitments, 73 of 400,000.
    expect(projected(later, year.slice(0, 3), day('2025-07-19'))).toBe('10789.04');
  });
  it("counts a later close's commitment from the first close or from its own [U-P-106]", () => {
    const two = { ...fee, managementFee: decimal('2') };
    const close = (date: string, amount: string, isClose = true) => ({
      date: day(date),
      amount: decimal(amount),
      isClose,
    });
    const quarters = [
      quarter('2025-01-15', '2025-03-31', '90000000'),
      quarter('2025-03-31', '2025-06-30', '99000000', '0', [close('2025-05-15', '9000000')]),
      quarter('2025-06-30', '2025-09-30', '99000000'),
      quarter('2025-09-30', '2025-12-31', '99000000'),
    ];
    const feeOf = (feeStart: FeeArguments[0]['feeStart'], feeQuarters: readonly FeeQuarter[]) =>
      feeProjection({ ...two, feeStart }, feeQuarters, { firstClose: day('2025-01-15'), investmentPeriodEnd: null })
        .map(moneyText)
        ._unsafeUnwrap();
    // 99,000,000 for 350 days; 90,000,000 for 350 days and 9,000,000 for 230.
    expect(feeOf('FIRST_CLOSE', quarters)).toBe('1898630.14');
    expect(feeOf(null, quarters)).toBe('1898630.14');
    expect(feeOf('OWN_CLOSE', quarters)).toBe('1839452.05');
    // The fee on 9,000,000 for the 75 days before the quarter belongs to the quarter of their close, plus 99,000,000 for 91 days.
    expect(feeOf('FIRST_CLOSE', quarters.slice(1, 2))).toBe('530630.14');
    expect(feeOf('FIRST_CLOSE', quarters.slice(2))).toBe(feeOf('OWN_CLOSE', quarters.slice(2)));
    // A transfer to an investor who pays no fee, and a release, count from their own date: 99,000,000 for 45 days and 90,000,000 for 46.
    const departed = quarter('2025-03-31', '2025-06-30', '90000000', '0', [close('2025-05-15', '-9000000', false)]);
    expect(feeOf('FIRST_CLOSE', [departed])).toBe('470958.91');
    // The days before the period have the rate and the base of their time.
    const later = { ...two, laterManagementFee: decimal('1'), laterFeeBasis: 'COST' } as const;
    const dates = { firstClose: day('2025-01-15'), investmentPeriodEnd: day('2025-02-14') };
    expect(moneyText(feeProjection(later, quarters.slice(1, 2), dates)._unsafeUnwrap())).toBe('14794.52');
  });
  it('has the average rate of its days and bases, not the rate of its last day', () => {
    const dates = { firstClose: day('2024-12-31'), investmentPeriodEnd: day('2025-06-30') };
    const rateOf = (terms: FeeTerms, quarters = year) =>
      String(feeAverages(terms, quarters, dates)._unsafeUnwrap().rate);
    expect(rateOf(fee)).toBe('1.75');
    const later = { ...fee, laterManagementFee: decimal('1') };
    // 1.75% for 181 days and 1% for 184.
    expect(rateOf(later)).toBe('1.3719');
    expect(projected(later, year, dates.investmentPeriodEnd)).toBe(
      moneyText(decimal('1.75').mul(181).plus(184).mul('1000000').div(36500).toDecimalPlaces(2)),
    );
    expect(feeAverages(fee, [], dates)._unsafeUnwrap()).toEqual({ days: 0, rate: null, base: null });
  });
  it('can be recomputed from its days, average rate and average base', () => {
    const dates = { firstClose: day('2024-12-31'), investmentPeriodEnd: day('2025-06-30') };
    const later = { ...fee, laterManagementFee: decimal('1'), laterFeeBasis: 'COST' } as const;
    const costs = year.map((own, i) => ({ ...own, cost: decimal(400_000 + i * 100_000) }));
    const { days, rate, base } = feeAverages(later, costs, dates)._unsafeUnwrap();
    expect([days, moneyText(base!)]).toEqual([365, expect.stringMatching(/^\d{6}\.\d\d$/)]);
    const recomputed = rate!.mul(days).mul(base!).div(36500);
    const expected = feeProjection(later, costs, dates)._unsafeUnwrap();
    // The rate has four decimals.
    expect(recomputed.minus(expected).abs().lte(base!.mul('0.0000005'))).toBe(true);
  });
  it('is not determined without its inputs', () => {
    const codeOf = (terms: FeeArguments[0]) =>
      feeProjection(terms, year, { firstClose: day('2024-12-31'), investmentPeriodEnd: null })
        ._unsafeUnwrapErr()[0]
        ?.path.at(-1);
    expect(codeOf({ ...fee, managementFee: null })).toBe('managementFee');
    expect(codeOf({ ...fee, feeBasis: null })).toBe('feeBasis');
    expect(codeOf({ ...fee, laterFeeBasis: 'COST' })).toBe('investmentPeriodEnd');
  });
  it('is not determined without the cost of a quarter that it is based on', () => {
    const later = { ...fee, laterFeeBasis: 'COST' } as const;
    const unknown = year.map((own, i) => ({
      ...own,
      ...(i === 2 ? { cost: null, costReason: 'Not reported for this fund.' } : {}),
    }));
    const feeOf = (end: string) =>
      feeProjection(later, unknown, { firstClose: day('2024-12-31'), investmentPeriodEnd: day(end) });
    expect(feeOf('2025-06-30')._unsafeUnwrapErr()).toMatchObject([
      {
        code: 'NOT_DETERMINED',
        detail: 'The cost of the holdings on 09/30/2025 isn’t determined. Not reported for this fund.',
      },
    ]);
    // Until the end of the investment period, only the commitment counts.
    expect(feeOf('2025-09-30').map(moneyText)._unsafeUnwrap()).toBe(projected(later, year, day('2025-09-30')));
  });
  it('is compared with the charged fee, which is above or below it', () => {
    const comparisonOf = (charged: string) => feeDifference(decimal(charged), decimal('100')).standing;
    expect([comparisonOf('100.01'), comparisonOf('99.99'), comparisonOf('100')]).toEqual(['above', 'below', 'equal']);
  });
});

describe("the account behind a vehicle's figures", () => {
  const event = (commitmentId: string, amount: string, paysFee: boolean | null = null) => ({
    id: commitmentId,
    commitmentId,
    kind: 'CLOSE' as const,
    date: day('2020-01-01'),
    booked: day('2020-03-31'),
    amount: decimal(amount),
    paysFee,
    paysCarry: null,
    holdingId: null,
    seq: 1,
    reversalOf: null,
  });
  const empty: VehicleLedger = {
    vehicleId: 'fund',
    commitments: [
      { id: 'a', investorCode: 'LP-A', isGp: false },
      { id: 'gp', investorCode: 'GP', isGp: true },
    ],
    events: [event('a', '900'), event('gp', '100', false)],
    entries: [],
    securities: [],
    valuations: [],
    policy: 'ILPA',
    transfers: 'HISTORY',
    navBasis: 'LEDGER',
  };
  const entry = (amount: string, date: string, type: EntryType = 'CALL-INV') => {
    const requested = {
      type,
      amount: decimal(amount),
      effective: day(date),
      key: 'COMMITMENT' as const,
      holdingId: null,
      securityId: null,
      noticeId: null,
      costRelieved: null,
      isRecallable: false,
      isOutside: false,
      settledOn: day(date),
      enteredShares: [],
    };
    return { ...postEntry(requested, { ...empty, locked: new Set() })._unsafeUnwrap(), id: `${date} ${type}` };
  };
  const ledger = { ...empty, entries: [entry('100', '2020-02-01'), entry('50', '2020-05-01')] };
  const storedCommitment = (commitmentId: string, end: string, nav: string | null): StoredCommitment => ({
    commitmentId,
    end: quarterEnd(day(end)),
    asOf: quarterEnd(day(end)),
    commitment: decimal(commitmentId === 'a' ? '900' : '100'),
    nav: nav === null ? null : decimal(nav),
    navBeforeCarry: nav === null ? null : decimal(nav),
    isReported: false,
  });
  const figures = [
    storedCommitment('a', '2020-03-31', '91'),
    storedCommitment('gp', '2020-03-31', '10'),
    storedCommitment('a', '2020-06-30', '140'),
    storedCommitment('gp', '2020-06-30', '15'),
  ];

  it('contains the commitments that pay fees, their cash and their values up to the day', () => {
    const account = analyzeAccount(ledger, figures, day('2020-03-31'))._unsafeUnwrap();
    expect(account.flows.map(({ date, amount }) => `${date} ${moneyText(amount)}`)).toEqual(['2020-02-01 -90.00']);
    expect([account.commitment, account.nav].map(moneyText)).toEqual(['900.00', '91.00']);
    const later = analyzeAccount(ledger, figures, day('2020-06-30'))._unsafeUnwrap();
    expect(later.navs.map(({ date, value }) => `${date} ${moneyText(value)}`)).toEqual([
      '2020-03-31 91.00',
      '2020-06-30 140.00',
    ]);
    expect(later.coversAllPartners).toBe(false);
  });
  it('separates payments in and out on the same day, and nets returned excess against the call', () => {
    const day1 = '2020-02-01';
    const paid = ['DIST-GAIN', 'EXCESS-INV'] as const;
    const both = { ...ledger, entries: [entry('100', day1), ...paid.map((type) => entry('10', day1, type))] };
    const { flows, movements } = analyzeAccount(both, figures, day('2020-03-31'))._unsafeUnwrap();
    const texts = (some: typeof flows) => some.map(({ date, amount }) => `${date} ${moneyText(amount)}`);
    expect(texts(flows)).toEqual(['2020-02-01 -72.00']);
    expect(texts(movements)).toEqual(['2020-02-01 -81.00', '2020-02-01 9.00']);
  });
  it('contains values reported between quarter ends, for its commitments or for the vehicle', () => {
    const reportedValue = (date: string, value: string, commitmentId: string | null = null): ReportedFigure => ({
      id: `${date} ${String(commitmentId)}`,
      commitmentId,
      figure: 'nav',
      date: day(date),
      value: decimal(value),
      booked: quarterEnd(day(date)),
      seq: 1,
      reversalOf: null,
    });
    const reported = [
      reportedValue('2020-05-10', '120', 'a'),
      reportedValue('2020-05-20', '150'),
      reportedValue('2020-06-30', '999', 'a'),
    ];
    const navsOf = (events: AccountLedger['events'], navBasis: 'LEDGER' | 'REPORTED' = 'REPORTED') =>
      analyzeAccount({ ...ledger, events, navBasis, reported }, figures, day('2020-06-30'))
        ._unsafeUnwrap()
        .navs.map(({ date, value }) => `${date} ${moneyText(value)}`);
    const ofA = ['2020-03-31 91.00', '2020-06-30 140.00'];
    expect(navsOf(ledger.events)).toEqual([...ofA, '2020-05-10 120.00']);
    expect(navsOf(ledger.events, 'LEDGER')).toEqual(ofA);
    expect(navsOf([event('a', '900', false), event('gp', '100', false)])).toEqual([
      '2020-03-31 101.00',
      '2020-06-30 155.00',
      '2020-05-20 150.00',
    ]);
  });
  it('marks excess returned on a day without a call', () => {
    const paid = { ...ledger, entries: [entry('100', '2020-02-01'), entry('10', '2020-02-09', 'EXCESS-INV')] };
    const { movements } = analyzeAccount(paid, figures, day('2020-03-31'))._unsafeUnwrap();
    expect(movements.map(({ date, isExcess }) => [date, isExcess])).toEqual([
      ['2020-02-01', false],
      ['2020-02-09', true],
    ]);
  });
  it('covers all partners if nobody pays fees', () => {
    const free = { ...ledger, events: [event('a', '900', false), event('gp', '100', false)] };
    const account = analyzeAccount(free, figures, day('2020-06-30'))._unsafeUnwrap();
    expect([account.coversAllPartners, moneyText(account.nav)]).toEqual([true, '155.00']);
  });
  it('covers all partners on request: 135 paid in and worth 140, with the GP 150 and 155', () => {
    const since = (accountLedger: AccountLedger) =>
      horizonTexts(accountLedger, figures, day('2020-06-30'), null).find(({ horizon }) => horizon === 'INCEPTION')?.irr;
    expect([since(ledger), since(includeAllPartners(ledger))]).toEqual(['4.64013642233', '4.17519381424']);
  });
  it('uses the reported value if carry is unknown', () => {
    const ofCash = figures.map((figure) => ({ ...figure, navBeforeCarry: null }));
    const end = day('2020-06-30');
    const account = (some: readonly StoredCommitment[]) => analyzeAccount(ledger, some, end)._unsafeUnwrap();
    expect(horizonReturns(account(ofCash), end).map(({ rate }) => rate._unsafeUnwrap())).toEqual(
      horizonReturns(account(figures), end).map(({ rate }) => rate._unsafeUnwrap()),
    );
    const estimated = figures.map((figure) => ({ ...figure, isReported: true }));
    expect(analyzeAccount(ledger, estimated, end)._unsafeUnwrapErr()[0]?.code).toBe('NOT_REPORTED');
    // The NAV was reported for the fund as a whole, so it isn't missing.
    const ofFund = estimated.map((figure) => ({ ...figure, nav: null }));
    expect(analyzeAccount(ledger, ofFund, end)._unsafeUnwrapErr()).toMatchObject([
      { code: 'NOT_REPORTED', detail: 'No dated cash flows were reported for this fund.' },
    ]);
  });
  it('has no return over a horizon longer than its life, even without a value; the others are not determined', () => {
    const unknown = [storedCommitment('a', '2020-06-30', null), storedCommitment('gp', '2020-06-30', null)];
    const horizons = horizonTexts(ledger, unknown, day('2020-06-30'), null);
    expect(horizons.map(({ horizon, irr, notDetermined }) => [horizon, irr, notDetermined[0]?.code])).toEqual([
      ['1Y', null, undefined],
      ['3Y', null, undefined],
      ['5Y', null, undefined],
      ['10Y', null, undefined],
      ['INCEPTION', null, 'NAV_MISSING'],
    ]);
  });
  it('has the reported rate since inception, and no other', () => {
    const estimated = figures.map((figure) => ({ ...figure, isReported: true }));
    const horizons = horizonTexts(ledger, estimated, day('2020-06-30'), '11.5');
    expect(horizons.at(-1)).toMatchObject({ irr: '11.5', irrAnnualized: null, reportedRate: true, notDetermined: [] });
    expect(horizons.slice(0, -1).map(({ irr, reportedRate }) => [irr, reportedRate])).toEqual(
      Array.from({ length: 4 }, () => [null, false]),
    );
  });
  it('has no value if one of its parts has none, and none on a day without figures', () => {
    const codeAt = (end: string, some: readonly StoredCommitment[]) =>
      analyzeAccount(ledger, some, day(end))._unsafeUnwrapErr()[0]?.code;
    expect(codeAt('2020-06-30', [storedCommitment('a', '2020-06-30', null)])).toBe('NAV_MISSING');
    expect(codeAt('2019-12-31', figures)).toBe('NO_COMMITMENT');
  });
});

describe('payments in and out', () => {
  const storedFlows = (
    vehicleId: string,
    end: string,
    contributions: string | null,
    distributions: string | null,
  ): StoredFlows => ({
    vehicleId,
    currency: 'EUR',
    fiscalYearEnd: vehicleId === 'late' ? '06-30' : '12-31',
    end: day(end),
    isReported: vehicleId === 'said' && end !== '2024-09-30',
    commitments: decimal('1000'),
    contributions: contributions === null ? null : decimal(contributions),
    distributions: distributions === null ? null : decimal(distributions),
  });
  const end = day('2025-09-30');
  const all = [
    storedFlows('fund', '2024-12-31', '100', '0'),
    storedFlows('fund', '2025-03-31', '150', '20'),
    storedFlows('fund', '2025-06-30', '150', '25'),
    // More was returned than called in the quarter.
    storedFlows('fund', '2025-09-30', '140', '25'),
    storedFlows('late', '2025-06-30', '10', '1'),
    storedFlows('late', '2025-09-30', '12', '1'),
  ];
  const texts = (paidInAndOut: PaidInAndOut | undefined) =>
    paidInAndOut && [paidInAndOut.contributions, paidInAndOut.distributions].map(String);

  it.each(['QTD', 'YTD', 'ITD'] as const)('are the same by vehicle and by span, %s [A-P-128] [A-P-130]', (period) => {
    for (const vehicleId of ['fund', 'late']) {
      const own = all.filter((flows) => flows.vehicleId === vehicleId);
      const spans = flowsBySpan(own, period, end, named);
      const sumOf = (name: 'contributions' | 'distributions') =>
        spans.reduce<Decimal>((sum, span) => sum.plus(span[name].value!), decimal('0'));
      expect(texts(flowsOfPeriod(all, period, end).get(vehicleId))).toEqual(
        texts({ contributions: sumOf('contributions'), distributions: sumOf('distributions') }),
      );
    }
  });
  it('start at the end of the previous period, in the year of each vehicle', () => {
    const flowsFor = (vehicleId: string, period: 'QTD' | 'YTD' | 'ITD') =>
      texts(flowsOfPeriod(all, period, end).get(vehicleId));
    expect([flowsFor('fund', 'QTD'), flowsFor('fund', 'YTD'), flowsFor('fund', 'ITD')]).toEqual([
      ['-10', '0'],
      ['40', '25'],
      ['140', '25'],
    ]);
    expect([flowsFor('late', 'YTD'), flowsFor('late', 'ITD')]).toEqual([
      ['2', '0'],
      ['12', '1'],
    ]);
  });
  it('are each not determined if they were not reported at the start or the end', () => {
    const flows = [
      storedFlows('said', '2024-12-31', '250', null),
      storedFlows('said', '2025-03-31', '250', '40'),
      storedFlows('said', '2025-09-30', '400', '40'),
    ];
    const flowsIn = (period: 'QTD' | 'YTD' | 'ITD') => texts(flowsOfPeriod(flows, period, end).get('said'));
    expect([flowsIn('QTD'), flowsIn('YTD'), flowsIn('ITD')]).toEqual([
      ['150', '0'],
      ['150', 'null'],
      ['400', '40'],
    ]);
    // An amount in the ledger before anything was reported doesn't count as a beginning.
    const young = [storedFlows('said', '2024-09-30', '0', '0'), storedFlows('said', '2025-09-30', '400', '40')];
    const ofYoung = (period: 'YTD' | 'ITD') => texts(flowsOfPeriod(young, period, end).get('said'));
    expect([ofYoung('YTD'), ofYoung('ITD')]).toEqual([
      ['null', 'null'],
      ['400', '40'],
    ]);
    const sums = flowsBySpan([...all, ...flows], 'ITD', end, named).map(({ year, contributions, distributions }) => [
      year,
      contributions.value?.toString(),
      distributions.value?.toString(),
      distributions.coverage.excluded.map(({ id }) => id),
    ]);
    expect(sums).toEqual([
      [2024, '350', '0', ['said']],
      [2025, '202', '26', ['said']],
    ]);
  });
  it('have the commitments that are new in each span', () => {
    const committed = (end: string, commitments: string | null) => ({
      ...storedFlows('fund', end, '0', '0'),
      commitments: commitments === null ? null : decimal(commitments),
    });
    const spans = (rows: readonly StoredFlows[], period: 'YTD' | 'ITD') =>
      flowsBySpan(rows, period, end, named).map(({ year, quarter: own, commitments }) => [
        year,
        own,
        commitments.value?.toString(),
      ]);
    // A late close, then a part that is released.
    const rows = [committed('2024-12-31', '100'), committed('2025-03-31', '160'), committed('2025-09-30', '150')];
    expect(spans(rows, 'ITD')).toEqual([
      [2024, null, '100'],
      [2025, null, '50'],
    ]);
    expect(spans(rows, 'YTD')).toEqual([
      [2025, 1, '60'],
      [2025, 3, '-10'],
    ]);
    expect(spans([committed('2024-12-31', null), committed('2025-09-30', '150')], 'ITD')).toEqual([
      [2024, null, undefined],
      [2025, null, undefined],
    ]);
  });
  it('name late vehicles in the last span: left out, or included with their last figures', () => {
    const late = [...all, storedFlows('behind', '2025-06-30', '7', '0')];
    const coverageIn = (period: 'QTD' | 'ITD') => flowsBySpan(late, period, end, named).at(-1)?.contributions.coverage;
    expect(coverageIn('QTD')).toMatchObject({ included: 2, total: 3, excluded: [{ id: 'behind' }] });
    expect(coverageIn('ITD')).toMatchObject({
      included: 3,
      total: 3,
      carried: [{ id: 'behind', lastDate: '2025-06-30' }],
    });
  });
  it('are not determined for a vehicle without figures on the day', () => {
    const ended = [...all, storedFlows('ended', '2025-06-30', '7', '0')];
    expect([...flowsOfPeriod(ended, 'ITD', end).keys()]).toEqual(['fund', 'late']);
  });
});

const named = (id: string) => ({ id, name: id, reason: `${id} is late.`, lastDate: null, carriedFrom: null });

it('the totals of a currency cover the determined parts, and name the others', () => {
  const row = (currency: string, nav: string | null) => ({
    currency,
    amounts: { nav: nav === null ? null : decimal(nav) },
    named: () => named(`${currency} ${nav ?? 'unknown'}`),
  });
  const sums = sumsByCurrency(
    ['nav'],
    [row('USD', '1'), row('EUR', '2'), row('USD', '4'), row('GBP', '1'), row('GBP', null)],
    'GBP',
  );
  expect(sums.map(({ currency, sums: { nav } }) => [currency, nav.value?.toString(), nav.coverage.included])).toEqual([
    ['GBP', '1', 1],
    ['EUR', '2', 1],
    ['USD', '5', 2],
  ]);
  expect(sums[0]?.sums.nav.coverage).toMatchObject({ total: 2, excluded: [{ id: 'GBP unknown' }] });
});

describe('returns over horizons [performance worked example 3]', () => {
  const flowsOf = (text: string) =>
    text.split(' ').map((part) => {
      const [date = '', amount = ''] = part.split(':');
      return { date: day(date), amount: decimal(amount) };
    });
  const navsOf = (text: string) => flowsOf(text).map(({ date, amount }) => ({ date, value: amount }));
  const flows = flowsOf('2019-03-29:-40 2020-09-30:-60 2022-06-30:30 2024-11-15:-10 2025-03-14:45');
  const end = day('2025-06-30');
  const ratesOf = (navs: string) =>
    Object.fromEntries(
      horizonReturns({ flows, nav: decimal('120'), navs: navsOf(navs) }, end).map(({ horizon, rate }) => [
        horizon,
        rate.match(
          (found) => found?.rate.toPrecision(12) ?? null,
          ([first]) => first!.code,
        ),
      ]),
    );

  it('open with the NAV at a quarter end; later accounts have none, and a missing NAV leaves it not determined', () => {
    expect(ratesOf('2022-06-30:112 2024-06-30:135')).toEqual({
      '1Y': '0.155757623923',
      '3Y': '0.116145589104',
      '5Y': 'NAV_MISSING',
      '10Y': null,
      INCEPTION: '0.137293080058',
    });
  });
  it('do not apply if the account began after the quarter end, even if committed and worth 0.00 then', () => {
    const emptyCurve = '2015-06-30:0 2020-06-30:0 2022-06-30:112 2024-06-30:135';
    expect(ratesOf(emptyCurve)).toMatchObject({ '3Y': '0.116145589104', '10Y': null });
    const late = { flows: flowsOf('2024-09-11:-40 2025-03-14:5'), nav: decimal('30'), navs: navsOf(emptyCurve) };
    const rates = horizonReturns(late, day('2025-06-30')).map(({ horizon, rate }) => [
      horizon,
      rate._unsafeUnwrap() === null,
    ]);
    // The return opens with the value reported for the quarter end a year before. Before the first cash, 0.00 isn't an opening value.
    expect(Object.fromEntries(rates)).toEqual({ '1Y': false, '3Y': false, '5Y': true, '10Y': true, INCEPTION: false });
  });
  it('count cash that was booked after the opening quarter was locked on that quarter end, unless its NAV was reported', () => {
    const rateOf = (opening: string, more: object = {}) => {
      const account = { flows, nav: decimal('120'), navs: navsOf(`2024-06-30:${opening}`), ...more };
      return horizonReturns(account, end)[0]?.rate._unsafeUnwrap()?.rate.toPrecision(12);
    };
    const late = { date: day('2024-05-10'), amount: decimal('5'), lateIn: day('2024-09-30') };
    const before = { ...late, lateIn: day('2024-06-30') };
    expect(rateOf('140', { flows: [...flows, late] })).toBe(rateOf('135'));
    expect(rateOf('140', { flows: [...flows, before] })).toBe(rateOf('140'));
    expect(rateOf('140', { flows: [...flows, late], hasReportedNav: true })).toBe(rateOf('140'));
  });
  it('open with the 0.00 in between for an account that was fully paid back and paid in again', () => {
    const again = { flows: flowsOf('2020-01-01:-40 2021-01-01:50 2024-09-30:-10'), nav: decimal('12') };
    const [, three] = horizonReturns({ ...again, navs: navsOf('2022-06-30:0') }, end);
    expect(three!.rate._unsafeUnwrap()!.days).toBe(273);
  });
});
