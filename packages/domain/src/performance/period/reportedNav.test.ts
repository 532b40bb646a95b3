import { describe, expect, it } from 'vitest';
import { calendarDate as day, decimal, moneyText, numberText } from '@carrara/domain/kernel';
import {
  type RequestedEntry,
  entryTypeRule,
  type EntryType,
  postEntry,
  quarterEnd,
  reverseEntry,
} from '../ledger/index.ts';
import { computeInvestors, investorPositions } from './computeInvestors.ts';
import { otherCapital } from './storedCapital.ts';
import { ledgerAtVersion, PERIOD_ENGINE_VERSION } from './engineVersion.ts';
import { figureTexts } from './figuresText.ts';
import { computeVehicle, type VehicleLedger } from './computeVehicle.ts';
import { includeAllPartners } from './includeAllPartners.ts';
import { CapitalSum } from './capital.ts';
import { postReported, reportedNavs, reportedUntil } from './reportedNav.ts';
import type { ReportedFigure } from './reportedFigure.ts';

const close = (commitmentId: string, amount: string, paysFee = true) => ({
  id: commitmentId,
  commitmentId,
  kind: 'CLOSE' as const,
  date: day('2020-01-01'),
  amount: decimal(amount),
  paysFee,
  paysCarry: null,
  holdingId: null,
  seq: 1,
  reversalOf: null,
  booked: day('2020-03-31'),
});
const reportedFigure = (date: string, value: string, more: Partial<ReportedFigure> = {}): ReportedFigure => ({
  id: `${date} ${more.commitmentId ?? ''} ${String(more.seq ?? 1)}`,
  commitmentId: null,
  figure: 'nav',
  date: day(date),
  value: decimal(value),
  booked: quarterEnd(day(date)),
  seq: 1,
  reversalOf: null,
  ...more,
});
const posted = (ledger: VehicleLedger, ...cash: readonly (readonly [EntryType, string, string])[]): VehicleLedger =>
  cash.reduce((now, [type, amount, effective], i) => {
    const requested: RequestedEntry = {
      type,
      amount: decimal(amount),
      effective: day(effective),
      key: entryTypeRule(type).key,
      holdingId: null,
      securityId: null,
      noticeId: null,
      costRelieved: null,
      isRecallable: false,
      isOutside: false,
      settledOn: null,
      enteredShares: [],
    };
    const posting = postEntry(requested, { ...now, locked: new Set() })._unsafeUnwrap();
    return { ...now, entries: [...now.entries, { ...posting, id: String(i) }] };
  }, ledger);
const two = posted(
  {
    vehicleId: 'fund',
    commitments: [
      { id: 'a', investorCode: 'A', isGp: false },
      { id: 'gp', investorCode: 'GP', isGp: true },
    ],
    events: [close('a', '900'), close('gp', '100', false)],
    entries: [],
    securities: [],
    valuations: [],
    policy: 'ILPA',
    transfers: 'HISTORY',
    navBasis: 'REPORTED',
  },
  ['CALL-INV', '500', '2020-02-01'],
  ['CALL-INV', '100', '2020-05-01'],
  ['DIST-GAIN', '50', '2020-06-15'],
);
const figuresAt = (ledger: VehicleLedger, end: string, id: string) =>
  computeVehicle(ledger)
    .find((periodFigures) => periodFigures.end === end)!
    .subjects.find((subject) => subject.id === id)!;
const navAt = (ledger: VehicleLedger, end: string, id: string) => {
  const { nav, rolledForwardFrom, notDetermined } = figuresAt(ledger, end, id);
  return nav === null ? notDetermined.find(({ field }) => field === 'nav')?.code : [moneyText(nav), rolledForwardFrom];
};

