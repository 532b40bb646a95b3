import { describe, expect, it } from 'vitest';
import { calendarDate, decimal, moneyText, significantText, zero } from '@carrara/domain/kernel';
import { performanceInput } from '../analysis/index.ts';
import { type RequestedEntry, type EntryType, lineParts, postEntry, quarterEnd } from '../ledger/index.ts';
import {
  type BookedEvent,
  computeVehicle,
  convertedFigures,
  moneyFigures,
  type VehicleLedger,
} from '../period/index.ts';
import type { SubscriptionLineReturn } from '../return/index.ts';
import { fundProfile } from './fundProfile.ts';
import { multiplesText } from './fundProfileText.ts';
import { type PooledVehicle, pooledMultiples } from './pooledMultiples.ts';
import { coveredVehicles, type VintageVehicle, computeVintages } from './vintages.ts';

const end = calendarDate('2025-06-30');
const amountsOf = (paidIn: string, distributed: string, nav: string | null) => ({
  commitment: decimal('100.00'),
  contributions: decimal(paidIn),
  distributions: decimal(distributed),
  recallable: decimal('0.00'),
  unfunded: decimal('20.00'),
  nav: nav === null ? null : decimal(nav),
});
const vehicleOf = (name: string, amounts: PooledVehicle['amounts']): PooledVehicle => ({
  name,
  policy: null,
  amounts,
  notDetermined: [],
});
const pool = (...vehicles: readonly PooledVehicle[]) => multiplesText(pooledMultiples(vehicles, end, 'ILPA'));
const pooledVehicle = vehicleOf('One', amountsOf('80.00', '20.00', '100.00'));
const two = vehicleOf('Two', amountsOf('20.00', '10.00', '20.00'));

describe('the pool of several vehicles', () => {
  it('is the vehicle itself for one; for two their sums, not the mean of their multiples', () => {
    expect(pool(pooledVehicle)).toMatchObject({ tvpi: '1.5', dpi: '0.25', rvpi: '1.25' });
    expect(pool(two).tvpi).toBe('1.5');
    expect(pool(pooledVehicle, { ...two, amounts: amountsOf('20.00', '50.00', '0.00') }).tvpi).toBe('1.7');
  });

  it("uses the policy of the vehicles' figures if they share one, and the setting otherwise", () => {
    const own = {
      ...amountsOf('0', '0', '100.00'),
      contributions: decimal('100'),
      distributions: decimal('50'),
      recallable: decimal('20'),
    };
    const under = (...policies: readonly ('ILPA' | 'NETTED' | null)[]) =>
      pool(...policies.map((policy) => ({ ...vehicleOf('Own', own), policy }))).dpi;
    // 50 / 100, and 30 / 80 if recallable amounts are subtracted from both.
    expect([under('ILPA'), under('NETTED'), under('NETTED', 'NETTED'), under('NETTED', 'ILPA')]).toEqual([
      '0.5',
      '0.375',
      '0.375',
      '0.5',
    ]);
  });

  it('has no value while one of the vehicles has none, and names it', () => {
    const unknown = vehicleOf('Three', null);
    // The DPI must not be computed from the other funds alone, because the distributions of Three are unknown too.
    expect(pool(pooledVehicle, unknown)).toMatchObject({ tvpi: null, dpi: null });
    expect(pool(pooledVehicle, unknown).notDetermined).toContainEqual({
      field: 'tvpi',
      code: 'NAV_MISSING',
      message: 'Three has no net asset value on 06/30/2025.',
    });
  });
});

