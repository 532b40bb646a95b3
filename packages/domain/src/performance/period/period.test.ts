import {
  addDays,
  calendarDate,
  type CalendarDate,
  type Decimal,
  decimal,
  err,
  fromCents,
  moneyText,
  ok,
  significantText,
  zero,
} from '@carrara/domain/kernel';
import { runTieOuts, spokenDifference } from '../capitalAccount/index.ts';
import { carryMetrics, type CarryPayment, tieOutFacts } from '../close/index.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type RequestedEntry,
  commitmentsOn,
  type EntryType,
  entryTypeRule,
  type LedgerEntry,
  postEntry,
  quarterEnd,
  reverseEntry,
  vehicleCashOf,
} from '../ledger/index.ts';
import { feePaying } from '../return/index.ts';
import { hasCapital } from './capital.ts';
import {
  type BookedEvent,
  type Capital,
  CapitalSum,
  computeInvestors,
  type InvestorFigures,
  type InvestorPosition,
  investorPositions,
  computeVehicle,
  type Figures,
  figureTexts,
  isOver,
  measuredOf,
  moneyFigures,
  navNotWhole,
  otherCapital,
  pooledFigures,
  type PooledPart,
  type SubjectFigures,
  type Valuation,
  type VehicleLedger,
} from './index.ts';

const day = calendarDate;
const close = (commitmentId: string, amount: string, more: Partial<BookedEvent> = {}): BookedEvent => {
  const date = more.date ?? day('2020-01-01');
  return {
    id: `${commitmentId} ${date} ${amount}`,
    commitmentId,
    kind: 'CLOSE',
    amount: decimal(amount),
    paysFee: null,
    paysCarry: null,
    holdingId: null,
    seq: 1,
    reversalOf: null,
    booked: quarterEnd(date),
    ...more,
    date,
  };
};
const empty: VehicleLedger = {
  vehicleId: 'fund',
  commitments: [
    { id: 'a', investorCode: 'LP-A', isGp: false },
    { id: 'b', investorCode: 'LP-B', isGp: false },
    { id: 'gp', investorCode: 'GP', isGp: true },
  ],
  events: [close('a', '600'), close('b', '300'), close('gp', '100', { paysFee: false })],
  entries: [],
  securities: [
    { id: 'shares', holdingId: 'steel' },
    { id: 'loan', holdingId: 'steel' },
    { id: 'stake', holdingId: 'glass' },
  ],
  valuations: [],
  policy: 'ILPA',
  transfers: 'HISTORY',
  navBasis: 'LEDGER',
};
const requested = (
  type: EntryType,
  amount: string | Decimal,
  effective: string,
  more: Partial<RequestedEntry> = {},
): RequestedEntry => {
  const rule = entryTypeRule(type);
  const isTraded = rule.security === 'required';
  return {
    type,
    amount: decimal(amount),
    effective: day(effective),
    key: rule.key,
    holdingId: isTraded ? 'steel' : null,
    securityId: isTraded ? 'shares' : null,
    noticeId: null,
    costRelieved: type === 'SELL' ? zero : null,
    isRecallable: false,
    isOutside: false,
    settledOn: day(effective),
    enteredShares: [],
    ...more,
  };
};
const after = (ledger: VehicleLedger, ...all: readonly RequestedEntry[]): VehicleLedger =>
  all.reduce((now, entry) => {
    const posting = postEntry(entry, { ...now, locked: new Set() })._unsafeUnwrap();
    return { ...now, entries: [...now.entries, { ...posting, id: String(now.entries.length) }] };
  }, ledger);
const valued = (securityId: string, date: string, fairValue: string, seq = 1): Valuation => ({
  securityId,
  date: day(date),
  fairValue: decimal(fairValue),
  booked: quarterEnd(day(date)),
  seq,
});
const at = (ledger: VehicleLedger, end: string) => {
  const period = computeVehicle(ledger).find((periodFigures) => periodFigures.end === end)!;
  return (id: string) => period.subjects.find((subject) => subject.id === id)!;
};
const money = (figures: SubjectFigures, ...names: readonly (typeof moneyFigures)[number][]) =>
  names.map((name) => (figures[name] === null ? null : moneyText(figures[name])));

const fund = {
  ...after(
    empty,
    requested('CALL-INV', '400', '2020-01-10'),
    requested('CALL-FEE', '9', '2020-01-10'),
    requested('FEE', '9', '2020-01-10'),
    requested('BUY', '400', '2020-01-15'),
    requested('INC-DIV', '20', '2020-11-01', { holdingId: 'steel' }),
    requested('DIST-INC', '20', '2020-12-31'),
    requested('SELL', '150', '2021-05-01', { costRelieved: decimal('100') }),
    requested('DIST-ROC', '100', '2021-05-03', { isRecallable: true }),
    requested('DIST-GAIN', '40', '2021-05-03'),
    requested('CARRY-EARNED', '10', '2021-05-03'),
    requested('CARRY-PAID', '6', '2021-05-03'),
    requested('CARRY-ACCRUED', '5', '2021-06-30'),
  ),
  valuations: [valued('shares', '2020-12-31', '480'), valued('shares', '2021-06-30', '390')],
};

