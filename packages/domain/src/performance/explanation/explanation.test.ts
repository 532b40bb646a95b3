import { calendarDate, type Decimal, decimal, significantText, zero } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import { type RequestedEntry, type EntryType, entryTypeRule, postEntry, quarterEnd } from '../ledger/index.ts';
import type { BookedEvent, FigureName, ReportedFigure, VehicleLedger } from '../period/index.ts';
import { accountPeriods, statementDates } from '../capitalAccount/index.ts';
import { ofFeePayers } from './formulas.ts';
import { wholeFundTerms } from '../carryTerms/index.ts';
import {
  bookOn,
  type CountedPart,
  explainAccount,
  explainAverageIrr,
  explainInvestment,
  holdersOn,
  explainReturns,
  explainSubject,
  explainVintage,
  type PerformanceStep,
} from './index.ts';

const day = calendarDate;
const close = (commitmentId: string, amount: string, pays: boolean): BookedEvent => ({
  id: `close ${commitmentId}`,
  commitmentId,
  kind: 'CLOSE',
  date: day('2020-01-01'),
  booked: day('2020-03-31'),
  amount: decimal(amount),
  paysFee: pays,
  paysCarry: pays,
  holdingId: null,
  seq: 1,
  reversalOf: null,
});
const empty: VehicleLedger = {
  vehicleId: 'fund',
  commitments: ['a', 'b', 'gp'].map((id) => ({ id, investorCode: id, isGp: id === 'gp' })),
  events: [close('a', '600', true), close('b', '300', true), close('gp', '100', false)],
  entries: [],
  securities: [{ id: 'shares', holdingId: 'steel' }],
  valuations: [],
  policy: 'ILPA',
  transfers: 'HISTORY',
  navBasis: 'LEDGER',
};
const entry = (type: EntryType, amount: string, date: string, more: Partial<RequestedEntry> = {}): RequestedEntry => {
  const rule = entryTypeRule(type);
  const isTraded = rule.security === 'required';
  return {
    type,
    amount: decimal(amount),
    effective: day(date),
    key: rule.key,
    holdingId: isTraded ? 'steel' : null,
    securityId: isTraded ? 'shares' : null,
    noticeId: null,
    costRelieved: type === 'SELL' ? decimal('40') : null,
    isRecallable: false,
    isOutside: false,
    settledOn: day(date),
    enteredShares: [],
    ...more,
  };
};
const ledger = [
  entry('LINE-DRAW-INV', '100', '2020-02-01'),
  entry('BUY', '100', '2020-02-01'),
  entry('CALL-INV', '150.01', '2020-08-01'),
  entry('CALL-LINE', '2.02', '2020-08-01'),
  entry('LINE-REPAY-INV', '70', '2020-08-01'),
  entry('EXP-LINE-INT', '0.77', '2022-12-31', { settledOn: null }),
  entry('FEE', '9.99', '2021-03-31'),
  entry('SELL', '90', '2022-05-01'),
  entry('DIST-ROC', '33.33', '2022-06-01', { isRecallable: true }),
  entry('DIST-GAIN', '40.01', '2022-06-01'),
  entry('EXCESS-INV', '5', '2022-07-01'),
  entry('CARRY-PAID', '6', '2022-06-01'),
].reduce<VehicleLedger>(
  (now, requested) => {
    const posting = postEntry(requested, { ...now, locked: new Set() })._unsafeUnwrap();
    return { ...now, entries: [...now.entries, { ...posting, id: String(now.entries.length) }] };
  },
  {
    ...empty,
    valuations: [
      ['2021-12-31', '130'],
      ['2022-12-31', '95.5'],
    ].map(([date = '', value = ''], i) => ({
      id: `value ${String(i)}`,
      securityId: 'shares',
      date: day(date),
      booked: quarterEnd(day(date)),
      fairValue: decimal(value),
      seq: i + 1,
    })),
  },
);
const end = day('2022-12-31');
const book = bookOn(ledger, end)!;
const all = { book, ids: new Set(['a', 'b', 'gp']) };
const nameOf = (id: string) => id;
const terms = wholeFundTerms({ carry: '20', hurdle: '8', catchUp: '100' });

