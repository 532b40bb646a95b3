import { decimal, significantText, zero } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import {
  findUnmovedCarry,
  unmovedCarryText,
  type EntryType,
  type LedgerEntry,
  quarterEnd,
  type RequestedEntry,
} from '../ledger/index.ts';
import { type BookedEvent, hasVehicleEnded, listQuarters, type VehicleLedger } from './index.ts';
import {
  day,
  close,
  emptyLedger,
  requestEntry,
  ledgerAfter,
  createValuation,
  figuresAt,
  money,
  fund,
  findDifferences,
} from './vehicleLedger.fixture.ts';

it('a quarter whose only entry was reversed in it has no figures, unless it was locked', () => {
  const [first, third] = [day('2020-03-31'), day('2020-09-30')];
  const typo = ledgerAfter(emptyLedger, requestEntry('FEE', '10', '2020-09-30'));
  expect(listQuarters(typo)).toEqual([first, day('2020-06-30'), third]);
  const [fee] = typo.entries as [LedgerEntry];
  const reversal = { ...fee, id: 'reversal', reversalOf: fee.id, amount: fee.amount.negated() };
  const entries = [fee, reversal];
  expect(listQuarters({ ...typo, entries })).toEqual([first]);
  expect(listQuarters({ ...typo, entries, everLocked: [third] }).at(-1)).toBe(third);
  const source = { kind: 'DISTRIBUTION', id: 'd', row: 0 } as const;
  expect(listQuarters({ ...typo, entries: entries.map((entry) => ({ ...entry, source })) }).at(-1)).toBe(third);
  // A late reversal shows its amount in another quarter than the entry.
  const late = { ...reversal, booked: day('2020-12-31') };
  expect(listQuarters({ ...typo, entries: [fee, late] }).at(-1)).toBe('2020-12-31');
  const [close] = emptyLedger.events as [BookedEvent];
  const added = { ...close, id: 'added', booked: third };
  const removed = { ...added, id: 'removed', reversalOf: 'added' };
  expect(listQuarters({ ...emptyLedger, events: [...emptyLedger.events, added, removed] })).toEqual([first]);
});

describe('the figures of a vehicle at a quarter end', () => {
  it('are computed from the entries by the sign rule, and from the unrealized gain', () => {
    expect(
      money(figuresAt(fund, '2020-03-31')('fund'), 'commitment', 'contributions', 'unfunded', 'nav', 'fairValue'),
    ).toEqual(['1000.00', '409.00', '591.00', '400.00', '400.00']);
    const now = figuresAt(fund, '2021-06-30');
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
    const now = figuresAt(fund, '2021-06-30');
    expect(['a', 'b', 'gp'].map((id) => money(now(id), 'nav', 'navBeforeCarry', 'carryPaid'))).toEqual([
      ['230.00', '236.00', '4.00'],
      ['115.00', '118.00', '2.00'],
      ['49.00', '40.00', '-6.00'],
    ]);
  });

  it('net covers the commitments that pay fees, gross covers the holdings', () => {
    const { irr, tvpi, dpi, grossIrr, grossMoic, irrAnnualized } = figuresAt(fund, '2021-06-30')('fund');
    // Of a and b: 369 paid in, 144 received, 345 left.
    expect([dpi, tvpi].map((figure) => significantText(figure!))).toEqual(['0.390243902439', '1.32520325203']);
    expect(significantText(grossMoic!)).toBe('1.4');
    expect(irrAnnualized).toBe(true);
    expect(irr!.toFixed(6)).toBe('0.220887');
    expect(grossIrr!.toFixed(6)).toBe('0.274404');
    const short = figuresAt(fund, '2020-03-31')('fund');
    expect([short.irrAnnualized, short.irr!.lt(0)]).toEqual([false, true]);
  });

  it('a figure that cannot be computed is null with its reason, not zero', () => {
    const reported = figuresAt({ ...fund, navBasis: 'REPORTED' }, '2021-06-30')('fund');
    expect([reported.nav, reported.irr, reported.tvpi]).toEqual([null, null, null]);
    expect(reported.notDetermined.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'nav NAV_MISSING',
      'navBeforeCarry NAV_MISSING',
      'irr NAV_MISSING',
      'rvpi NAV_MISSING',
      'tvpi NAV_MISSING',
    ]);
    const closed = figuresAt({ ...emptyLedger, entries: [] }, '2020-03-31')('fund');
    expect([closed.irr, closed.tvpi, closed.grossMoic, closed.notDetermined]).toEqual([null, null, null, []]);
  });
});