describe('the net asset value from reported figures', () => {
  it('is missing if nothing was reported, and no figure depends on it', () => {
    expect(navAt(two, '2020-03-31', 'fund')).toBe('NAV_MISSING');
    const { irr, tvpi, dpi, contributions, notDetermined } = figuresAt(two, '2020-06-30', 'fund');
    expect(notDetermined[0]!.message).toBe('No net asset value was reported for 06/30/2020.');
    expect([irr, tvpi]).toEqual([null, null]);
    expect([moneyText(dpi!), moneyText(contributions!)]).toEqual(['0.08', '600.00']);
  });

  it('is the value reported for the day, later rolled forward by the cash since [ROLLED_FORWARD]', () => {
    const ledger = { ...two, reported: [reportedFigure('2020-03-31', '520')] };
    expect(navAt(ledger, '2020-03-31', 'fund')).toEqual(['520.00', null]);
    // 520 + 100 called - 50 distributed.
    expect(navAt(ledger, '2020-06-30', 'fund')).toEqual(['570.00', '2020-03-31']);
    // The values of the two commitments weren't reported separately, nor those of the fee-paying ones.
    expect(navAt(ledger, '2020-06-30', 'a')).toBe('NAV_MISSING');
    expect(figuresAt(ledger, '2020-06-30', 'fund').irr).toBeNull();
  });

  it('of the fund is the sum over all commitments, and for fee payers the sum over theirs', () => {
    const reported = [
      reportedFigure('2020-06-30', '600', { commitmentId: 'a' }),
      reportedFigure('2020-03-31', '50', { commitmentId: 'gp' }),
    ];
    const ledger = { ...two, reported };
    // The other one's value is rolled forward: 50 + 10 - 5.
    expect(navAt(ledger, '2020-06-30', 'gp')).toEqual(['55.00', '2020-03-31']);
    expect(navAt(ledger, '2020-06-30', 'fund')).toEqual(['655.00', '2020-03-31']);
    expect(figuresAt(ledger, '2020-06-30', 'fund').tvpi!.eq(figuresAt(ledger, '2020-06-30', 'a').tvpi!)).toBe(true);
  });

  it('also applies to the only commitment and its investor', () => {
    const alone = posted(
      { ...two, entries: [], commitments: two.commitments.slice(0, 1), events: two.events.slice(0, 1) },
      ['CALL-INV', '500', '2020-02-01'],
    );
    const ledger = { ...alone, reported: [reportedFigure('2020-09-30', '610.10')] };
    expect(navAt(ledger, '2020-09-30', 'a')).toEqual(['610.10', null]);
    const periods = computeVehicle(ledger);
    const investorCommitments = alone.commitments.map((commitment) => ({ ...commitment, investorId: 'x' }));
    const commitments = investorPositions({ ...ledger, commitments: investorCommitments }, periods);
    const investors = computeInvestors({ commitments, from: day('2020-03-31'), policy: 'ILPA' });
    expect(moneyText(investors.at(-1)!.nav!)).toBe('610.10');
    expect(investors.at(-1)!.irr!.eq(figuresAt(ledger, '2020-09-30', 'a').irr!)).toBe(true);
  });
});

it('the latest report counts, for a vehicle or its only commitment: an older statement of either changes nothing', () => {
  const alone = posted(
    { ...two, entries: [], commitments: two.commitments.slice(0, 1), events: two.events.slice(0, 1) },
    ['CALL-INV', '500', '2020-02-01'],
  );
  const brought = reportedFigure('2020-06-30', '610.10', { commitmentId: 'a' });
  const older = reportedFigure('2020-03-31', '480');
  const ledger = { ...alone, reported: [brought, { ...older, id: 'older' }] };
  expect(['fund', 'a'].map((id) => navAt(ledger, '2020-06-30', id))).toEqual([
    ['610.10', null],
    ['610.10', null],
  ]);
  expect(['fund', 'a'].map((id) => navAt(ledger, '2020-03-31', id))).toEqual([
    ['480.00', null],
    ['480.00', null],
  ]);
  // For one date, the latest report counts for both, whichever it names. If reported together, the vehicle's counts.
  const twice = (seq: number) => ({
    ...alone,
    reported: [{ ...brought, seq: 5 }, reportedFigure('2020-06-30', '600', { id: 'twin', seq })],
  });
  const both = (seq: number) => ['fund', 'a'].map((id) => navAt(twice(seq), '2020-06-30', id)![0]);
  expect([both(4), both(5), both(6)]).toEqual([
    ['610.10', '610.10'],
    ['600.00', '600.00'],
    ['600.00', '600.00'],
  ]);
  const sums = {
    ...alone,
    entries: [],
    reported: [
      { ...brought, id: 'c1', figure: 'contributions' as const },
      { ...older, id: 'c2', figure: 'contributions' as const },
    ],
  };
  expect(['fund', 'a'].map((id) => numberText(figuresAt(sums, '2020-06-30', id).contributions!))).toEqual([
    '610.1',
    '610.1',
  ]);
});