const valueOf = (text: string | null | undefined): Decimal => decimal(text ?? '0');
const inputOf = (step: PerformanceStep, name: string) =>
  valueOf(step.inputs.find((input) => input.name === name)?.value);
const sumOf = (amounts: readonly Decimal[]) => amounts.reduce<Decimal>((sum, amount) => sum.plus(amount), zero);
const moneyInputs = ({ inputs }: PerformanceStep) =>
  sumOf(inputs.filter(({ unit }) => unit === 'money').map(({ value }) => valueOf(value)));
/** Formulas of sums, recomputed from their inputs. The other money formulas are covered by their own tests. */
const sums: Readonly<Record<string, (step: PerformanceStep) => Decimal>> = {
  'performance.contributions': (node) => inputOf(node, 'called').minus(inputOf(node, 'excess')),
  'performance.distributions': moneyInputs,
  'performance.ownAndPassed': moneyInputs,
  'performance.ownAndPrice': moneyInputs,
  'performance.unfunded': moneyInputs,
  'performance.realized': moneyInputs,
  'performance.navBeforeCarry': (node) => inputOf(node, 'nav').minus(inputOf(node, 'carryOwed')),
  'performance.nav': moneyInputs,
  'performance.sumOfKinds': moneyInputs,
  'performance.unrealized': moneyInputs,
  'performance.sumOfSecurities': moneyInputs,
  'performance.sumOfFunds': moneyInputs,
  'performance.reportedNav': moneyInputs,
  'performance.gain': (node) => inputOf(node, 'fairValue').minus(inputOf(node, 'cost')),
  'performance.lineValue': moneyInputs,
  'performance.linePaidIn': (node) => inputOf(node, 'paidIn').minus(inputOf(node, 'costs')).plus(inputOf(node, 'owed')),
  'performance.carryProfit': (node) => moneyInputs(node).minus(inputOf(node, 'contributions').mul(2)),
};