describe('the figures of a vehicle at a quarter end', () => {
  it('are computed from the entries by the sign rule, and from the unrealized gain', () => {
    expect(
      money(at(fund, '2020-03-31')('fund'), 'commitment', 'contributions', 'unfunded', 'nav', 'fairValue'),
    ).toEqual(['1000.00', '409.00', '591.00', '400.00', '400.00']);
    const now = at(fund, '2021-06-30');
    expect(
      money(now('fund'), 'distributions', 'recallable', 'unfunded', 'nav', 'navBeforeCarry', 'unrealized'),
    ).toEqual([
      '166.00',
      '100.00',
      '691.00',
      // 390 of shares, 50 of gain less 40 paid out, 50 received less the 100 of capital, and 6 of carry paid: 150 - 140 - 6 in cash.
      '394.00',
      '394.00',
      '90.00',
    ]);
  });

  it('carry is owed by those who pay it, and belongs to the general partner', () => {
    const now = at(fund, '2021-06-30');
    expect(['a', 'b', 'gp'].map((id) => money(now(id), 'nav', 'navBeforeCarry', 'carryPaid'))).toEqual([
      ['230.00', '236.00', '4.00'],
      ['115.00', '118.00', '2.00'],
      ['49.00', '40.00', '-6.00'],
    ]);
  });

  it('net covers the commitments that pay fees, gross covers the holdings', () => {
    const { irr, tvpi, dpi, grossIrr, grossMoic, irrAnnualized } = at(fund, '2021-06-30')('fund');
    // Of a and b: 369 paid in, 144 received, 345 left.
    expect([dpi, tvpi].map((figure) => significantText(figure!))).toEqual(['0.390243902439', '1.32520325203']);
    expect(significantText(grossMoic!)).toBe('1.4');
    expect(irrAnnualized).toBe(true);
    expect(irr!.toFixed(6)).toBe('0.220887');
    expect(grossIrr!.toFixed(6)).toBe('0.274404');
    const short = at(fund, '2020-03-31')('fund');
    expect([short.irrAnnualized, short.irr!.lt(0)]).toEqual([false, true]);
  });

  it('a figure that cannot be computed is null with its reason, not zero', () => {
    const reported = at({ ...fund, navBasis: 'REPORTED' }, '2021-06-30')('fund');
    expect([reported.nav, reported.irr, reported.tvpi]).toEqual([null, null, null]);
    expect(reported.notDetermined.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'nav NAV_MISSING',
      'navBeforeCarry NAV_MISSING',
      'irr NAV_MISSING',
      'rvpi NAV_MISSING',
      'tvpi NAV_MISSING',
    ]);
    const closed = at({ ...empty, entries: [] }, '2020-03-31')('fund');
    expect([closed.irr, closed.tvpi, closed.grossMoic, closed.notDetermined]).toEqual([null, null, null, []]);
  });
});

describe('a vehicle has ended', () => {
  const bought = after(
    { ...empty, events: [close('a', '100')] },
    requested('CALL-INV', '100', '2020-01-10'),
    requested('BUY', '100', '2020-01-10'),
  );
  const sold = after(bought, requested('SELL', '130', '2021-02-10', { costRelieved: decimal('100') }));
  const ended = after(sold, requested('DIST-GAIN', '130', '2021-02-10'));
  const over = (ledger: VehicleLedger, end = '2021-03-31') => isOver(at(ledger, end)('fund'));

  it('if it holds nothing, is worth nothing and has nothing left to call', () => {
    expect([over(ended), over(sold), over(bought, '2020-03-31')]).toEqual([true, false, false]);
    expect(over({ ...ended, events: [close('a', '101')] })).toBe(false);
  });

  it('not while its value is missing', () => {
    expect(over({ ...ended, navBasis: 'REPORTED' })).toBe(false);
  });
});