describe('the reported figures of a vehicle whose ledger has no cash [A-P-105] [A-P-111]', () => {
  const end = '2025-03-31';
  const reportedFor = (
    commitmentId: string | null,
    values: Readonly<Partial<Record<ReportedFigure['figure'], string>>>,
    date = end,
  ) =>
    Object.entries(values).map(([figure, value]) =>
      reportedFigure(date, value, {
        commitmentId,
        figure: figure as ReportedFigure['figure'],
        id: `${date} ${figure} ${commitmentId ?? ''}`,
      }),
    );
  const published = {
    commitment: '100',
    contributions: '80',
    distributions: '30',
    nav: '90',
    irr: '11.5',
    tvpi: '1.5',
  };
  const bare: VehicleLedger = {
    ...two,
    entries: [],
    commitments: two.commitments.slice(0, 1),
    events: [close('a', '1')],
  };
  const single: VehicleLedger = { ...bare, reported: reportedFor(null, published) };
  const both: VehicleLedger = {
    ...two,
    entries: [],
    reported: [
      ...reportedFor('a', published),
      ...reportedFor('gp', { contributions: '20', distributions: '0', nav: '30', unfunded: '5' }),
    ],
  };
  const display = (ledger: VehicleLedger, id: string, at = end) => {
    const { commitment, contributions, distributions, nav, irr, dpi, rvpi, tvpi } = figuresAt(ledger, at, id);
    return [commitment, contributions, distributions, nav, irr, dpi, rvpi, tvpi].map(
      (value) => value && numberText(value),
    );
  };
  const missing = (ledger: VehicleLedger, id: string) =>
    figuresAt(ledger, end, id).notDetermined.map(({ field, code }) => `${field} ${code}`);

  it('are the same for the fund, its only commitment, and its investor', () => {
    const expected = ['100', '80', '30', '90', '0.115', '0.375', '1.125', '1.5'];
    expect(display(single, 'fund')).toEqual(expected);
    expect(display(single, 'a')).toEqual(expected);
    expect(display({ ...bare, reported: reportedFor('a', published) }, 'fund')).toEqual(expected);
    const commitments = single.commitments.map((commitment) => ({ ...commitment, investorId: 'x' }));
    const [investor] = computeInvestors({
      commitments: investorPositions({ ...single, commitments }, computeVehicle(single)),
      from: day(end),
      policy: 'ILPA',
    });
    expect([investor!.irr!, investor!.tvpi!].map(numberText)).toEqual(['0.115', '1.5']);
    // A report doesn't say whether the rate is annualized.
    expect(figuresAt(single, end, 'fund').irrAnnualized).toBeNull();
  });

  it('are not determined, rather than zero, if nobody reported them', () => {
    const operations = ['navBeforeCarry', 'carryPaid', 'unrealized'].map((name) => `${name} NOT_REPORTED`);
    expect(missing(single, 'a')).toEqual(['unfunded NOT_REPORTED', ...operations]);
    expect(missing(single, 'fund')).toEqual(
      expect.arrayContaining(['invested NOT_REPORTED', 'fairValue NOT_REPORTED']),
    );
    expect(figuresAt(single, end, 'a').unfunded).toBeNull();
    const little = { ...bare, reported: reportedFor(null, { nav: '90', commitment: '100' }) };
    expect(display(little, 'fund')).toEqual(['100', null, null, '90', null, null, null, null]);
    expect(missing(little, 'fund')).toContain('contributions NOT_REPORTED');
    expect(missing(little, 'fund')).toContain('tvpi NOT_REPORTED');
  });

  it('add up over the commitments, with the multiples of fee payers; sums alone give no rate', () => {
    expect(display(both, 'fund').slice(1, 4)).toEqual(['100', '30', '120']);
    expect(display(both, 'fund').slice(4)).toEqual(['0.115', '0.375', '1.125', '1.5']);
    expect(display(both, 'gp').slice(4)).toEqual([null, '0', '1.5', '1.5']);
    // A report for the whole fund includes the general partner, which pays no fees. If everyone pays, it takes precedence.
    const whole = { ...both, reported: [...both.reported!, ...reportedFor(null, { irr: '9' })] };
    expect(display(whole, 'fund')[4]).toBe('0.115');
    expect(display(includeAllPartners(whole), 'fund')[4]).toBe('0.09');
  });

  it('keep the last reported sums until the next report; a rate belongs to its day', () => {
    const later = { ...single, reported: [...single.reported!, reportedFigure('2025-06-30', '95')] };
    expect(display(later, 'fund', '2025-06-30')).toEqual(['100', '80', '30', '95', null, '0.375', '1.1875', '1.5625']);
    expect(display(later, 'fund')).toEqual(display(single, 'fund'));
  });

  it('of the fund only have no NAV of the fee-paying partners, and say where to find the fund’s', () => {
    const account = () => Object.assign(new CapitalSum(), { commitment: decimal('100') });
    const accounts = new Map([
      ['a', account()],
      ['gp', account()],
    ]);
    const navs = reportedNavs([reportedFigure(end, '19500000')], accounts, day(end));
    expect(navs.sumFor(['a', 'gp'])._unsafeUnwrap().amount.toFixed(2)).toBe('19500000.00');
    expect(navs.sumFor(['a'])._unsafeUnwrapErr().detail).toBe(
      'No NAV of the fee-paying limited partners was reported; the fund’s is 19,500,000.00: choose All partners.',
    );
    expect(reportedNavs([], accounts, day(end)).sumFor(['a'])._unsafeUnwrapErr().detail).toMatch(
      /^No net asset value was reported for /,
    );
  });

  it("add to an investor's other vehicles, except in figures that were not reported for them", () => {
    const withCash = posted({ ...bare, vehicleId: 'other', navBasis: 'LEDGER', events: [close('a', '50')] }, [
      'CALL-INV',
      '20',
      '2025-02-01',
    ]);
    const investorCommitments = (ledger: VehicleLedger) =>
      investorPositions(
        { ...ledger, commitments: ledger.commitments.map((commitment) => ({ ...commitment, investorId: 'x' })) },
        computeVehicle(ledger, null, { through: day(end) }),
      );
    const commitments = [...investorCommitments(single), ...investorCommitments(withCash)];
    const investor = computeInvestors({ commitments, from: day(end), policy: 'ILPA' }).at(-1)!;
    expect([investor.contributions, investor.distributions, investor.nav].map((value) => moneyText(value!))).toEqual([
      '100.00',
      '30.00',
      '110.00',
    ]);
    expect(numberText(investor.tvpi!)).toBe('1.4');
    // The dates of its cash are unknown, so the rate is that of the other vehicle.
    expect([investor.irr, investor.unfunded, investor.recallable].map((value) => numberText(value!))).toEqual([
      '0',
      '30',
      '0',
    ]);
    expect(investor.notDetermined).toEqual([]);
    expect(investor.coverage?.partly?.map(({ figures }) => figures.toSorted())).toEqual([
      ['carryPaid', 'irr', 'navBeforeCarry', 'recallable', 'unfunded', 'unrealized'],
    ]);
    // Pooling the stored figures has the same result.
    const texts = figureTexts(figuresAt(single, end, 'a'));
    const stored = otherCapital({
      ...texts,
      end: day(end),
      reportedThrough: null,
      carryOwed: '0',
      carryPaid: null,
      nav: texts.nav!,
      commitment: texts.commitment!,
      unrealized: null,
    });
    expect([...stored.unreported].sort()).toEqual(['cash', 'operations', 'unfunded']);
  });

  it('of transferred cash are not determined if they depend on its use, until the cash is reversed', () => {
    const typed = posted(single, ['CALL-INV', '1', '2025-02-01']);
    const sent = {
      ...typed,
      entries: typed.entries.map((entry) => ({ ...entry, source: { kind: 'TRANSFER' as const, id: 't', row: 1 } })),
    };
    const resultOf = (ledger: VehicleLedger, id: string) => {
      const { contributions, distributions, nav, irr, carryPaid, unrealized, navBeforeCarry, fairValue } = figuresAt(
        ledger,
        end,
        id,
      );
      return {
        sums: [contributions, distributions, nav, irr === null],
        operations: [carryPaid, unrealized, navBeforeCarry, fairValue],
      };
    };
    expect(resultOf(sent, 'fund').sums).toEqual(resultOf(typed, 'fund').sums);
    for (const id of ['fund', 'a']) {
      expect(resultOf(sent, id).operations).toEqual([null, null, null, null]);
      expect(missing(sent, id)).toEqual(expect.arrayContaining(['carryPaid NOT_REPORTED', 'unrealized NOT_REPORTED']));
    }
    const turned = sent.entries.map((entry) => ({
      ...reverseEntry(entry, { ...sent, locked: new Set() })._unsafeUnwrap(),
      id: `${entry.id} turned`,
    }));
    const typedAgain = typed.entries.map((entry) => ({ ...entry, id: `${entry.id} again` }));
    const back = { ...sent, entries: [...sent.entries, ...turned, ...typedAgain] };
    expect(resultOf(back, 'fund')).toEqual(resultOf(typed, 'fund'));
  });

  it('of a ledger with cash come from the ledger, and are used again when the cash is reversed', () => {
    const withCash = posted(single, ['CALL-INV', '1', '2025-02-01']);
    const { reported: _, ...rest } = withCash;
    const unreported = { ...rest, reported: reportedFor(null, { nav: '90' }) };
    expect(computeVehicle(withCash).at(-1)!.subjects).toEqual(computeVehicle(unreported).at(-1)!.subjects);
    const [call] = withCash.entries;
    const turned = reverseEntry(call!, { ...withCash, locked: new Set() })._unsafeUnwrap();
    const back = { ...withCash, entries: [...withCash.entries, { ...turned, id: 'turned' }] };
    expect(display(back, 'fund')).toEqual(display(single, 'fund'));
  });

  it('as known at a version are those reported by then', () => {
    const corrected = reportedFigure(end, '99', { figure: 'contributions', id: 'corrected', seq: 7 });
    const now = { ...single, reported: [...single.reported!, corrected] };
    const reportedAt = (seq: number) => ({ ...now, reported: now.reported.filter((report) => report.seq <= seq) });
    expect(display(now, 'fund')[1]).toBe('99');
    expect(computeVehicle(reportedAt(6))).toEqual(computeVehicle(single));
  });

  it('of net asset values alone leave contributions undetermined, also from a data transfer, which sends no earlier sums', () => {
    const values = { ...single, reported: reportedFor(null, { nav: '90' }) };
    expect(display(values, 'fund').slice(1, 4)).toEqual([null, null, '90']);
    const reasons = (ledger: VehicleLedger, id = 'a') =>
      figuresAt(ledger, end, id).notDetermined.filter(({ field }) => field === 'contributions' || field === 'unfunded');
    expect(reasons(values).map(({ message }) => message)).toEqual([
      'Contributions were not reported for this fund.',
      'The unfunded commitment was not reported for this fund.',
    ]);
    const sent = values.reported.map((report) => ({
      ...report,
      source: { kind: 'TRANSFER' as const, id: 't', row: null },
    }));
    const transferred = { ...values, reported: sent };
    for (const id of ['fund', 'a']) expect(display(transferred, id).slice(0, 4)).toEqual(['1', null, null, '90']);
    for (const id of ['fund', 'a'])
      expect(reasons(transferred, id).map(({ message }) => message)).toEqual([
        'Not included in the data your manager sent.',
        'Not included in the data your manager sent.',
      ]);
  });

  it('are not determined before the first report, except the commitment', () => {
    const silent = { ...single, reported: [] };
    for (const id of ['fund', 'a']) {
      expect(display(silent, id, '2020-03-31')).toEqual(['1', null, null, null, null, null, null, null]);
      expect(figuresAt(silent, '2020-03-31', id).unfunded).toBeNull();
    }
    // With the ledger's own NAV, a ledger without cash means that there was none.
    const { contributions, unfunded } = figuresAt({ ...silent, navBasis: 'LEDGER' }, '2020-03-31', 'fund');
    expect([contributions, unfunded].map((value) => moneyText(value!))).toEqual(['0.00', '1.00']);
  });

  it('are computed by the rules of a version if the product has it', () => {
    expect(ledgerAtVersion(PERIOD_ENGINE_VERSION, single)).toBe(single);
    expect(ledgerAtVersion('0', single)).toBeUndefined();
  });

  it("of a vehicle that its ledger values are the ledger's, whatever is reported", () => {
    expect(display({ ...single, navBasis: 'LEDGER' }, 'fund').slice(0, 4)).toEqual(['1', '0', '0', '0']);
  });
});