/** Checks that every step below a figure adds up: to its entries, to its inputs, and each input to its own step. */
function addsUp(step: PerformanceStep): number {
  const counts = step.inputs.some(({ name }) => name === 'counted') && step.inputs.length === 1;
  const facts = step.facts ?? [];
  const where = `${step.path.join('.')} ${step.formula}`;
  if (counts && step.result !== null) {
    expect([where, sumOf(facts.map(({ counted }) => counted)).toFixed(2)]).toEqual([where, step.result]);
    expect(step.inputs[0]?.value).toBe(String(facts.length));
  }
  const sum = sums[step.formula];
  if (sum && step.result !== null) expect([where, sum(step).toFixed(2)]).toEqual([where, step.result]);
  if (step.unit === 'rate' && facts.length > 0) {
    const cash = sumOf(facts.map(({ counted }) => counted));
    const paid = step.inputs.some(({ name }) => name === 'paid') ? inputOf(step, 'paid') : inputOf(step, 'paidIn');
    expect([where, paid.plus(inputOf(step, 'received')).toFixed(2)]).toEqual([where, cash.toFixed(2)]);
  }
  for (const input of step.inputs) {
    const child = input.figure && step.children.find(({ path }) => path.join('.') === input.figure!.join('.'));
    if (child) expect([where, input.name, child.result]).toEqual([where, input.name, input.value]);
  }
  return step.children.reduce((steps, child) => steps + addsUp(child), 1);
}

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
    const found = explainSubject({ subject: 'VEHICLE', id: 'fund', end, parts: [all], nameOf })!;
    expect(addsUp(found.tree(name)!)).toBeGreaterThan(0);
  });

  it.each(accountPeriods)('each row of the capital account and step of the bridge adds up: %s', (period) => {
    const step = explainAccount({ part: all, dates: statementDates(end, '12-31'), nameOf });
    const steps = [12, 13, 14, 21, 92, 93, 95, 104, 108, 114].map((row) => step([period, row])!);
    const bridge = ['opening', 'contributions', 'unrealized', 'closing'].map((row) => step(['bridge', period, row])!);
    for (const performanceStep of [...steps, ...bridge]) expect(addsUp(performanceStep)).toBeGreaterThan(0);
  });

  it.each(['invested', 'realized', 'fairValue', 'grossIrr', 'grossMoic'])(
    'of an investment: %s adds up over its holders',
    (name) => {
      const holdingIds = new Set(['steel']);
      const step = explainInvestment({ books: [book], holdingIds, end, nameOf })!;
      expect(addsUp(step(name)!)).toBeGreaterThan(0);
      expect(explainInvestment({ books: [book], holdingIds, end: day('2023-03-31'), nameOf })).toBeUndefined();
      // A late holder is left out.
      const late = { ...book, end: day('2022-09-30'), isOver: false };
      const rest = { books: [book, late], holdingIds, end };
      expect([explainInvestment({ ...rest, nameOf })!(name), holdersOn(rest).late]).toEqual([step(name), [late]]);
      // Carried forward, a late holder is included with its last figures, and a single one ends with them.
      const carrying = { ...rest, carriesForward: true };
      const both = explainInvestment({ ...carrying, nameOf })!(name)!;
      expect(addsUp(both)).toBeGreaterThan(0);
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

  const returns = explainReturns({ book, terms, nameOf });

  it('a return over several years opens with the NAV at that time, and is the fund’s own since inception', () => {
    const own = explainSubject({ subject: 'VEHICLE', id: 'fund', end, parts: [all], nameOf })!;
    const since = returns(['horizon', 'INCEPTION'])!;
    expect(since.result).toBe(significantText(own.figures.irr!));
    const year = returns(['horizon', '1Y'])!;
    expect(year.children.map(({ name }) => name)).toEqual([
      'NAV, for the fee-paying limited partners, on 2021-12-31',
      'NAV, for the fee-paying limited partners',
    ]);
    for (const performanceStep of [since, year]) expect(addsUp(performanceStep)).toBeGreaterThan(1);
    expect(returns(['horizon', '3Y'])).toMatchObject({
      result: null,
      note: 'Not applicable: the fund began later.',
    });
  });

  it('the line is explained with and without; without it a draw is a call', () => {
    const own = explainSubject({ subject: 'VEHICLE', id: 'fund', end, parts: [all], nameOf })!;
    expect(returns(['line', 'withIrr'])?.result).toBe(significantText(own.figures.irr!));
    expect(returns(['line', 'withTvpi'])?.result).toBe(significantText(own.figures.tvpi!));
    expect(returns(['line', 'balance'])?.result).toBe('30.00');
    for (const name of ['balance', 'withIrr', 'withTvpi', 'withoutIrr', 'withoutTvpi'])
      expect(addsUp(returns(['line', name])!)).toBeGreaterThan(0);
    const without = bookOn(
      { ...ledger, entries: ledger.entries.filter(({ type }) => !type.startsWith('LINE-')) },
      end,
    )!;
    expect(explainReturns({ book: without, terms, nameOf })(['line', 'withIrr'])).toBeUndefined();
  });

  it('the carry position leads to the cash and value of commitments that pay carry, and names missing terms', () => {
    for (const name of ['balance', 'due', 'profit', 'earned', 'paid', 'accrued', 'exposure'])
      expect(addsUp(returns(['carry', name])!)).toBeGreaterThan(0);
    const unknown = explainReturns({
      book,
      terms: { ...terms, tiers: terms.tiers.map((entry) => ({ ...entry, rate: null })) },
      nameOf,
    })(['carry', 'earned'])!;
    expect([unknown.result, unknown.whyNot?.message]).toEqual([
      null,
      'the hurdle is missing; enter 0 if there is none',
    ]);
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
      expect(addsUp(step(name)!)).toBeGreaterThan(0);
    const namesBelow = ({ children }: PerformanceStep): readonly unknown[] =>
      children.flatMap((child) => [child.name, ...namesBelow(child)]);
    expect(namesBelow(step('dpi')!)).toEqual([
      'Distributed',
      `Permanent distributions${ofFeePayers}`,
      `Recallable distributions${ofFeePayers}`,
      'Paid in',
      `Contributions${ofFeePayers}`,
      `Recallable distributions${ofFeePayers}`,
    ]);
  });
});