describe('a vehicle has ended', () => {
  const bought = ledgerAfter(
    { ...emptyLedger, events: [close('a', '100')] },
    requestEntry('CALL-INV', '100', '2020-01-10'),
    requestEntry('BUY', '100', '2020-01-10'),
  );
  const sold = ledgerAfter(bought, requestEntry('SELL', '130', '2021-02-10', { costRelieved: decimal('100') }));
  const ended = ledgerAfter(sold, requestEntry('DIST-GAIN', '130', '2021-02-10'));
  const over = (ledger: VehicleLedger, end = '2021-03-31') => hasVehicleEnded(figuresAt(ledger, end)('fund'));

  it('if it holds nothing, is worth nothing and has nothing left to call', () => {
    expect([over(ended), over(sold), over(bought, '2020-03-31')]).toEqual([true, false, false]);
    expect(over({ ...ended, events: [close('a', '101')] })).toBe(false);
  });

  it('not while its value is missing', () => {
    expect(over({ ...ended, navBasis: 'REPORTED' })).toBe(false);
  });
});

describe('between valuations', () => {
  const holdingFigures = (end: string, ledger: VehicleLedger) =>
    money(figuresAt(ledger, end)('steel'), 'cost', 'fairValue');

  it('purchases count at cost, and a sale removes its part of the value', () => {
    const ledger = {
      ...ledgerAfter(
        emptyLedger,
        requestEntry('BUY', '100', '2020-01-15'),
        requestEntry('BUY', '50', '2020-05-01'),
        requestEntry('SELL', '90', '2020-08-01', { costRelieved: decimal('75') }),
        requestEntry('SELL', '90', '2020-10-01', { costRelieved: decimal('75') }),
      ),
      valuations: [createValuation('shares', '2020-03-31', '120')],
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
      ...ledgerAfter(
        { ...emptyLedger, events: [...emptyLedger.events, ...changes.filter(({ date }) => date < '2021-02-14')] },
        requestEntry('CALL-INV', '400', '2020-01-10'),
        requestEntry('BUY', '400', '2020-01-15'),
        requestEntry('SELL', '700', '2021-02-14', { costRelieved: decimal('400') }),
        requestEntry('DIST-ROC', '400', '2021-02-20'),
        requestEntry('DIST-GAIN', '300', '2021-02-20'),
      ),
      events: [...emptyLedger.events, ...changes],
      valuations: [createValuation('shares', '2020-12-31', '640')],
    });
    const release = close('b', '100', { kind: 'RELEASE', date: day('2021-03-10') });
    const value = (ledger: VehicleLedger) =>
      ['fund', 'a', 'b', 'gp'].map((id) => money(figuresAt(ledger, '2021-03-31')(id), 'nav', 'unrealized').join(' '));
    expect(value(sold(release))).toEqual(Array(4).fill('0.00 0.00'));
  });

  it("a transfer before the quarter's sale moves its part of the gain", () => {
    const transfer = [
      close('b', '180', { kind: 'TRANSFER_OUT', date: day('2021-01-10') }),
      close('c', '180', { kind: 'TRANSFER_IN', date: day('2021-01-10') }),
    ];
    const commitments = [...emptyLedger.commitments, { id: 'c', investorCode: 'LP-C', isGp: false }];
    const ledger = {
      ...ledgerAfter(
        { ...emptyLedger, commitments, events: [...emptyLedger.events, ...transfer] },
        requestEntry('CALL-INV', '400', '2020-01-10'),
        requestEntry('BUY', '400', '2020-01-15'),
        requestEntry('SELL', '700', '2021-02-14', { costRelieved: decimal('400') }),
      ),
      valuations: [createValuation('shares', '2020-12-31', '640')],
    };
    // Of the gain of 240 until then b has 72, of which the entries of the transfer move 43.20.
    const unrealized = (end: string) =>
      ['a', 'b', 'c', 'gp'].map((id) => money(figuresAt(ledger, end)(id), 'unrealized')[0]);
    expect(unrealized('2020-12-31')).toEqual(['144.00', '72.00', '0.00', '24.00']);
    expect(unrealized('2021-03-31')).toEqual(['0.00', '43.20', '-43.20', '0.00']);
  });

  it('a transfer without value fails a tie-out in its quarter, unless the seller has no NAV on that day [T14]', () => {
    const commitments = [...emptyLedger.commitments, { id: 'c', investorCode: 'LP-C', isGp: false }];
    const out = close('b', '180', { kind: 'TRANSFER_OUT', date: day('2021-01-10') });
    const into = close('c', '180', { kind: 'TRANSFER_IN', date: day('2021-01-10') });
    const events = [...emptyLedger.events, out, into];
    const called = ledgerAfter({ ...emptyLedger, commitments, events }, requestEntry('CALL-INV', '400', '2020-01-10'));
    const t14 = (ledger: VehicleLedger, end = '2021-03-31') =>
      findDifferences(ledger, day(end)).flatMap(([id, text]) => (id === 'T14' ? [text] : []));
    // Of 400 called b has 120, of which 180 / 300 passed.
    expect(t14(called)).toEqual([
      'No ‘Transfer between partners’ entry on 01/10/2021 moves value from LP-B. Value from LP-B to LP-C in proportion to the commitment: 0.00, should be 72.00, difference (72.00)',
    ]);
    expect(t14(called, '2020-12-31')).toEqual([]);
    expect(
      t14(ledgerAfter({ ...emptyLedger, commitments, events }, requestEntry('CALL-INV', '400', '2021-02-10'))),
    ).toEqual([]);
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
      ...emptyLedger.events,
      ...outs.map((amount, at) => ({ ...on('b', 'TRANSFER_OUT', amount), id: `out ${String(at)}` })),
      on('c', 'TRANSFER_IN', '60'),
      on('d', 'TRANSFER_IN', '120'),
    ];
    const bought = ['c', 'd'].map((id) => ({ id, investorCode: `LP-${id.toUpperCase()}`, isGp: false }));
    const commitments = [...emptyLedger.commitments, ...bought];
    const called = ledgerAfter({ ...emptyLedger, commitments, events }, requestEntry('CALL-INV', '400', '2020-01-10'));
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
      return findDifferences(ledger, day('2021-03-31')).flatMap(([id, text]) => (id === 'T14' ? [text] : []));
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
    const commitments = [...emptyLedger.commitments, { id: 'c', investorCode: 'LP-C', isGp: false }];
    const called = ledgerAfter(
      { ...emptyLedger, commitments, events: [...emptyLedger.events, ...transfers] },
      requestEntry('CALL-INV', '400', '2020-01-10'),
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
    expect(findDifferences(ledger, day('2021-03-31')).filter(([id]) => id === 'T14')).toEqual([
      [
        'T14',
        'No ‘Transfer between partners’ entry on 01/10/2021 moves value from LP-A. Value from LP-A to LP-C in proportion to the commitment: 0.00, should be 24.00, difference (24.00)',
      ],
    ]);
  });

  it('a transfer without its other side is reported in its quarter, until the other side is entered [T16]', () => {
    const commitments = [...emptyLedger.commitments, { id: 'c', investorCode: 'LP-C', isGp: false }];
    const event = (commitmentId: string, kind: 'TRANSFER_IN' | 'TRANSFER_OUT', more: Partial<BookedEvent> = {}) =>
      close(commitmentId, '180', { kind, date: day('2021-01-10'), ...more });
    const out = event('b', 'TRANSFER_OUT');
    const entry = (commitmentId: string, amount: string, unfunded: string, effective = '2021-01-10'): LedgerEntry => ({
      ...ledgerAfter(emptyLedger, requestEntry('CALL-INV', '400', '2020-01-10')).entries[0]!,
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
      findDifferences(
        { ...emptyLedger, commitments, events: [...emptyLedger.events, ...events], entries, ...more },
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
    const own = { commitments: [emptyLedger.commitments[1]!], events: [emptyLedger.events[1]!, out] };
    expect(t16([], [sold], '2021-03-31', own)).toEqual([]);
    // So does a ledger that a data transfer brought, even if several investors have commitments.
    expect(t16([{ ...out, source: { kind: 'TRANSFER', id: 'package', row: 0 } }])).toEqual([]);
  });

  it('a transfer of value without its commitment or its called part, or out of proportion, is reported in its quarter [T17]', () => {
    const commitments = [...emptyLedger.commitments, { id: 'c', investorCode: 'LP-C', isGp: false }];
    const on = (commitmentId: string, kind: 'TRANSFER_IN' | 'TRANSFER_OUT') =>
      close(commitmentId, '180', { kind, date: day('2021-01-10') });
    const passes = [on('b', 'TRANSFER_OUT'), on('c', 'TRANSFER_IN')];
    const called = ledgerAfter({ ...emptyLedger, commitments }, requestEntry('CALL-INV', '400', '2020-01-10'));
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
      findDifferences(
        { ...called, events: [...emptyLedger.events, ...events], entries: [...called.entries, ...entries], ...more },
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

  it('a transfer leaves the accrued carry with the seller until entries move its part, with value so that no NAV changes [T17]', () => {
    const commitments = [...emptyLedger.commitments, { id: 'c', investorCode: 'LP-C', isGp: false }];
    const on = (commitmentId: string, kind: 'TRANSFER_IN' | 'TRANSFER_OUT') =>
      close(commitmentId, '150', { kind, date: day('2021-01-10') });
    const passes = [on('b', 'TRANSFER_OUT'), on('c', 'TRANSFER_IN')];
    const single = (type: EntryType, commitmentId: string, amount: string, unfunded: string | null = null) =>
      requestEntry(type, amount, '2021-01-10', {
        key: 'ONE',
        enteredShares: [
          { commitmentId, amount: decimal(amount), unfunded: unfunded === null ? null : decimal(unfunded) },
        ],
      });
    const accrued = ledgerAfter(
      { ...emptyLedger, commitments },
      requestEntry('CALL-INV', '400', '2020-01-10'),
      requestEntry('CARRY-ACCRUED', '90', '2020-12-31'),
    );
    // Of the carry of 90, b bears 30. Half of its commitment, of its NAV of 90 and of the 120 called passes.
    const transferred = (value: string) => [
      single('TRANSFER', 'b', `-${value}`, '60'),
      single('TRANSFER', 'c', value, '-60'),
    ];
    const ledgerWith = (...entries: readonly RequestedEntry[]) =>
      ledgerAfter({ ...accrued, events: [...accrued.events, ...passes] }, ...entries);
    const t17 = (ledger: VehicleLedger) =>
      findDifferences(ledger, day('2021-03-31')).flatMap(([id, text]) => (id === 'T17' ? [text] : []));
    const bare = ledgerWith(...transferred('45'));
    expect(t17(bare)).toEqual([
      'Accrued carry, which stays with the seller until ‘Carried interest accrued’ entries move it, transferred from LP-B on 01/10/2021: moved 0.00, in proportion to the commitment 15.00, difference (15.00)',
    ]);
    expect(t17({ ...bare, navBasis: 'REPORTED' })).toEqual([]);
    const unmoved = (ledger: VehicleLedger) => findUnmovedCarry(passes[0]!, ledger);
    expect(unmoved(bare)).toEqual({ accrued: decimal('30'), passing: decimal('15') });
    expect(findUnmovedCarry(passes[1]!, bare)).toBeNull();
    expect(unmovedCarryText(unmoved(bare)!, day('2021-01-10'), 'HISTORY')).toBe(
      'The seller’s accrued carry of 30.00 stays with the seller. In proportion, 15.00 of it belongs to the commitment transferred. To move it, post entries dated 01/10/2021: ‘Carried interest accrued’ of (15.00) for the seller and 15.00 for the buyer, and ‘Transfer between partners’ of the same amounts. No NAV changes.',
    );
    expect(unmovedCarryText(unmoved(bare)!, day('2021-01-10'), 'PRICE')).toContain(
      'Acknowledge T17 when you lock the quarter.',
    );
    // The entries that the message names move it, and leave each NAV as it is.
    const moves = [
      single('CARRY-ACCRUED', 'b', '-15'),
      single('CARRY-ACCRUED', 'c', '15'),
      single('TRANSFER', 'b', '-15'),
      single('TRANSFER', 'c', '15'),
    ];
    const moved = ledgerWith(...transferred('45'), ...moves);
    expect([t17(moved), unmoved(moved)]).toEqual([[], null]);
    const figures = (ledger: VehicleLedger) => {
      const partner = figuresAt(ledger, '2021-03-31');
      return ['b', 'c', 'gp'].map((id) => money(partner(id), 'nav', 'navBeforeCarry'));
    };
    expect(figures(bare)).toEqual([
      ['45.00', '75.00'],
      ['45.00', '45.00'],
      ['130.00', '40.00'],
    ]);
    expect(figures(moved)).toEqual([
      ['45.00', '60.00'],
      ['45.00', '60.00'],
      ['130.00', '40.00'],
    ]);
    // Half a move is a difference of both partners.
    expect(t17(ledgerWith(...transferred('45'), moves[1]!, moves[3]!))).toHaveLength(1);
    // An accrual of the same day that is split over all moves nothing.
    const more = ledgerWith(...transferred('45'), requestEntry('CARRY-ACCRUED', '9', '2021-01-10'));
    expect(t17(more)).toHaveLength(1);
  });

  it('the later of two valuations of a day counts, and a late one counts from the quarter that includes it', () => {
    const bought = ledgerAfter(
      emptyLedger,
      requestEntry('BUY', '100', '2020-01-15'),
      requestEntry('FEE', '1', '2020-06-01'),
    );
    const late = { ...createValuation('shares', '2020-03-31', '90', 3), booked: day('2020-06-30') };
    const ledger = {
      ...bought,
      valuations: [
        late,
        createValuation('shares', '2020-03-31', '120', 2),
        createValuation('shares', '2020-03-31', '110', 1),
      ],
    };
    expect(['2020-03-31', '2020-06-30'].map((end) => holdingFigures(end, ledger))).toEqual([
      ['100.00', '120.00'],
      ['100.00', '90.00'],
    ]);
  });
});