describe("a vehicle's subscription line", () => {
  const day = calendarDate;
  const close = (commitmentId: string, amount: string, date: string, paysFee = true): BookedEvent => ({
    id: commitmentId,
    commitmentId,
    kind: 'CLOSE',
    date: day(date),
    booked: quarterEnd(day(date)),
    amount: decimal(amount),
    paysFee,
    paysCarry: null,
    holdingId: null,
    seq: 1,
    reversalOf: null,
  });
  const commitmentIds = ['a', 'b', 'c', 'gp'];
  const empty: VehicleLedger = {
    vehicleId: 'fund',
    commitments: commitmentIds.map((id) => ({ id, investorCode: id, isGp: id === 'gp' })),
    // 'c' closes after the draw. It and the general partner pay no fee.
    events: [
      close('a', '600', '2020-01-01'),
      close('b', '300', '2020-01-01'),
      close('gp', '100', '2020-01-01', false),
      close('c', '1000', '2020-07-01', false),
    ],
    entries: [],
    securities: [],
    valuations: [],
    policy: 'ILPA',
    transfers: 'HISTORY',
    navBasis: 'LEDGER',
  };
  type EntryText = readonly [type: EntryType, amount: string, date: string, isRecallable?: boolean];
  const after = (rows: readonly EntryText[]) =>
    rows.reduce<VehicleLedger>((ledger, [type, amount, date, isRecallable = false], i) => {
      const requested: RequestedEntry = {
        type,
        amount: decimal(amount),
        effective: day(date),
        key: 'COMMITMENT',
        holdingId: null,
        securityId: null,
        noticeId: null,
        costRelieved: null,
        isRecallable,
        isOutside: false,
        settledOn: day(date),
        enteredShares: [],
      };
      const posting = postEntry(requested, { ...ledger, locked: new Set() })._unsafeUnwrap();
      return { ...ledger, entries: [...ledger.entries, { ...posting, id: String(i) }] };
    }, empty);
  const profileOf = (ledger: VehicleLedger, asOf: string) => {
    const last = computeVehicle(ledger, day(asOf), { through: day(asOf) }).at(-1)!;
    const [vehicle, ...commitments] = last.subjects;
    const profile = fundProfile({
      ledger,
      periods: [{ end: last.end, policy: ledger.policy, nav: vehicle!.nav, unrealized: zero }],
      navs: new Map(commitments.map(({ id, nav }) => [id, nav])),
      fiscalYearEnd: '12-31',
    });
    return { vehicle: vehicle!, line: profile.line!._unsafeUnwrap() };
  };
  const text = (multiple: SubscriptionLineReturn['multiple']) => significantText(multiple._unsafeUnwrap()!);
  const drawn: readonly EntryText[] = [
    ['LINE-DRAW-INV', '100.01', '2020-04-01'],
    ['CALL-INV', '120.00', '2020-10-01'],
    ['CALL-LINE', '2.00', '2020-10-01'],
  ];

  it('owes nothing if fully repaid, whoever closed between draw and repayment', () => {
    const { line, vehicle } = profileOf(after([...drawn, ['LINE-REPAY-INV', '100.01', '2020-10-01']]), '2020-12-31');
    expect(line.balance).toBe(0);
    // The calls of the fee-paying investors: 45% of 120.
    const nav = decimal('54.90');
    expect(text(line.withoutLine.multiple)).toBe(significantText(nav.div('54')));
    expect(text(line.withLine.multiple)).toBe(significantText(vehicle.tvpi!));
  });

  it('owes the remaining draws if partly repaid, and fee payers owe the part they drew', () => {
    const ledger = after([
      ...drawn,
      ['LINE-REPAY-INV', '40.01', '2020-10-01'],
      ['LINE-DRAW-INV', '20.00', '2020-11-01'],
    ]);
    expect(profileOf(ledger, '2020-12-31').line.balance).toBe(80_00);
    const parts = lineParts(ledger.entries, new Set(['a', 'b']));
    // 90% of the first draw, of which 40.01 / 100.01 are repaid; 45% of the second.
    expect([...parts.values()].map(moneyText)).toEqual(['90.01', '36.01', '9.00']);
    const { end: input } = performanceInput(
      ledger.entries,
      { ids: new Set(['a', 'b']), nav: zero, navBeforeCarry: zero },
      day('2020-12-31'),
    );
    expect(moneyText(input.lineBalance)).toBe('63.00');
  });

  it('can reclassify a draw without changing amounts; negative reversed draws count as repayments', () => {
    const withEntries = (...more: readonly EntryText[]) =>
      [...lineParts(after([...drawn, ...more]).entries, new Set(['a', 'b'])).values()].map(moneyText);
    expect(withEntries(['LINE-DRAW-WC', '-20.00', '2020-11-01'], ['LINE-DRAW-INV', '20.00', '2020-11-01'])).toEqual([
      '90.01',
      '-9.00',
      '9.00',
    ]);
    expect(withEntries(['LINE-DRAW-WC', '-100.01', '2020-11-01'])).toEqual(['90.01', '-90.01']);
  });

  it("gives the fund's multiple with the line: with returned excess, reversed calls, and recallable by policy", () => {
    const flows: readonly EntryText[] = [
      ...drawn,
      ['LINE-REPAY-INV', '100.01', '2020-10-01'],
      ['EXCESS-INV', '30.00', '2020-11-01'],
      ['DIST-GAIN', '10.00', '2020-11-02', true],
      ['CALL-WC', '-5.00', '2020-12-01'],
    ];
    for (const policy of ['ILPA', 'NETTED'] as const) {
      const { line, vehicle } = profileOf({ ...after(flows), policy }, '2020-12-31');
      expect(text(line.withLine.multiple), policy).toBe(significantText(vehicle.tvpi!));
    }
  });

  it('is not determined when more was repaid than drawn', () => {
    // Such a repayment can't be posted anymore.
    const repaid = after([...drawn, ['LINE-REPAY-INV', '100.01', '2020-10-01']]);
    const ledger = { ...repaid, entries: repaid.entries.filter(({ type }) => type !== 'LINE-DRAW-INV') };
    const last = { end: day('2020-12-31'), commitment: zero, policy: 'ILPA', nav: null, unrealized: zero } as const;
    const { line } = fundProfile({ ledger, periods: [last], navs: new Map(), fiscalYearEnd: '12-31' });
    expect(line?._unsafeUnwrapErr().code).toBe('NEGATIVE_AMOUNT');
  });
});