const reportedOn =
  (date: string) =>
  (figure: ReportedFigure['figure'], value: string, commitmentId: string | null): ReportedFigure => ({
    id: `${figure} ${commitmentId ?? ''}`,
    commitmentId,
    figure,
    date: day(date),
    value: decimal(value),
    booked: day(date),
    seq: 1,
    reversalOf: null,
  });

it('a NAV that is rolled forward is explained by its report and each cash flow since', () => {
  const navOf = (date: string, commitmentId: string | null) => reportedOn(date)('nav', '90', commitmentId);
  const reported = [navOf('2022-05-15', 'a'), navOf('2022-06-30', 'b'), navOf('2022-06-15', null)];
  const book = bookOn({ ...ledger, navBasis: 'REPORTED', reported }, end)!;
  const earlier = bookOn({ ...ledger, vehicleId: 'other', navBasis: 'REPORTED', reported: [navOf(end, 'a')] }, end)!;
  const cashOf = (subject: 'VEHICLE' | 'COMMITMENT' | 'INVESTOR', id: string, parts: readonly CountedPart[]) => {
    const nav = explainSubject({ subject, id, end, parts, nameOf, coversAllPartners: true })!.tree('nav')!;
    expect(addsUp(nav)).toBeGreaterThan(1);
    const [since] = nav.children;
    return since!.facts!.map((fact) => [fact.kind === 'ENTRY' && fact.record.type, fact.counted.toFixed(2)]);
  };
  const part = (some: typeof book, ...ids: readonly string[]) => ({ book: some, ids: new Set(ids) });
  const ofA = [
    ['DIST-ROC', '-20.00'],
    ['DIST-GAIN', '-24.01'],
    ['EXCESS-INV', '-3.00'],
  ];
  const ofB = ['EXCESS-INV', '-1.50'];
  expect(cashOf('COMMITMENT', 'a', [part(book, 'a')])).toEqual(ofA);
  expect(cashOf('INVESTOR', 'x', [part(book, 'a', 'b'), part(earlier, 'a')])).toEqual([...ofA, ofB]);
  expect(cashOf('VEHICLE', 'fund', [part(book, 'a', 'b', 'gp')])).toEqual([['EXCESS-INV', '-5.00']]);
  // A NAV of the date itself has no cash since.
  const [only] = [explainSubject({ subject: 'COMMITMENT', id: 'a', end, parts: [part(earlier, 'a')], nameOf })!];
  expect(only.tree('nav')).toMatchObject({ result: '90.00', children: [] });
});

it('the return since inception is the rate that was reported for the date', () => {
  const end = day('2021-03-31');
  const irr = reportedOn(end)('irr', '11.5', null);
  const events = ['a', 'b', 'gp'].map((id) => close(id, '300', true));
  const why = (...reported: readonly ReportedFigure[]) => {
    const found = bookOn({ ...empty, events, navBasis: 'REPORTED', reported }, end)!;
    return explainReturns({ book: found, terms, nameOf });
  };
  const since = why(irr)(['horizon', 'INCEPTION'])!;
  expect(since).toMatchObject({
    result: '0.115',
    formula: 'performance.reported.irr',
    name: 'Net IRR since inception',
  });
  expect(since.facts).toEqual([{ kind: 'REPORTED', record: irr, counted: irr.value }]);
  for (const step of [why(irr)(['horizon', '1Y'])!, why(reportedOn(end)('nav', '90', null))(['horizon', 'INCEPTION'])!])
    expect([step.result, step.whyNot?.code]).toEqual([null, 'NOT_REPORTED']);
});

it('a reported multiple that contradicts the amounts of its date is explained with the computed one', () => {
  const end = day('2021-03-31');
  const reportedFigure = reportedOn(end);
  const reported = [
    reportedFigure('contributions', '30', 'a'),
    reportedFigure('distributions', '10', 'a'),
    reportedFigure('nav', '40', 'a'),
    reportedFigure('dpi', '0.33', 'a'),
    reportedFigure('tvpi', '3', 'a'),
  ];
  const book = bookOn({ ...empty, navBasis: 'REPORTED', reported }, end)!;
  const parts = [{ book, ids: new Set(['a']) }];
  for (const [subject, id] of [
    ['COMMITMENT', 'a'],
    ['INVESTOR', 'x'],
  ] as const) {
    const { tree } = explainSubject({ subject, id, end, parts, nameOf: (name) => name })!;
    expect(tree('tvpi')?.note).toBe(
      'TVPI is 3x, but (distributions of 10.00 + NAV of 40.00) / contributions of 30.00 is 1.67x. The reported value is used as it was entered.',
    );
    expect(tree('dpi')?.note).toBeUndefined();
  }
});