describe('between valuations', () => {
  const holdingFigures = (end: string, ledger: VehicleLedger) => money(at(ledger, end)('steel'), 'cost', 'fairValue');

  it('purchases count at cost, and a sale removes its part of the value', () => {
    const ledger = {
      ...after(
        empty,
        requested('BUY', '100', '2020-01-15'),
        requested('BUY', '50', '2020-05-01'),
        requested('SELL', '90', '2020-08-01', { costRelieved: decimal('75') }),
        requested('SELL', '90', '2020-10-01', { costRelieved: decimal('75') }),
      ),
      valuations: [valued('shares', '2020-03-31', '120')],
    };
    expect(['2020-03-31', '2020-06-30', '2020-09-30', '2020-12-31'].map((end) => holdingFigures(end, ledger))).toEqual([
      ['100.00', '120.00'],
      ['150.00', '170.00'],
      ['75.00', '85.00'],
      ['0.00', '0.00'],
    ]);
  });

  it('a sale before commitments change in its quarter is shared by the partners of that day, and nobody keeps a value in it', () => {
    const sold = (...changes: readonly BookedEvent[]) => ({
      ...after(
        { ...empty, events: [...empty.events, ...changes.filter(({ date }) => date < '2021-02-14')] },
        requested('CALL-INV', '400', '2020-01-10'),
        requested('BUY', '400', '2020-01-15'),
        requested('SELL', '700', '2021-02-14', { costRelieved: decimal('400') }),
        requested('DIST-ROC', '400', '2021-02-20'),
        requested('DIST-GAIN', '300', '2021-02-20'),
      ),
      events: [...empty.events, ...changes],
      valuations: [valued('shares', '2020-12-31', '640')],
    });
    const release = close('b', '100', { kind: 'RELEASE', date: day('2021-03-10') });
    const value = (ledger: VehicleLedger) =>
      ['fund', 'a', 'b', 'gp'].map((id) => money(at(ledger, '2021-03-31')(id), 'nav', 'unrealized').join(' '));
    expect(value(sold(release))).toEqual(Array(4).fill('0.00 0.00'));
  });

  it("a transfer before the quarter's sale moves its part of the gain", () => {
    const transfer = [
      close('b', '180', { kind: 'TRANSFER_OUT', date: day('2021-01-10') }),
      close('c', '180', { kind: 'TRANSFER_IN', date: day('2021-01-10') }),
    ];
    const commitments = [...empty.commitments, { id: 'c', investorCode: 'LP-C', isGp: false }];
    const ledger = {
      ...after(
        { ...empty, commitments, events: [...empty.events, ...transfer] },
        requested('CALL-INV', '400', '2020-01-10'),
        requested('BUY', '400', '2020-01-15'),
        requested('SELL', '700', '2021-02-14', { costRelieved: decimal('400') }),
      ),
      valuations: [valued('shares', '2020-12-31', '640')],
    };
    // Of the gain of 240 until then b has 72, of which the entries of the transfer move 43.20.
    const unrealized = (end: string) => ['a', 'b', 'c', 'gp'].map((id) => money(at(ledger, end)(id), 'unrealized')[0]);
    expect(unrealized('2020-12-31')).toEqual(['144.00', '72.00', '0.00', '24.00']);
    expect(unrealized('2021-03-31')).toEqual(['0.00', '43.20', '-43.20', '0.00']);
  });

  it('a transfer without value fails a tie-out in its quarter, unless the seller has no NAV on that day [T14]', () => {
    const commitments = [...empty.commitments, { id: 'c', investorCode: 'LP-C', isGp: false }];
    const out = close('b', '180', { kind: 'TRANSFER_OUT', date: day('2021-01-10') });
    const into = close('c', '180', { kind: 'TRANSFER_IN', date: day('2021-01-10') });
    const events = [...empty.events, out, into];
    const called = after({ ...empty, commitments, events }, requested('CALL-INV', '400', '2020-01-10'));
    const t14 = (ledger: VehicleLedger, end = '2021-03-31') =>
      differencesOf(ledger, day(end)).flatMap(([id, text]) => (id === 'T14' ? [text] : []));
    // Of 400 called b has 120, of which 180 / 300 passed.
    expect(t14(called)).toEqual([
      'No ‘Transfer between partners’ entry on 01/10/2021 moves value from LP-B. Value from LP-B to LP-C in proportion to the commitment: 0.00, should be 72.00, difference (72.00)',
    ]);
    expect(t14(called, '2020-12-31')).toEqual([]);
    expect(t14(after({ ...empty, commitments, events }, requested('CALL-INV', '400', '2021-02-10')))).toEqual([]);
    expect(t14({ ...called, navBasis: 'REPORTED' })).toEqual([]);
    const reversed = [out, into].map((bookedEvent) => ({
      ...bookedEvent,
      id: `${bookedEvent.id} reversed`,
      reversalOf: bookedEvent.id,
    }));
    expect(t14({ ...called, events: [...events, ...reversed] })).toEqual([]);
    const share = { cost: decimal('0'), unfunded: decimal('0'), isMirror: false };
    const moves = (value: string): VehicleLedger => ({
      ...called,
      entries: [
        ...called.entries,
        {
          ...called.entries[0]!,
          id: 'transfer',
          type: 'TRANSFER',
          amount: decimal('0'),
          effective: day('2021-01-10'),
          booked: day('2021-03-31'),
          shares: [
            { ...share, commitmentId: 'b', amount: decimal(value).negated() },
            { ...share, commitmentId: 'c', amount: decimal(value) },
          ],
        },
      ],
    });
    expect(t14(moves('65'))).toEqual([]);
    expect(t14(moves('0'))).toHaveLength(1);
  });

  it.each([[['60', '120']], [['180']]])('each buyer of a day needs a value of its own, sold as %j [T14]', (outs) => {
    const on = (id: string, kind: 'TRANSFER_OUT' | 'TRANSFER_IN', amount: string) =>
      close(id, amount, { kind, date: day('2021-01-10') });
    const events = [
      ...empty.events,
      ...outs.map((amount, at) => ({ ...on('b', 'TRANSFER_OUT', amount), id: `out ${String(at)}` })),
      on('c', 'TRANSFER_IN', '60'),
      on('d', 'TRANSFER_IN', '120'),
    ];
    const bought = ['c', 'd'].map((id) => ({ id, investorCode: `LP-${id.toUpperCase()}`, isGp: false }));
    const commitments = [...empty.commitments, ...bought];
    const called = after({ ...empty, commitments, events }, requested('CALL-INV', '400', '2020-01-10'));
    const t14 = (...moved: readonly Readonly<Record<string, string>>[]) => {
      const entries = moved.map((shares, at) => ({
        ...called.entries[0]!,
        id: `transfer ${String(at)}`,
        type: 'TRANSFER' as const,
        amount: zero,
        effective: day('2021-01-10'),
        booked: day('2021-03-31'),
        shares: Object.entries(shares).map(([commitmentId, amount]) => ({
          commitmentId,
          amount: decimal(amount),
          cost: zero,
          unfunded: zero,
          isMirror: false,
        })),
      }));
      const ledger = { ...called, entries: [...called.entries, ...entries] };
      return differencesOf(ledger, day('2021-03-31')).flatMap(([id, text]) => (id === 'T14' ? [text] : []));
    };
    // b has 120, of which 180 / 300 passed: 24 to c and 48 to d.
    expect(t14()).toEqual([
      'No ‘Transfer between partners’ entry on 01/10/2021 moves value from LP-B. Value from LP-B to LP-C, LP-D in proportion to the commitment: 0.00, should be 72.00, difference (72.00)',
    ]);
    const toD =
      'No ‘Transfer between partners’ entry on 01/10/2021 moves value to LP-D. Value from LP-B to LP-D in proportion to the commitment: 0.00, should be 48.00, difference (48.00)';
    expect(t14({ b: '-24', c: '24' })).toEqual([toD]);
    expect(t14({ b: '-72', c: '72' })).toEqual([toD]);
    expect(t14({ b: '-24', c: '24' }, { b: '-48', d: '48' })).toEqual([]);
    expect(t14({ b: '-72', c: '24', d: '48' })).toEqual([]);
  });

  it('each seller of a day needs a value of its own [T14]', () => {
    const on = (id: string, kind: 'TRANSFER_OUT' | 'TRANSFER_IN', amount: string) =>
      close(id, amount, { kind, date: day('2021-01-10') });
    const transfers = [on('a', 'TRANSFER_OUT', '60'), on('b', 'TRANSFER_OUT', '180'), on('c', 'TRANSFER_IN', '240')];
    const commitments = [...empty.commitments, { id: 'c', investorCode: 'LP-C', isGp: false }];
    const called = after(
      { ...empty, commitments, events: [...empty.events, ...transfers] },
      requested('CALL-INV', '400', '2020-01-10'),
    );
    const share = { cost: zero, unfunded: zero, isMirror: false };
    const entry = {
      ...called.entries[0]!,
      id: 'transfer',
      type: 'TRANSFER' as const,
      amount: zero,
      effective: day('2021-01-10'),
      booked: day('2021-03-31'),
      shares: [
        { ...share, commitmentId: 'b', amount: decimal('-72') },
        { ...share, commitmentId: 'c', amount: decimal('72') },
      ],
    };
    const ledger = { ...called, entries: [...called.entries, entry] };
    // Of 400 called a has 240, of which 60 / 600 passed.
    expect(differencesOf(ledger, day('2021-03-31')).filter(([id]) => id === 'T14')).toEqual([
      [
        'T14',
        'No ‘Transfer between partners’ entry on 01/10/2021 moves value from LP-A. Value from LP-A to LP-C in proportion to the commitment: 0.00, should be 24.00, difference (24.00)',
      ],
    ]);
  });

  it('a transfer without its other side is reported in its quarter, until the other side is entered [T16]', () => {
    const commitments = [...empty.commitments, { id: 'c', investorCode: 'LP-C', isGp: false }];
    const event = (commitmentId: string, kind: 'TRANSFER_IN' | 'TRANSFER_OUT', more: Partial<BookedEvent> = {}) =>
      close(commitmentId, '180', { kind, date: day('2021-01-10'), ...more });
    const out = event('b', 'TRANSFER_OUT');
    const entry = (commitmentId: string, amount: string, unfunded: string, effective = '2021-01-10'): LedgerEntry => ({
      ...after(empty, requested('CALL-INV', '400', '2020-01-10')).entries[0]!,
      id: `${commitmentId} ${effective}`,
      type: 'TRANSFER',
      amount: decimal(amount),
      effective: day(effective),
      booked: quarterEnd(day(effective)),
      shares: [{ commitmentId, amount: decimal(amount), unfunded: decimal(unfunded), cost: zero, isMirror: false }],
    });
    const t16 = (
      events: readonly BookedEvent[],
      entries: readonly LedgerEntry[] = [],
      end = '2021-03-31',
      more: Partial<VehicleLedger> = {},
    ) =>
      differencesOf(
        { ...empty, commitments, events: [...empty.events, ...events], entries, ...more },
        day(end),
      ).flatMap(([id, text]) => (id === 'T16' ? [text] : []));
    const alone =
      'Commitment transferred on 01/10/2021 from LP-B (180.00) to no partner: received 0.00, given up 180.00, difference (180.00)';
    expect(t16([out])).toEqual([alone]);
    expect(t16([out], [], '2020-12-31')).toEqual([]);
    expect(t16([out, event('c', 'TRANSFER_IN')])).toEqual([]);
    // The other side is late: its quarter shows both.
    const late = event('c', 'TRANSFER_IN', { booked: day('2021-06-30') });
    expect(t16([out, late])).toEqual([alone]);
    expect(t16([out, late], [], '2021-06-30')).toEqual([]);
    // A quarter that reverses one side of an earlier one.
    const undone = { ...event('c', 'TRANSFER_IN'), id: 'undone', reversalOf: event('c', 'TRANSFER_IN').id };
    const both = [out, event('c', 'TRANSFER_IN'), { ...undone, amount: decimal('-180'), booked: day('2021-06-30') }];
    expect([t16(both), t16(both, [], '2021-06-30')]).toEqual([[], [alone]]);

    const sold = entry('b', '-72', '60');
    expect(t16([], [sold])).toEqual([
      'Value transferred on 01/10/2021 from LP-B (72.00) to no partner: received 0.00, given up 72.00, difference (72.00)',
      'Unfunded commitment transferred on 01/10/2021 from no partner to LP-B (60.00): received 60.00, given up 0.00, difference 60.00',
    ]);
    expect(t16([], [sold, entry('c', '72', '-60')])).toEqual([]);
    expect(t16([], [sold, entry('c', '72', '-60', '2021-01-11')])).toHaveLength(4);
    // An investor's own books lack the other side.
    const own = { commitments: [empty.commitments[1]!], events: [empty.events[1]!, out] };
    expect(t16([], [sold], '2021-03-31', own)).toEqual([]);
    // So does a ledger that a data transfer brought, even if several investors have commitments.
    expect(t16([{ ...out, source: { kind: 'TRANSFER', id: 'package', row: 0 } }])).toEqual([]);
  });

  it('a transfer of value without its commitment or its called part, or out of proportion, is reported in its quarter [T17]', () => {
    const commitments = [...empty.commitments, { id: 'c', investorCode: 'LP-C', isGp: false }];
    const on = (commitmentId: string, kind: 'TRANSFER_IN' | 'TRANSFER_OUT') =>
      close(commitmentId, '180', { kind, date: day('2021-01-10') });
    const passes = [on('b', 'TRANSFER_OUT'), on('c', 'TRANSFER_IN')];
    const called = after({ ...empty, commitments }, requested('CALL-INV', '400', '2020-01-10'));
    const entry = (type: 'TRANSFER' | 'UNFUNDED', id: string, amount: string, unfunded: string): LedgerEntry => ({
      ...called.entries[0]!,
      id: `${type} ${id}`,
      type,
      amount: zero,
      effective: day('2021-01-10'),
      booked: day('2021-03-31'),
      shares: [{ commitmentId: id, amount: decimal(amount), unfunded: decimal(unfunded), cost: zero, isMirror: false }],
    });
    const value = (unfunded = '0') => [
      entry('TRANSFER', 'b', '-72', unfunded),
      entry('TRANSFER', 'c', '72', decimal(unfunded).negated().toString()),
    ];
    const t17 = (events: readonly BookedEvent[], entries: readonly LedgerEntry[], more: Partial<VehicleLedger> = {}) =>
      differencesOf(
        { ...called, events: [...empty.events, ...events], entries: [...called.entries, ...entries], ...more },
        day('2021-03-31'),
      ).flatMap(([id, text]) => (id === 'T17' ? [text] : []));
    // Of 400 called b has 120, of which 180 / 300 passed.
    const calledPart =
      'No ‘Adjustment of the unfunded commitment’ entry on 01/10/2021 moves the called part of the commitment from LP-B. Called part from LP-B to LP-C in proportion to the commitment: 0.00, should be 72.00, difference (72.00)';
    expect(t17(passes, value())).toEqual([calledPart]);
    expect(t17(passes, value(), { navBasis: 'REPORTED' })).toEqual([calledPart]);
    expect(t17(passes, value('72'))).toEqual([]);
    const adjusted = [entry('UNFUNDED', 'b', '72', '72'), entry('UNFUNDED', 'c', '-72', '-72')];
    expect(t17(passes, [...value(), ...adjusted])).toEqual([]);
    expect(t17(passes, [...value(), adjusted[0]!])).toEqual([
      'No ‘Adjustment of the unfunded commitment’ entry on 01/10/2021 moves the called part of the commitment to LP-C. Called part from LP-B to LP-C in proportion to the commitment: 0.00, should be 72.00, difference (72.00)',
    ]);
    // Nothing was called before the transfer, so no NAV can pass.
    expect(t17(passes, value(), { entries: value() })).toEqual([
      'Value transferred from LP-B on 01/10/2021: moved 72.00, in proportion to the commitment 0.00, difference 72.00',
      'NAV of LP-B after the transfer on 01/10/2021: (72.00), should be 0.00, difference (72.00)',
      'Value transferred to LP-C on 01/10/2021: moved 72.00, in proportion to the commitment 0.00, difference 72.00',
    ]);
    // Amounts out of proportion, and more value than the seller has.
    expect(t17(passes, value('60'))).toEqual([
      'Called part transferred from LP-B on 01/10/2021: moved 60.00, in proportion to the commitment 72.00, difference (12.00)',
      'Called part transferred to LP-C on 01/10/2021: moved 60.00, in proportion to the commitment 72.00, difference (12.00)',
    ]);
    const worth = (amount: string) => [
      entry('TRANSFER', 'b', `-${amount}`, '72'),
      entry('TRANSFER', 'c', amount, '-72'),
    ];
    expect(t17(passes, worth('72.01'))).toEqual([]);
    expect(t17(passes, worth('130'))).toEqual([
      'Value transferred from LP-B on 01/10/2021: moved 130.00, in proportion to the commitment 72.00, difference 58.00',
      'NAV of LP-B after the transfer on 01/10/2021: (10.00), should be 0.00, difference (10.00)',
      'Value transferred to LP-C on 01/10/2021: moved 130.00, in proportion to the commitment 72.00, difference 58.00',
    ]);
    // A reported NAV isn’t the result of entries.
    expect(t17(passes, worth('130'), { navBasis: 'REPORTED' })).toEqual([]);
    // The value is 72 of b's NAV of 120, and its commitment 300.
    expect(t17([], value())).toEqual([
      'Value of LP-B passes to LP-C on 01/10/2021 without a commitment: commitment transferred 0.00, in proportion to the value 180.00, difference (180.00)',
    ]);
    expect(t17([], [])).toEqual([]);
  });

  it('the later of two valuations of a day counts, and a late one counts from the quarter that includes it', () => {
    const bought = after(empty, requested('BUY', '100', '2020-01-15'), requested('FEE', '1', '2020-06-01'));
    const late = { ...valued('shares', '2020-03-31', '90', 3), booked: day('2020-06-30') };
    const ledger = {
      ...bought,
      valuations: [late, valued('shares', '2020-03-31', '120', 2), valued('shares', '2020-03-31', '110', 1)],
    };
    expect(['2020-03-31', '2020-06-30'].map((end) => holdingFigures(end, ledger))).toEqual([
      ['100.00', '120.00'],
      ['100.00', '90.00'],
    ]);
  });
});