describe('figures in another currency', () => {
  const noFigures = Object.fromEntries(moneyFigures.map((name) => [name, null])) as Record<
    (typeof moneyFigures)[number],
    null
  >;
  const stored = {
    ...noFigures,
    nav: '100.01',
    contributions: '-0.02',
    currency: 'EUR',
    irr: '7',
    notDetermined: [] as { field: string; code: string; message: string }[],
  };
  const rates = [{ from: 'EUR', to: 'USD', date: calendarDate('2025-06-27'), rate: decimal('1.25') }];

  it('convert each amount at the rate of the day, halves away from zero; returns stay', () => {
    expect(convertedFigures(stored, 'USD', { date: end, rates })).toMatchObject({
      nav: '125.01',
      contributions: '-0.03',
      commitment: null,
      currency: 'USD',
      irr: '7',
    });
    expect(convertedFigures(stored, 'EUR', { date: end, rates })).toBe(stored);
    // 0.02 and 0.01 become 0.03 and 0.01. The gain is their difference rather than 0.01.
    const holding = { ...stored, fairValue: '0.02', cost: '0.01', unrealized: '0.01' };
    expect(convertedFigures(holding, 'USD', { date: end, rates })).toMatchObject({
      fairValue: '0.03',
      cost: '0.01',
      unrealized: '0.02',
    });
  });

  it('are not determined without a rate, each with that reason', () => {
    const { nav, commitment: promised, notDetermined } = convertedFigures(stored, 'CHF', { date: end, rates });
    expect([nav, promised]).toEqual([null, null]);
    expect(notDetermined.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'contributions NO_FX_RATE',
      'nav NO_FX_RATE',
    ]);
  });
});

it('pool reported amounts as sums; a missing part leaves the multiples of all not determined', () => {
  const fund = (name: string, contributions: string | null, recallable: string | null = null): PooledVehicle => ({
    ...vehicleOf(name, {
      ...amountsOf('0', '30', '90'),
      contributions: contributions === null ? null : decimal(contributions),
      recallable: recallable === null ? null : decimal(recallable),
    }),
    notDetermined:
      contributions === null ? [{ field: 'contributions', code: 'NOT_REPORTED', message: 'Unknown.' }] : [],
  });
  const tvpi = (funds: readonly PooledVehicle[], policy: 'ILPA' | 'NETTED' = 'ILPA') =>
    pooledMultiples(funds, end, policy).tvpi.match(
      (value) => value?.toNumber(),
      ({ code }) => code,
    );
  expect(tvpi([fund('Oak', '80'), fund('Elm', '80')])).toBe(1.5);
  expect(tvpi([fund('Oak', '80'), fund('Elm', null)])).toBe('NOT_REPORTED');
  // Recallable amounts aren't reported, but this policy subtracts them.
  expect(tvpi([fund('Oak', '80')], 'NETTED')).toBe('NOT_REPORTED');
  expect(tvpi([fund('Oak', '80', '0')], 'NETTED')).toBe(1.5);
  const reasonOf = (...funds: readonly PooledVehicle[]) =>
    pooledMultiples(funds, end, 'NETTED').dpi._unsafeUnwrapErr().detail;
  expect(reasonOf(fund('Oak', '80'))).toMatch(/^For Oak, recallable distributions were not reported by /);
  expect(reasonOf(fund('Oak', '80'), fund('Elm', null))).toBe('Elm: Unknown.');
  // A missing net asset value has the reason of the fund only if nobody reported a part of it.
  const withoutNav = (code: string): PooledVehicle => ({
    ...vehicleOf('Oak', amountsOf('80', '30', null)),
    notDetermined: [{ field: 'nav', code, message: 'Unknown.' }],
  });
  const reasons = ['NOT_REPORTED', 'NAV_MISSING'].map(
    (code) => pooledMultiples([withoutNav(code)], end, 'ILPA').tvpi._unsafeUnwrapErr().detail,
  );
  expect(reasons).toEqual(['Oak: Unknown.', 'Oak has no net asset value on 06/30/2025.']);
});