it('reported figures of a ledger without cash are explained as reported, each as displayed', () => {
  const end = day('2021-03-31');
  const reportedFigure = reportedOn(end);
  const reported = [
    ...(['a', 'b', 'gp'] as const).flatMap((id) => [
      reportedFigure('contributions', '80', id),
      reportedFigure('distributions', '30', id),
      reportedFigure('nav', '90', id),
    ]),
    reportedFigure('tvpi', '1.5001', 'a'),
    reportedFigure('irr', '11.5', null),
  ];
  const book = bookOn({ ...empty, navBasis: 'REPORTED', reported }, end)!;
  for (const [subject, id, ids] of [
    ['VEHICLE', 'fund', ['a', 'b', 'gp']],
    ['COMMITMENT', 'a', ['a']],
    ['INVESTOR', 'x', ['a']],
    ['INVESTOR', 'y', ['a', 'b']],
  ] as const) {
    const parts = [{ book, ids: new Set<string>(ids) }];
    const { figures, tree } = explainSubject({ subject, id, end, parts, nameOf: (name) => name })!;
    for (const name of [
      'commitment',
      'contributions',
      'distributions',
      'unfunded',
      'nav',
      'irr',
      'dpi',
      'rvpi',
      'tvpi',
      'pic',
    ] as const) {
      const step = tree(name)!;
      const value = figures[name];
      expect([id, name, step.result === null ? null : Number(step.result)]).toEqual([
        id,
        name,
        value && Number(significantText(value)),
      ]);
      if (value === null) expect(step.whyNot?.code).toBe('NOT_REPORTED');
    }
  }
  // A rate was reported, but it has no cash flows to compute a return from.
  expect(explainReturns({ book, terms, nameOf })(['horizon', 'INCEPTION'])?.whyNot?.message).toBe(
    'No dated cash flows were reported for this fund.',
  );
});

it('a figure of an investor that was not reported for one fund is explained by the others', () => {
  const end = day('2022-12-31');
  const fund = (vehicleId: string, date: string, figures: readonly (readonly [ReportedFigure['figure'], string])[]) => {
    const reported = figures.map(([figure, value]) => reportedOn(date)(figure, value, 'a'));
    return bookOn({ ...empty, vehicleId, navBasis: 'REPORTED', reported }, end)!;
  };
  const explained = (...books: readonly NonNullable<ReturnType<typeof bookOn>>[]) => {
    const parts = books.map((book) => ({ book, ids: new Set(['a']) }));
    return explainSubject({ subject: 'INVESTOR', id: 'x', end, parts, nameOf })!;
  };
  const displayed = ({ figures, tree }: ReturnType<typeof explained>, name: FigureName) => {
    const step = tree(name)!;
    expect(addsUp(step)).toBeGreaterThanOrEqual(0);
    expect([name, Number(step.result)]).toEqual([name, Number(significantText(figures[name]!))]);
    return step.name;
  };
  const withCash = bookOn(ledger, end)!;
  const sums = fund('sums', end, [
    ['contributions', '80'],
    ['distributions', '30'],
    ['nav', '90'],
  ]);
  const late = fund('late', '2020-12-31', [['nav', '50']]);
  const all = explained(withCash, sums, late);
  const names = (['contributions', 'nav', 'tvpi', 'unfunded', 'irr'] as const).map((name) => displayed(all, name));
  expect(names.map((name) => name?.split(', ').at(-1))).toEqual([
    ...['contributions', 'nav', 'tvpi'].map(() => 'of 2 of 3 funds'),
    ...['unfunded', 'irr'].map(() => 'of 1 of 3 funds'),
  ]);
  // Each fund is explained by its own entries or reports.
  const [ofLedgers, ofReports] = all.tree('contributions')!.children;
  expect([ofLedgers?.formula, ofReports?.formula]).toEqual([
    'performance.contributions',
    'performance.reported.contributions',
  ]);
  expect([ofLedgers?.result, ofReports?.result, inputOf(all.tree('dpi')!, 'contributions').toFixed(2)]).toEqual([
    significantText(explained(withCash).figures.contributions!),
    '80.00',
    all.tree('contributions')!.result,
  ]);
  expect(inputOf(all.tree('distributions')!.children[0]!, 'recallable').isZero()).toBe(false);
  expect([all.figures.unfunded, all.figures.irr]).toEqual([
    explained(withCash).figures.unfunded,
    explained(withCash).figures.irr,
  ]);
  // The only fund of a figure has its reported multiple.
  const rated = fund('rated', end, [
    ['contributions', '80'],
    ['distributions', '30'],
    ['nav', '90'],
    ['dpi', '0.38'],
  ]);
  const called = fund('called', end, [
    ['contributions', '80'],
    ['nav', '90'],
  ]);
  const both = explained(rated, called);
  expect(displayed(both, 'dpi')).toBe('DPI, of 1 of 2 funds');
  expect(both.tree('dpi')?.formula).toBe('performance.reported.dpi');
  expect(significantText(both.figures.dpi!)).toBe('0.38');
});