/** Generates the history of a small vehicle: calls, fees, purchases, sales, carry, valuations. */
const anyHistory = fc
  .array(
    fc.record({
      kind: fc.constantFrom(
        'CALL-INV',
        'CALL-FEE',
        'FEE',
        'DIST-GAIN',
        'DIST-ROC',
        'BUY',
        'SELL',
        'INC-INT',
        'CARRY-EARNED',
        'CARRY-PAID',
        'CARRY-ACCRUED',
        'LINE-DRAW-INV',
        'VALUE',
        'INCREASE',
      ),
      cents: fc.bigInt({ min: 1n, max: 2000n }),
      offset: fc.integer({ min: 5, max: 700 }),
      security: fc.constantFrom('shares', 'loan', 'stake'),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((steps) => steps.reduce(withStep, empty));

function withStep(
  ledger: VehicleLedger,
  { kind, cents, offset, security }: { kind: string; cents: bigint; offset: number; security: string },
): VehicleLedger {
  const date = addDays(day('2020-01-01'), offset);
  const amount = fromCents(cents);
  if (kind === 'INCREASE') {
    return {
      ...ledger,
      events: [...ledger.events, close('a', moneyText(amount), { kind: 'INCREASE', date, seq: ledger.events.length })],
    };
  }
  if (kind === 'VALUE') {
    const value = valued(security, date, moneyText(amount), ledger.valuations.length);
    return { ...ledger, valuations: [...ledger.valuations, value] };
  }
  const holdingId = security === 'stake' ? 'glass' : 'steel';
  const traded = kind === 'BUY' || kind === 'SELL' ? { holdingId, securityId: security } : {};
  const cost = kind === 'SELL' ? { costRelieved: amount.div(2).toDecimalPlaces(2) } : {};
  const posting = postEntry(requested(kind as EntryType, amount, date, { ...traded, ...cost }), {
    ...ledger,
    locked: new Set(),
  });
  if (posting.isErr()) return ledger;
  return { ...ledger, entries: [...ledger.entries, { ...posting.value, id: String(ledger.entries.length) }] };
}
const withClawback = (ledger: VehicleLedger) =>
  withStep(ledger, { kind: 'CLAWBACK', cents: 731n, offset: 400, security: 'shares' });
const texts = (ledger: VehicleLedger, from?: CalendarDate) =>
  computeVehicle(ledger, from).map(({ end, subjects }) => [
    end,
    ...subjects.map((subject) => [
      subject.id,
      ...money(subject, ...moneyFigures),
      subject.irr?.toString(),
      subject.grossIrr?.toString(),
      subject.notDetermined,
    ]),
  ]);
const sum = (amounts: readonly Decimal[]) => amounts.reduce((total, amount) => total.plus(amount), zero);

/** Returns the differences at a quarter end. The carry that the ledger paid counts as disbursed; `more` adds other payments. */
const differencesOf = (ledger: VehicleLedger, end: CalendarDate, more: readonly CarryPayment[] = []) => {
  const entries = ledger.entries.map((entry) => ({
    ...entry,
    source: entry.type === 'CARRY-PAID' ? { kind: 'DISTRIBUTION' as const, id: entry.id, row: 0 } : null,
  }));
  const paid = entries
    .filter(({ type }) => type === 'CARRY-PAID')
    .map(({ id, booked, amount }) => ({
      kind: 'DISTRIBUTION' as const,
      runId: id,
      name: id,
      row: 0,
      date: booked,
      amount,
    }));
  const [facts] = tieOutFacts(
    {
      ...ledger,
      entries,
      commitments: ledger.commitments.map((commitment) => ({ ...commitment, investorName: commitment.investorCode })),
    },
    [end],
    {
      fiscalYearEnd: '06-30',
      carryPaid: [...paid, ...more],
      notices: new Map(),
      closed: () => new Map(),
    },
    computeVehicle(ledger, end, { through: end }),
  );
  return runTieOuts(facts!).flatMap(({ id, blocksLock, differences }) =>
    blocksLock || id === 'T16' || id === 'T17'
      ? differences.map((difference) => [id, spokenDifference(difference)])
      : [],
  );
};

/** A history has a dozen quarters with six rates each, so run fewer cases. */
const runs = { numRuns: 30 };

describe('for every history', () => {
  it('partners sum to the vehicle, and its value by roll equals its value by balance', () => {
    fc.assert(
      fc.property(anyHistory, (ledger) => {
        for (const { end, subjects } of computeVehicle(ledger)) {
          const [vehicle] = subjects;
          const partners = subjects.filter(({ subject }) => subject === 'COMMITMENT');
          for (const name of [
            'commitment',
            'contributions',
            'distributions',
            'unfunded',
            'nav',
            'unrealized',
          ] as const) {
            expect(moneyText(sum(partners.map((partner) => partner[name]!)))).toBe(moneyText(vehicle![name]!));
          }
          const entries = ledger.entries.filter(({ booked }) => booked <= end);
          const line = sum(entries.filter(({ type }) => type === 'LINE-DRAW-INV').map(({ amount }) => amount));
          const balance = vehicle!.fairValue!.plus(sum(entries.map(vehicleCashOf))).minus(line);
          expect(moneyText(balance)).toBe(moneyText(vehicle!.nav!));
          expect(moneyText(vehicle!.navBeforeCarry!)).toBe(moneyText(vehicle!.nav!));
        }
      }),
      runs,
    );
  });

  it('the amounts of a partner and of all partners are the sums of exactly the cash in their rate', () => {
    fc.assert(
      fc.property(anyHistory.map(withClawback), (ledger) => {
        for (const { subjects, capital, end } of computeVehicle(ledger)) {
          const [vehicle, ...others] = subjects;
          const earlier = ledger.events.filter(({ booked }) => booked <= end);
          const states = commitmentsOn(ledger.commitments, earlier, end);
          const measured = new Set(measuredOf(states, capital).ids);
          const flowsOf = (ids: ReadonlySet<string>) =>
            sum([...capital].flatMap(([id, { flows }]) => (ids.has(id) ? flows.map(({ amount }) => amount) : [])));
          const netOf = ({ distributions, contributions }: Figures) => distributions!.minus(contributions!);
          const all = new Set(capital.keys());
          expect(moneyText(netOf(vehicle!))).toBe(moneyText(flowsOf(all)));
          const own = others.filter(({ subject }) => subject === 'COMMITMENT');
          for (const subjectFigures of own)
            expect(moneyText(netOf(subjectFigures))).toBe(moneyText(flowsOf(new Set([subjectFigures.id]))));
          const net = sum(own.filter(({ id }) => measured.has(id)).map(netOf));
          expect(moneyText(net)).toBe(moneyText(flowsOf(measured)));
        }
      }),
      runs,
    );
  });

  it("every quarter ties out, and an investor with one commitment has that commitment's figures", () => {
    fc.assert(
      fc.property(anyHistory, (ledger) => {
        const periods = computeVehicle(ledger);
        const positions = ledger.commitments.map((commitment) => ({
          ...commitment,
          investorId: `investor ${commitment.id}`,
        }));
        const commitments = investorPositions({ ...ledger, commitments: positions }, periods);
        const from = periods[0]?.end ?? day('2020-03-31');
        const investors = computeInvestors({ commitments, from, policy: 'ILPA' });
        for (const period of periods) {
          expect(differencesOf(ledger, period.end)).toEqual([]);
          for (const { subject, id, ...figures } of period.subjects) {
            if (subject !== 'COMMITMENT') continue;
            const {
              end: _,
              id: _id,
              subject: _subject,
              ...own
            } = investors.find((investor) => investor.id === `investor ${id}` && investor.end === period.end)!;
            expect(figureTexts(own)).toEqual(figureTexts(figures));
          }
        }
      }),
      runs,
    );
  });

  it('an investor’s figures leave out late funds and those without a value, and can carry late ones forward', () => {
    const [q1, q2] = [day('2020-03-31'), day('2020-06-30')];
    const period = (
      vehicleId: string,
      ends: readonly CalendarDate[],
      called: string,
      nav: string | null,
    ): InvestorPosition => ({
      investorId: 'i',
      vehicleId,
      flows: [{ date: day('2020-01-10'), booked: q1, amount: decimal(called).negated() }],
      periods: ends.map((end) => ({
        end,
        capital: otherCapital({
          commitment: '1000',
          contributions: called,
          distributions: '0',
          recallable: '0',
          unfunded: '0',
          nav: nav ?? '0',
          carryOwed: '0',
          carryPaid: '0',
          unrealized: '0',
        }),
        nav:
          nav === null ? err(navNotWhole(end)) : ok({ amount: decimal(nav), cashSince: zero, rolledForwardFrom: null }),
      })),
    });
    const figuresOf = (...commitments: readonly InvestorPosition[]) =>
      computeInvestors({ commitments, from: q2, policy: 'ILPA' })[0]!;
    const ratios = ({ contributions, nav, tvpi }: Figures) =>
      [contributions, nav, tvpi].map((amount) => amount && Number(amount));
    const [current, late] = [period('A', [q1, q2], '100', '150'), period('B', [q1], '300', '300')];
    const missing = period('C', [q1, q2], '50', null);
    const whole = figuresOf(current, late, missing);
    expect(ratios(whole)).toEqual([100, 150, 1.5]);
    expect(whole.coverage).toEqual({
      of: 3,
      leftOut: [
        { vehicleId: 'B', lastDate: q1 },
        { vehicleId: 'C', lastDate: null },
      ],
    });
    expect(ratios(whole.carried!)).toEqual([400, 450, 1.125]);
    // A late fund that was worth nothing is not late, and without any value there is nothing to choose.
    expect(figuresOf(current, period('B', [q1], '300', '0'))).toMatchObject({ coverage: null, carried: null });
    const missingFigures = figuresOf(late, missing);
    expect([ratios(missingFigures), missingFigures.coverage]).toEqual([[350, null, null], null]);
    expect(missingFigures.notDetermined[0]?.message).toBe(
      'No fund of this investor has a net asset value on 06/30/2020.',
    );
  });

  it('a figure that nobody reported for one vehicle leaves out only that vehicle, in only that figure', () => {
    const [q1, q2] = ['2020-03-31', '2020-06-30'].map(day) as [CalendarDate, CalendarDate];
    const vehicle = (vehicleId: string, unfunded: string | null, last = q2): InvestorPosition => ({
      investorId: 'i',
      vehicleId,
      // Cash of a reported vehicle isn't known by date.
      flows: unfunded === null ? [] : [{ date: day('2020-01-10'), booked: q1, amount: decimal(-100) }],
      periods: [q1, q2]
        .filter((end) => end <= last)
        .map((end) => ({
          end,
          capital: otherCapital({
            commitment: '1000',
            contributions: '100',
            distributions: '20',
            recallable: unfunded === null ? null : '0',
            unfunded,
            nav: '150',
            carryOwed: '0',
            carryPaid: unfunded === null ? null : '0',
            unrealized: '0',
          }),
          nav: ok({ amount: decimal(150), cashSince: zero, rolledForwardFrom: null }),
        })),
    });
    const at = (...commitments: readonly InvestorPosition[]) =>
      computeInvestors({ commitments, from: q2, policy: 'ILPA' })[0]!;
    const shown = ({ commitment, contributions, unfunded, nav, irr, tvpi }: Figures) => [
      ...[commitment, contributions, unfunded, nav, tvpi].map((figure) => figure && Number(figure)),
      irr !== null,
    ];
    const reported = at(vehicle('A', '900'), vehicle('R', null));
    expect(shown(reported)).toEqual([2000, 200, 900, 300, 1.7, true]);
    expect(reported.notDetermined).toEqual([]);
    const partly = [
      { vehicleId: 'R', figures: ['recallable', 'unfunded', 'navBeforeCarry', 'carryPaid', 'unrealized', 'irr'] },
    ];
    const inOrder = (all: InvestorFigures) =>
      all.coverage?.partly?.map(({ vehicleId, figures }) => ({ vehicleId, figures: figures.toSorted() }));
    const sorted = partly.map(({ vehicleId, figures }) => ({ vehicleId, figures: figures.toSorted() }));
    expect([reported.coverage?.of, reported.coverage?.leftOut, inOrder(reported)]).toEqual([2, [], sorted]);
    // Carried forward, a late vehicle counts in the figures that were reported for it, and only there.
    const late = at(vehicle('A', '900'), vehicle('R', null, q1));
    expect(shown(late)).toEqual([1000, 100, 900, 150, 1.7, true]);
    expect(shown(late.carried!)).toEqual([2000, 200, 900, 300, 1.7, true]);
    expect([late.coverage?.leftOut, inOrder(late)]).toEqual([[{ vehicleId: 'R', lastDate: q1 }], sorted]);
    // If it was reported for no vehicle, the figure isn't determined, and says why.
    const none = at(vehicle('R', null), vehicle('S', null));
    expect([none.unfunded, none.coverage]).toEqual([null, null]);
    const reasons = none.notDetermined.filter(({ field }) => ['unfunded', 'unrealized', 'irr'].includes(field));
    expect(reasons.map(({ message }) => message).toSorted()).toEqual([
      'No cash flows or rate were reported, so there is no IRR.',
      'Not reported for this fund.',
      'The unfunded commitment was not reported for this fund.',
    ]);
  });

  it('a pool of one vehicle has its figures, and two identical ones have twice its amounts and the same returns [G-P-014]', () => {
    fc.assert(
      fc.property(anyHistory, (ledger) => {
        for (const { end, subjects, capital } of computeVehicle(ledger)) {
          const [{ subject: _, id: _id, ...own }] = subjects as [SubjectFigures, ...SubjectFigures[]];
          const earlier = ledger.events.filter(({ booked }) => booked <= end);
          const commitments = commitmentsOn(ledger.commitments, earlier, end).map(({ id, paysFee }) => ({
            ...capital.get(id)!,
            paysFee,
          }));
          const paying = feePaying(commitments.filter(hasCapital));
          const sumOf = (accounts: readonly Capital[]) =>
            accounts.reduce<CapitalSum>((sum, account) => sum.add(account), new CapitalSum());
          const part: PooledPart = {
            name: 'fund',
            commitments,
            amounts: sumOf(paying.nonePays ? commitments : paying.commitments),
            hasNav: true,
            trades: ledger.entries.filter(
              ({ booked, type, holdingId }) =>
                booked <= end && holdingId !== null && (type === 'BUY' || type === 'SELL' || type.startsWith('INC-')),
            ),
            position: { cost: own.cost!, fairValue: own.fairValue! },
          };
          const ofAll = figureTexts(pooledFigures([{ ...part, amounts: sumOf(commitments) }], end, 'ILPA', true));
          for (const name of ['commitment', 'contributions', 'distributions', 'unfunded', 'nav'] as const)
            expect([name, ofAll[name]]).toEqual([name, figureTexts(own)[name]]);
          // Amounts and multiples have the same basis.
          const pooledFigure = pooledFigures([part], end, 'ILPA');
          if (pooledFigure.tvpi !== null && pooledFigure.contributions!.gt(0))
            expect(
              pooledFigure.distributions!.plus(pooledFigure.nav!).div(pooledFigure.contributions!).toFixed(10),
            ).toBe(pooledFigure.tvpi.toFixed(10));
          for (const name of ['irr', 'tvpi', 'dpi', 'rvpi', 'pic', 'grossIrr', 'grossMoic', 'fairValue'] as const)
            expect([name, figureTexts(pooledFigure)[name]]).toEqual([name, figureTexts(own)[name]]);
          const two = pooledFigures([part, part], end, 'ILPA');
          expect([two.nav, two.contributions, two.invested].map((amount) => moneyText(amount!))).toEqual(
            [pooledFigure.nav, pooledFigure.contributions, pooledFigure.invested].map((amount) =>
              moneyText(amount!.times(2)),
            ),
          );
          for (const name of ['irr', 'grossIrr', 'tvpi'] as const) {
            const [pooled, single] = [two[name], own[name]];
            // A rate is accurate to 1e-12.
            const isSame = pooled && single ? pooled.minus(single).abs().lte('1e-11') : pooled === single;
            expect([name, isSame]).toEqual([name, true]);
          }
        }
      }),
      runs,
    );
  });

  it('the tie-outs report a share that does not belong to its entry', () => {
    const [entry, ...rest] = fund.entries;
    const [share, ...others] = entry!.shares;
    const broken = {
      ...fund,
      entries: [{ ...entry!, shares: [{ ...share!, amount: share!.amount.plus('0.01') }, ...others] }, ...rest],
    };
    const end = computeVehicle(broken).at(-1)!.end;
    const differences = differencesOf(broken, end);
    expect([...new Set(differences.map(([id]) => id))]).toEqual(['T4', 'T8']);
    expect(differences).toContainEqual([
      'T4',
      'ITD, row 13, Contributions – Cash & Non-Cash: 409.01, should be 409.00, difference 0.01',
    ]);
    expect(differences.at(-1)).toEqual(['T8', 'CALL-INV 2020-01-10: 400.01, should be 400.00, difference 0.01']);
  });

  it('T9 reports disbursed carry that is missing in the ledger, but not one that the ledger has later', () => {
    const end = computeVehicle(fund).at(-1)!.end;
    const payment: CarryPayment = {
      kind: 'DISTRIBUTION',
      runId: 'd',
      name: 'First',
      row: 0,
      date: end,
      amount: decimal('25'),
    };
    expect(differencesOf(fund, end, [payment]).at(-1)).toEqual([
      'T9',
      `Carry paid (not in the ledger: First of ${end}): 6.00, should be 31.00, difference (25.00)`,
    ]);
    const clawback: CarryPayment = { ...payment, kind: 'LEDGER_RUN', name: 'Guarantee' };
    expect(differencesOf(fund, end, [clawback]).at(-1)).toEqual([
      'T9',
      `Clawback returned (not in the ledger: Guarantee of ${end}): 0.00, should be 25.00, difference (25.00)`,
    ]);
  });

  it("the carry shares of a holding add up as displayed, with the general partner's part by its commitment", () => {
    const metrics = carryMetrics(fund, computeVehicle(fund).at(-1)!).get('steel')!;
    expect(metrics.map(({ code, total, gp, jv }) => [code, ...[total, gp!, jv!].map(moneyText)])).toEqual([
      ['INV', '400.00', '40.00', '360.00'],
      ['REAL', '170.00', '17.00', '153.00'],
      ['UNREAL', '390.00', '39.00', '351.00'],
      ['TOTAL', '560.00', '56.00', '504.00'],
      ['GAIN', '160.00', '16.00', '144.00'],
      ['MULT', '1.40', '1.40', '1.40'],
    ]);
  });

  it('a later quarter adds to the earlier figures and changes no quarter before it', () => {
    fc.assert(
      fc.property(anyHistory, (ledger) => {
        const all = texts(ledger);
        const last = all.at(-1)?.[0] as CalendarDate | undefined;
        if (last === undefined) return;
        const earlier: VehicleLedger = {
          ...ledger,
          events: ledger.events.filter(({ booked }) => booked < last),
          entries: ledger.entries.filter(({ booked }) => booked < last),
          valuations: ledger.valuations.filter(({ booked }) => booked < last),
        };
        const before = texts(earlier);
        const ids = new Set(before.flat(1).map((row) => row?.[0]));
        const asThen = all
          .slice(0, before.length)
          .map(([end, ...rows]) => [end, ...rows.filter(([id]) => ids.has(id))]);
        expect(asThen).toEqual(before);
        expect(texts(ledger, last)).toEqual(all.slice(-1));
      }),
      runs,
    );
  });

  it('the order of posting changes no cent', () => {
    fc.assert(
      fc.property(anyHistory, fc.integer({ min: 1, max: 13 }), (ledger, by) => {
        const turned = <T>(all: readonly T[]) =>
          [...all.slice(by % (all.length || 1)), ...all.slice(0, by % (all.length || 1))].reverse();
        const shuffled = {
          ...ledger,
          commitments: turned(ledger.commitments),
          events: turned(ledger.events),
          entries: turned(ledger.entries),
          securities: turned(ledger.securities),
          valuations: turned(ledger.valuations),
        };
        expect(texts(shuffled)).toEqual(texts(ledger));
      }),
      runs,
    );
  });

  it('a reversal restores every figure', () => {
    fc.assert(
      fc.property(anyHistory, fc.nat(), (ledger, pick) => {
        if (ledger.entries.length === 0) return;
        const without = ledger.entries[pick % ledger.entries.length]!;
        const turned = reverseEntry(without, { ...ledger, locked: new Set() });
        if (turned.isErr()) return;
        const restored: LedgerEntry = { ...turned.value, id: 'reversal' };
        const then = texts({ ...ledger, entries: ledger.entries.filter((entry) => entry !== without) });
        const now = texts({ ...ledger, entries: [...ledger.entries, restored] });
        const ends = new Set(then.map(([end]) => end));
        expect(now.filter(([end]) => ends.has(end))).toEqual(then);
      }),
      runs,
    );
  });
});