it('pool no PIC if a commitment is unknown', () => {
  const uncommitted = { ...two, amounts: { ...amountsOf('20.00', '10.00', '20.00'), commitment: null } };
  const pic = (...funds: readonly PooledVehicle[]) =>
    pooledMultiples(funds, end, 'ILPA').pic.match(
      (value) => value !== null,
      ({ code, detail }) => [code, detail],
    );
  expect(pic(pooledVehicle, two)).toBe(true);
  expect(pic(pooledVehicle, uncommitted)).toEqual([
    'NOT_REPORTED',
    expect.stringMatching(/^Two has no commitment on /),
  ]);
  expect(pool(pooledVehicle, uncommitted).tvpi).toBe('1.5');
});

describe('the figures of a vintage', () => {
  const vehicle = (
    name: string,
    own: { readonly unfunded?: string | null; readonly nav?: string | null; readonly isWithoutFigures?: boolean } = {},
  ): VintageVehicle => {
    const { unfunded = '20.00', nav = '100.00', isWithoutFigures = false } = own;
    return {
      id: name,
      name,
      year: 2020,
      currency: 'EUR',
      policy: 'ILPA',
      named: { id: name, name, reason: 'Replaced.', lastDate: null, carriedFrom: null },
      notDetermined: [],
      amounts: isWithoutFigures
        ? null
        : { ...amountsOf('80.00', '20.00', nav), unfunded: unfunded === null ? null : decimal(unfunded) },
    };
  };
  const vintageOf = (...vehicles: readonly VintageVehicle[]) => computeVintages(vehicles, end, 'ILPA')[0]!;
  const excluded = (vintage: ReturnType<typeof vintageOf>, name: string) =>
    vintage.coverage.find(({ field }) => field === name)?.excluded.map(({ reason }) => reason);

  it('each cover the funds for which it is determined, with the true reason', () => {
    const vintage = vintageOf(vehicle('Oak', { unfunded: null }), vehicle('Elm', { isWithoutFigures: true }));
    expect(vintage).toMatchObject({ tvpi: '1.5', totalCommitment: '100.00', endUnfundedCommitment: null });
    expect(excluded(vintage, 'tvpi')).toEqual(['Elm has no net asset value on 06/30/2025.']);
    expect(excluded(vintage, 'endUnfundedCommitment')).toEqual([
      'No unfunded commitment was reported for Oak by 06/30/2025.',
      'Elm has no figures on 06/30/2025.',
    ]);
  });

  it('have a DPI of the same funds as the distributions, and a commitment, without a net asset value', () => {
    const vintage = vintageOf(vehicle('Oak', { nav: null }));
    expect(vintage).toMatchObject({
      tvpi: null,
      dpi: '0.25',
      totalCommitment: '100.00',
      totalDistributions: '20.00',
      notDetermined: [{ field: 'tvpi' }, { field: 'rvpi' }],
    });
    const covered = vintage.coverage.map(({ field, included }) => [field, included]);
    expect(Object.fromEntries(covered)).toMatchObject({ tvpi: 0, rvpi: 0, dpi: 1, totalDistributions: 1 });
  });

  it('have distributions and multiples of the same funds, so that one results from the other', () => {
    const vintage = vintageOf(vehicle('Oak'), vehicle('Elm', { nav: null }));
    expect(vintage).toMatchObject({ tvpi: '1.5', dpi: '0.25', rvpi: '1.25', totalDistributions: '20.00' });
    expect(excluded(vintage, 'totalDistributions')).toEqual(excluded(vintage, 'tvpi'));
    // A commitment isn't part of a multiple.
    expect(vintage.totalCommitment).toBe('200.00');
    expect(
      coveredVehicles([vehicle('Oak'), vehicle('Elm', { nav: null })], 'dpi', { end, policy: 'ILPA' }),
    ).toHaveLength(1);
  });

  it('leave out a fund whose multiples the policy of the vintage can’t determine', () => {
    const [oak, elm] = [vehicle('Oak'), vehicle('Elm')];
    const unknown = { ...oak, amounts: oak.amounts && { ...oak.amounts, recallable: null } };
    // Funds with different policies are pooled under the current one, here without Oak's recallable distributions.
    const [vintage] = computeVintages([unknown, { ...elm, policy: 'NETTED' }], end, 'NETTED');
    expect(vintage).toMatchObject({ tvpi: '1.5', dpi: '0.25', totalDistributions: '20.00', totalCommitment: '200.00' });
    const covered = vintage!.coverage.map(({ field, included }) => [field, included]);
    expect(Object.fromEntries(covered)).toMatchObject({ tvpi: 1, dpi: 1, totalDistributions: 1, totalCommitment: 2 });
    // Funds that share a policy are pooled under it, whatever the current one is.
    const netted = [unknown, elm].map((fund) => ({ ...fund, policy: 'NETTED' as const }));
    expect(computeVintages(netted, end, 'ILPA')).toEqual([vintage]);
    expect(coveredVehicles(netted, 'dpi', { end, policy: 'ILPA' }).map(({ id }) => id)).toEqual(['Elm']);
  });
});