it('NAV of a locked quarter is explained by the source that it was locked with', () => {
  const end = day('2020-03-31');
  const lockedBy = new Map([[end, { rules: '1', policy: 'ILPA', transfers: 'HISTORY', navBasis: 'LEDGER' } as const]]);
  const formulaOf = (ledger: VehicleLedger) => {
    const parts = [{ book: bookOn(ledger, end)!, ids: new Set(['a', 'b', 'gp']) }];
    return explainSubject({ subject: 'VEHICLE', id: 'fund', end, parts, nameOf: (name) => name })!.tree('nav')?.formula;
  };
  const now = { ...empty, navBasis: 'REPORTED' } as const;
  expect(formulaOf({ ...now, lockedBy })).toEqual(formulaOf(empty));
  expect(formulaOf(now)).not.toEqual(formulaOf(empty));
});

describe('after a transfer between partners', () => {
  const moved = (kind: BookedEvent['kind'], commitmentId: string, more: Partial<BookedEvent> = {}): BookedEvent => ({
    ...close(commitmentId, '300', true),
    id: `${kind} ${commitmentId}`,
    kind,
    date: day('2022-08-01'),
    booked: day('2022-09-30'),
    paysFee: null,
    paysCarry: null,
    seq: 2,
    ...more,
  });
  const out = moved('TRANSFER_OUT', 'a');
  const into = moved('TRANSFER_IN', 'b');
  const back = [out, into].map((bookedEvent) => ({
    ...bookedEvent,
    id: `${bookedEvent.id} back`,
    amount: bookedEvent.amount.negated(),
    reversalOf: bookedEvent.id,
    booked: end,
    seq: 3,
  }));
  const whyOf = (events: readonly BookedEvent[], id: string) => {
    const part = { book: bookOn({ ...ledger, events: [...ledger.events, ...events] }, end)!, ids: new Set([id]) };
    return explainSubject({ subject: 'COMMITMENT', id, end, parts: [part], nameOf })!.tree;
  };
  const stepsOf = (step: PerformanceStep): readonly PerformanceStep[] => [step, ...step.children.flatMap(stepsOf)];

  it.each(['a', 'b'])('splits payments from transferred amounts, and adds up: %s', (id) => {
    const why = whyOf([out, into], id);
    for (const name of ['contributions', 'distributions', 'irr', 'tvpi'] as const) addsUp(why(name)!);
    const called = stepsOf(why('contributions')!).find(({ path }) => path.at(-1) === 'called')!;
    const half = '45.60';
    expect(called.note).toMatch(/^Counts the earlier calls and distributions of the part .*, not its price/);
    expect(called.children.map(({ name, result }) => [name, result])).toEqual([
      ['Called: by itself', id === 'a' ? '91.22' : '45.61'],
      ['Called: with transfers between partners', id === 'a' ? `-${half}` : half],
    ]);
  });

  it.each([
    ['one entry', [{ a: '-70', b: '70' }]],
    ['one entry of each partner', [{ a: '-70' }, { b: '70' }]],
  ])('leaves a price out of the figures of the whole fund: %s', (_, values) => {
    const { entries } = ledger;
    const prices = values.map((amounts, i) => ({
      ...entries.find(({ type }) => type === 'CALL-INV')!,
      id: `price ${String(i)}`,
      type: 'TRANSFER' as const,
      effective: day('2022-08-01'),
      booked: day('2022-09-30'),
      shares: Object.entries(amounts).map(([commitmentId, amount]) => ({
        commitmentId,
        amount: decimal(amount),
        cost: zero,
        unfunded: zero,
        isMirror: false,
      })),
    }));
    const priced = { ...ledger, transfers: 'PRICE' as const, entries: [...entries, ...prices] };
    const ids = new Set(ledger.commitments.map(({ id }) => id));
    const whyIn = (book: VehicleLedger) => {
      const why = explainSubject({
        subject: 'VEHICLE',
        id: ledger.vehicleId,
        end,
        parts: [{ book: bookOn(book, end)!, ids }],
        nameOf,
      })!;
      return (['contributions', 'distributions', 'irr', 'tvpi'] as const).map((name) => why.tree(name)!);
    };
    const [whole, plain] = [whyIn(priced), whyIn(ledger)];
    for (const why of whole) addsUp(why);
    expect(whole.map(({ result }) => result)).toEqual(plain.map(({ result }) => result));
    // The prices are part of the NAV of the entries, where they cancel out.
    const cashIn = (why: PerformanceStep) =>
      stepsOf(why).flatMap(({ path, facts = [] }) => (path.at(-1) === 'navOfEntries' ? [] : facts));
    expect(whole.map((why) => cashIn(why).length)).toEqual(plain.map((why) => cashIn(why).length));
  });

  it('names the price if the firm counts the price', () => {
    const share = (commitmentId: string, amount: string) => ({
      commitmentId,
      amount: decimal(amount),
      cost: zero,
      unfunded: zero,
      isMirror: false,
    });
    const { entries } = ledger;
    const price = {
      ...entries.find(({ type }) => type === 'CALL-INV')!,
      id: 'price',
      type: 'TRANSFER' as const,
      effective: day('2022-08-01'),
      booked: day('2022-09-30'),
      shares: [share('a', '-70'), share('b', '70')],
    };
    const priced = { ...ledger, transfers: 'PRICE' as const, events: [...ledger.events, out, into] };
    const part = { book: bookOn({ ...priced, entries: [...entries, price] }, end)!, ids: new Set(['b']) };
    const why = explainSubject({ subject: 'COMMITMENT', id: 'b', end, parts: [part], nameOf })!.tree('contributions')!;
    addsUp(why);
    const called = stepsOf(why).find(({ path }) => path.at(-1) === 'called')!;
    expect(called.formula).toBe('performance.ownAndPrice');
    expect(called.note).toMatch(/^Counts the price of the part transferred between partners, not its earlier calls/);
    expect(called.children.map(({ name, result }) => [name, result])).toEqual([
      ['Called: by itself', '45.61'],
      ['Called: prices of transfers between partners', '70.00'],
    ]);
  });

  it('merges the cash of a transfer and its reversal into one line, and the rest still adds up to the rate', () => {
    const plain = whyOf([], 'b')('irr')!;
    const why = whyOf([out, into, ...back], 'b')('irr')!;
    addsUp(why);
    expect(why.result).toBe(plain.result);
    const folded = why.facts!.filter(({ kind }) => kind === 'REVERSED_TRANSFER');
    expect(folded).toEqual([{ kind: 'REVERSED_TRANSFER', record: out, count: 10, counted: zero }]);
    expect(why.facts).toHaveLength(plain.facts!.length + 1);
    expect(inputOf(why, 'paidIn')).toEqual(inputOf(plain, 'paidIn'));
  });
});