it('the later of two figures of a day counts until it is withdrawn, and a later report counts later', () => {
  const first = reportedFigure('2020-03-31', '1');
  const second = reportedFigure('2020-03-31', '2', { seq: 2, booked: day('2020-06-30') });
  const back = reportedFigure('2020-03-31', '2', {
    seq: 3,
    id: 'back',
    reversalOf: second.id,
    booked: day('2020-09-30'),
  });
  const counts = (end: string) => reportedUntil([back, second, first], day(end)).map(({ value }) => value.toString());
  expect(['2020-03-31', '2020-06-30', '2020-09-30', '2019-12-31'].map(counts)).toEqual([['1'], ['2'], ['1'], []]);
});

it('a reported figure is checked by its type and the locked quarters', () => {
  const judge = (figure: ReportedFigure['figure'], value: string, locked: readonly string[] = []) =>
    postReported(
      { figure, date: day('2020-03-31'), value: decimal(value) },
      { locked: new Set(locked.map(day)) },
    ).match(
      (booked) => booked,
      ([failure]) => failure!.code,
    );
  expect(judge('nav', '-5.25')).toBe('2020-03-31');
  expect(judge('nav', '5.255')).toBe('MONEY_SCALE');
  expect(judge('irr', '13.4215')).toBe('2020-03-31');
  expect(judge('commitment', '-1')).toBe('NEGATIVE_AMOUNT');
  expect(judge('nav', '5', ['2020-03-31'])).toBe('2020-06-30');
});
