import {
  type CalendarDate,
  calendarDate,
  type Decimal,
  decimal,
  fromCents,
  moneyText,
  zero,
} from '@carrara/domain/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allocationKeys,
  type RequestedEntry,
  bookedQuarter,
  type Commitment,
  type CommitmentEvent,
  commitmentsOn,
  draftEntry,
  effectOfEntry,
  effectOfShare,
  type EntryType,
  entryTypeCodes,
  entryTypeRule,
  type Ledger,
  type LedgerEntry,
  type Posting,
  performanceType,
  postEntry,
  postMany,
  quarterEnd,
  quarterEnds,
  reverseEntry,
  shareOut,
  unfundedChanges,
  usualKey,
  vehicleCash,
} from './index.ts';
import { costChanges } from './entryFailures.ts';
import { eventFailures } from './unfundedCommitment.ts';

const day = calendarDate;
const commitments: readonly Commitment[] = [
  { id: 'c', investorCode: 'LP-C', isGp: false },
  { id: 'a', investorCode: 'LP-A', isGp: false },
  { id: 'b', investorCode: 'LP-B', isGp: false },
  { id: 'gp', investorCode: 'GP', isGp: true },
];
const close = (commitmentId: string, amount: string, more: Partial<CommitmentEvent> = {}): CommitmentEvent => ({
  id: `${commitmentId} ${more.kind ?? 'CLOSE'} ${more.date ?? ''} ${amount}`,
  commitmentId,
  kind: 'CLOSE',
  date: day('2020-01-15'),
  amount: decimal(amount),
  paysFee: null,
  paysCarry: null,
  holdingId: null,
  seq: 1,
  reversalOf: null,
  ...more,
});
const events: readonly CommitmentEvent[] = [
  close('a', '50000000'),
  close('b', '30000000'),
  close('c', '17500000', { paysFee: false }),
  close('gp', '2500000', { paysFee: false }),
  close('b', '0', { kind: 'EXCUSE', holdingId: 'tobacco', seq: 2 }),
];
const empty: Ledger = { commitments, events, entries: [], locked: new Set() };
const requested = (type: EntryType, amount: string, more: Partial<RequestedEntry> = {}): RequestedEntry => {
  const rule = entryTypeRule(type);
  return {
    type,
    amount: decimal(amount),
    effective: day('2020-03-10'),
    key: rule.key,
    holdingId: rule.holding === 'required' ? 'steel' : null,
    securityId: rule.security === 'required' ? 'shares' : null,
    noticeId: null,
    costRelieved: type === 'SELL' ? zero : null,
    isRecallable: false,
    isOutside: false,
    settledOn: null,
    enteredShares: [],
    ...more,
  };
};
const posted = (posting: Posting, id: string): LedgerEntry => ({ ...posting, id });
const after = (ledger: Ledger, ...all: readonly RequestedEntry[]): Ledger =>
  all.reduce((now, requestedEntry) => {
    const entry = posted(postEntry(requestedEntry, now)._unsafeUnwrap(), String(now.entries.length));
    return { ...now, entries: [...now.entries, entry] };
  }, ledger);
const codes = (result: ReturnType<typeof postEntry>) =>
  result._unsafeUnwrapErr().map(({ code, path }) => [code, path.join('.')].join(' '));
const split = (entry: RequestedEntry) =>
  shareOut(entry, commitmentsOn(commitments, events, entry.effective))
    ._unsafeUnwrap()
    .map(({ commitmentId, amount }) => `${commitmentId} ${moneyText(amount)}`);
const sum = (amounts: readonly Decimal[]) => amounts.reduce((total, amount) => total.plus(amount), zero);

describe('an amount is split by its key', () => {
  it.each<[EntryType, Partial<RequestedEntry>, readonly string[]]>([
    ['CALL-INV', {}, ['gp 2500.00', 'a 50000.00', 'b 30000.00', 'c 17500.00']],
    ['FEE', {}, ['a 62500.00', 'b 37500.00']],
    ['BUY', { holdingId: 'tobacco' }, ['gp 3571.43', 'a 71428.57', 'c 25000.00']],
    ['CARRY-PAID', {}, ['a 51282.05', 'b 30769.23', 'c 17948.72', 'gp -100000.00']],
    [
      'CALL-INV',
      { key: 'ONE', enteredShares: [{ commitmentId: 'b', amount: decimal(100000), unfunded: null }] },
      ['b 100000.00'],
    ],
  ])('%s %j', (type, more, shares) => {
    expect(split(requested(type, '100000', more))).toEqual(shares);
  });

  describe.each(entryTypeCodes)('%s', (type) => {
    const single = [{ commitmentId: 'a', amount: decimal('12'), unfunded: null }];
    const two = [
      { commitmentId: 'a', amount: decimal('8'), unfunded: null },
      { commitmentId: 'b', amount: decimal('4'), unfunded: null },
    ];
    it.each([
      ['one share', single],
      ['two shares', two],
    ])('uses %s, or refuses it', (_name, shares) => {
      for (const key of [undefined, ...allocationKeys]) {
        const entry = requested(type, '12', { key: key ?? usualKey(type, shares.length), enteredShares: shares });
        const result = draftEntry(entry, empty, () => commitmentsOn(commitments, events, entry.effective));
        const isSplit = key !== undefined && key !== 'NOTICE' && key !== 'ONE';
        if (isSplit || (key === 'ONE' && shares === two)) expect(codes(result)).toEqual(['SHARES_OFF shares']);
        else
          expect(
            result
              ._unsafeUnwrap()
              .shares.flatMap(({ commitmentId, amount, isMirror }) =>
                isMirror ? [] : [[commitmentId, moneyText(amount)]],
              ),
          ).toEqual(shares.map(({ commitmentId, amount }) => [commitmentId, moneyText(amount)]));
      }
    });
  });

  it('remaining cents are assigned by investor code, whatever the order of the commitments', () => {
    const states = commitmentsOn([...commitments].reverse(), events, day('2020-03-10'));
    expect(states.map(({ id }) => id)).toEqual(['gp', 'a', 'b', 'c']);
    expect(split(requested('FEE', '0.01'))).toEqual(['a 0.01', 'b 0.00']);
  });

  it('by the commitments on its date: a later close, new terms and an included holding count from their date', () => {
    const later = [
      ...events,
      close('a', '10000000', { kind: 'INCREASE', date: day('2021-01-01') }),
      close('b', '30000000', { kind: 'TRANSFER_OUT', date: day('2021-01-01') }),
      close('c', '0', { kind: 'TERMS', date: day('2021-01-01'), paysFee: true, paysCarry: false }),
      close('b', '0', { kind: 'INCLUDE', date: day('2021-01-01'), holdingId: 'tobacco' }),
    ];
    const before = commitmentsOn(commitments, later, day('2020-12-31'));
    const then = commitmentsOn(commitments, later, day('2021-01-01'));
    expect(before).toEqual(commitmentsOn(commitments, events, day('2020-12-31')));
    expect(
      then.map((state) => [state.id, moneyText(state.amount), state.paysFee, state.paysCarry, state.excused.size]),
    ).toEqual([
      ['gp', '2500000.00', false, false, 0],
      ['a', '60000000.00', true, true, 0],
      ['b', '0.00', true, true, 0],
      ['c', '17500000.00', true, false, 0],
    ]);
  });

  it('a reversed change is ignored from the date its reversal is recorded', () => {
    const on = day('2020-02-01');
    const wrong = [
      close('a', '0', { id: 'excuse', kind: 'EXCUSE', holdingId: 'tobacco', date: on }),
      close('a', '0', { id: 'terms', kind: 'TERMS', paysFee: false, paysCarry: false, date: on }),
    ];
    const back = wrong.map((event) => ({ ...event, id: `${event.id} back`, reversalOf: event.id }));
    const right = commitmentsOn(commitments, events, on);
    expect(commitmentsOn(commitments, [...events, ...wrong, ...back], on)).toEqual(right);
    const [, a] = commitmentsOn(commitments, [...events, ...wrong], on);
    expect([a!.paysFee, a!.paysCarry, [...a!.excused]]).toEqual([false, false, ['tobacco']]);
  });

  it('a sale splits the relieved cost in the same way', () => {
    const shares = shareOut(
      requested('SELL', '130.00', { costRelieved: decimal('100.01') }),
      commitmentsOn(commitments, events, day('2020-03-10')),
    )._unsafeUnwrap();
    expect(moneyText(sum(shares.map(({ cost }) => cost)))).toBe('100.01');
    expect(shares.map(({ cost }) => moneyText(cost))).toEqual(['2.50', '50.01', '30.00', '17.50']);
  });
});

describe('an entry is refused', () => {
  const shared = (...shares: readonly (readonly [string, string])[]) =>
    shares.map(([commitmentId, amount]) => ({ commitmentId, amount: decimal(amount), unfunded: null }));

  it.each<[string, RequestedEntry, readonly string[]]>([
    ['below zero', requested('FEE', '-1'), ['NEGATIVE_AMOUNT amount']],
    ['of zero', requested('FEE', '0'), ['AMOUNT_MISSING amount']],
    ['finer than a cent', requested('FEE', '0.001'), ['MONEY_SCALE amount']],
    [
      'a purchase without a security',
      requested('BUY', '1', { holdingId: null, securityId: null }),
      ['REQUIRED holdingId', 'REQUIRED securityId'],
    ],
    ['a sale without its cost', requested('SELL', '1', { costRelieved: null }), ['REQUIRED costRelieved']],
    [
      'a recallable fee',
      requested('FEE', '1', { isRecallable: true, isOutside: true, noticeId: 'n' }),
      ['FIELD_NOT_OF_TYPE noticeId', 'FIELD_NOT_OF_TYPE isRecallable', 'FIELD_NOT_OF_TYPE isOutside'],
    ],
    ['before any commitment', requested('FEE', '1', { effective: day('2020-01-14') }), ['NO_COMMITMENT key']],
    [
      'with shares that do not add up to it',
      requested('CALL-INV', '10', { key: 'NOTICE', enteredShares: shared(['a', '6'], ['b', '3.99']) }),
      ['SHARES_OFF shares'],
    ],
    ['with no shares', requested('CALL-INV', '10', { key: 'NOTICE' }), ['SHARES_OFF shares']],
    [
      'with a share of the opposite sign',
      requested('CALL-INV', '10', { key: 'NOTICE', enteredShares: shared(['a', '11'], ['b', '-1']) }),
      ['NEGATIVE_AMOUNT shares.1.amount'],
    ],
    [
      'with a share of an unknown partner, and a duplicate one',
      requested('CALL-INV', '9', { key: 'NOTICE', enteredShares: shared(['a', '3'], ['x', '3'], ['a', '3']) }),
      ['COMMITMENT_UNKNOWN shares.1.commitmentId', 'REPEATED shares.2.commitmentId'],
    ],
    [
      'for one partner, split over two',
      requested('CALL-INV', '6', { key: 'ONE', enteredShares: shared(['a', '3'], ['b', '3']) }),
      ['SHARES_OFF shares'],
    ],
    [
      'carry borne by the GP',
      requested('CARRY-EARNED', '6', { key: 'ONE', enteredShares: shared(['gp', '6']) }),
      ['CARRY_WITHOUT_GP shares'],
    ],
    ['above the unfunded commitment', requested('CALL-INV', '100000000.01'), ['UNFUNDED_BELOW_ZERO shares.1']],
    [
      'with more cost relieved than remains',
      requested('SELL', '9', { costRelieved: decimal('0.01') }),
      ['COST_ABOVE_REMAINING costRelieved'],
    ],
  ])('%s', (_name, entry, failures) => {
    expect(codes(postEntry(entry, empty))).toEqual(failures);
  });

  it('carry in a vehicle without a general partner', () => {
    const ledger = { ...empty, commitments: commitments.filter(({ isGp }) => !isGp) };
    expect(codes(postEntry(requested('CARRY-PAID', '1'), ledger))).toEqual(['CARRY_WITHOUT_GP type']);
  });

  it('a call that leaves too little for a later one', () => {
    const called = after(empty, requested('CALL-INV', '60000000', { effective: day('2020-06-01') }));
    expect(codes(postEntry(requested('CALL-INV', '60000000'), called))).toHaveLength(4);
    const paidBack = requested('DIST-ROC', '20000000', { effective: day('2020-07-01'), isRecallable: true });
    const restored = after(called, paidBack);
    expect(postEntry(requested('CALL-INV', '20000000'), restored).isOk()).toBe(true);
    expect(codes(postEntry(requested('CALL-INV', '60000000'), restored))).toHaveLength(4);
  });

  it('reversing a purchase before its sale is reversed', () => {
    const bought = after(empty, requested('BUY', '100'));
    const sold = after(bought, requested('SELL', '70', { effective: day('2020-05-01'), costRelieved: decimal(60) }));
    const [buy, sell] = sold.entries;
    expect(reverseEntry(buy!, sold)._unsafeUnwrapErr()[0]).toMatchObject({ code: 'COST_ABOVE_REMAINING' });
    const turned = posted(reverseEntry(sell!, sold)._unsafeUnwrap(), 'r');
    const open = { ...sold, entries: [...sold.entries, turned] };
    expect(reverseEntry(buy!, open).isOk()).toBe(true);
    expect(reverseEntry(sell!, open)._unsafeUnwrapErr()[0]!.code).toBe('ALREADY_REVERSED');
    expect(reverseEntry(turned, open)._unsafeUnwrapErr()[0]!.code).toBe('REVERSAL_FIXED');
  });

  it('an entry above the unfunded commitments once, naming the first investors', () => {
    const many = (amount: string) =>
      postMany(
        {
          entries: [{ at: 'row 2', requested: requested('CALL-INV', amount), booked: null }],
          reversals: [],
        },
        empty,
      ).refusals.map(({ at, failures }) => [at, failures.map(({ code, detail }) => [code, detail])]);
    expect(many('100000000')).toEqual([]);
    expect(many('200000000')).toEqual([
      [
        'row 2',
        [
          [
            'UNFUNDED_BELOW_ZERO',
            'The unfunded commitments of 4 investors would be negative: GP (2,500,000.00) on 03/10/2020, LP-A (50,000,000.00) on 03/10/2020, LP-B (30,000,000.00) on 03/10/2020 and 1 more.',
          ],
        ],
      ],
    ]);
  });

  it('a commitment below the amount called', () => {
    const called = after(empty, requested('CALL-INV', '60000000'));
    const less = close('a', '20000000', { kind: 'RELEASE', date: day('2021-01-01') });
    expect(eventFailures({ ...less, amount: decimal('20000000.01') }, called)[0]).toMatchObject({
      code: 'UNFUNDED_BELOW_ZERO',
      detail: 'The unfunded commitment of LP-A would be (0.01) on 01/01/2021.',
    });
    expect(eventFailures(less, called)).toEqual([]);
    expect(eventFailures({ ...less, kind: 'TRANSFER_OUT', amount: decimal('50000000') }, called)[0]?.detail).toBe(
      'The unfunded commitment of LP-A would be (30,000,000.00) on 01/01/2021. First post an ‘Adjustment of the unfunded commitment’ entry for the called part of the transfer: 30,000,000.00 in proportion to the commitment.',
    );
    // More than the commitment is refused as such: its called part doesn't help.
    expect(eventFailures({ ...less, kind: 'TRANSFER_OUT', amount: decimal('99000000') }, called)[0]).toMatchObject({
      code: 'NEGATIVE_AMOUNT',
      detail: 'The commitment of LP-A would be (49,000,000.00) on 01/01/2021. Enter at most 50,000,000.00.',
    });
    // 30 of 50 million pass with 18 of the 30 that were called, though 10 would be enough for the unfunded commitment.
    const part = { ...less, kind: 'TRANSFER_OUT' as const, amount: decimal('30000000') };
    expect(eventFailures(part, called)[0]?.detail).toContain(
      'transfer: 18,000,000.00 in proportion to the commitment.',
    );
  });
});

describe('a quarter', () => {
  it('is a calendar quarter', () => {
    expect(
      ['2024-01-01', '2024-03-31', '2024-04-01', '2024-11-15', '2024-12-31'].map((text) => quarterEnd(day(text))),
    ).toEqual(['2024-03-31', '2024-03-31', '2024-06-30', '2024-12-31', '2024-12-31']);
    expect(quarterEnds(day('2023-11-01'), day('2024-05-01'))).toEqual(['2023-12-31', '2024-03-31', '2024-06-30']);
  });

  it('has the entries dated in it; while it is locked the first open quarter after it has them', () => {
    const locked = new Set([day('2024-03-31'), day('2024-06-30')]);
    expect(bookedQuarter(day('2024-09-30'), { locked })._unsafeUnwrap()).toBe('2024-09-30');
    expect(bookedQuarter(day('2023-02-01'), { locked })._unsafeUnwrap()).toBe('2024-09-30');
    expect(bookedQuarter(day('2024-02-01'), { locked }, day('2024-12-31'))._unsafeUnwrap()).toBe('2024-12-31');
    for (const [requestedPeriod, why] of [
      ['2024-06-30', 'The quarter ending 06/30/2024 is locked.'],
      ['2024-08-31', '08/31/2024 is not a quarter end.'],
      ['2023-12-31', 'The quarter ending 12/31/2023 ends before 02/01/2024.'],
    ] as const) {
      expect(bookedQuarter(day('2024-02-01'), { locked }, day(requestedPeriod))._unsafeUnwrapErr()[0]).toMatchObject({
        code: 'PERIOD_LOCKED',
        detail: `${why} Choose 09/30/2024 or later.`,
      });
    }
  });

  it('cannot lie years ahead, because every quarter until then would have figures', () => {
    const quarters = { locked: new Set<CalendarDate>(), latest: day('2028-12-31') };
    expect(bookedQuarter(day('2028-12-31'), quarters)._unsafeUnwrap()).toBe('2028-12-31');
    expect(bookedQuarter(day('9999-12-31'), quarters)._unsafeUnwrapErr()).toEqual([
      {
        code: 'DATE_TOO_LATE',
        path: ['date'],
        detail:
          '12/31/9999 is after 12/31/2028, the last quarter end that you can enter data for. Choose an earlier date.',
      },
    ]);
    expect(bookedQuarter(day('2028-01-01'), quarters, day('2029-03-31'))._unsafeUnwrapErr()[0]).toMatchObject({
      code: 'DATE_TOO_LATE',
      path: ['bookedPeriod'],
    });
  });
});

/** A ledger in which any amount of `anyEntry` can be repaid on the credit line. */
const financed = after(empty, requested('LINE-DRAW-INV', '100000000', { effective: day('2020-01-15') }));

/** Generates any entry that is valid for the commitments above, regardless of earlier entries if the ledger is `financed`. */
const anyEntry: fc.Arbitrary<RequestedEntry> = fc
  .record({
    type: fc.constantFrom(...entryTypeCodes.filter((type) => type !== 'SELL' && type !== 'TRANSFER')),
    cents: fc.bigInt({ min: 1n, max: 10n ** 8n }),
    isTurned: fc.boolean(),
    flag: fc.boolean(),
    holding: fc.constantFrom('steel', 'tobacco'),
    effective: fc.constantFrom('2020-01-15', '2020-03-10', '2020-03-31', '2021-12-31').map(day),
  })
  .map(({ type, cents, isTurned, flag, holding, effective }) => {
    const rule = entryTypeRule(type);
    return requested(type, '1', {
      amount: fromCents(isTurned && rule.eitherSign === true ? -cents : cents),
      effective,
      holdingId: rule.holding === undefined ? null : holding,
      isRecallable: flag && rule.unfunded?.when === 'recallable',
      isOutside: flag && rule.unfunded?.when === 'inside',
    });
  });

const totals = (effects: readonly { rows: readonly { row: number; amount: Decimal }[] }[]) => {
  const byRow = new Map<number, Decimal>();
  for (const { row, amount } of effects.flatMap(({ rows }) => rows)) {
    if (row < 108) byRow.set(row, (byRow.get(row) ?? zero).plus(amount));
  }
  return [...byRow]
    .filter(([, amount]) => !amount.isZero())
    .sort(([a], [b]) => a - b)
    .map(([row, amount]) => `${row} ${moneyText(amount)}`);
};
const figures = (entries: readonly Posting[]) =>
  commitments.map(({ id }) => {
    const effects = entries.flatMap((entry) =>
      entry.shares.filter(({ commitmentId }) => commitmentId === id).map((share) => effectOfShare(entry, share)),
    );
    const total = (figure: 'cash' | 'nav' | 'unfunded') => moneyText(sum(effects.map((effect) => effect[figure])));
    return [id, total('cash'), total('nav'), total('unfunded'), totals(effects)];
  });

describe('for every entry', () => {
  it('shares add up to it, and its mirror is the negative', () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        const { shares } = postEntry(entry, financed)._unsafeUnwrap();
        const own = shares.filter(({ isMirror }) => !isMirror);
        const mirrors = shares.filter(({ isMirror }) => isMirror);
        expect(moneyText(sum(own.map(({ amount }) => amount)))).toBe(moneyText(entry.amount));
        const isMirrored = entryTypeRule(entry.type).mirror !== undefined;
        expect(mirrors).toHaveLength(isMirrored ? 1 : 0);
        if (isMirrored) expect(mirrors[0]!.amount.eq(entry.amount.negated())).toBe(true);
      }),
    );
  });

  it('partners add up to the vehicle in each row, in cash and in value', () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        const posting = postEntry(entry, financed)._unsafeUnwrap();
        const partners = posting.shares.map((share) => effectOfShare(posting, share));
        const vehicle = effectOfEntry(posting);
        expect(totals(partners)).toEqual(totals([vehicle]));
        expect(sum(partners.map(({ nav }) => nav)).eq(vehicle.nav)).toBe(true);
        expect(sum(partners.map(({ cash }) => cash)).eq(vehicle.cash)).toBe(true);
      }),
    );
  });

  it('value changes by its rows: 13 to 17, the net of fees and expenses, income and gains', () => {
    const bearing = (row: number) =>
      (row >= 13 && row <= 17) || (row >= 21 && row <= 60) || (row >= 87 && row <= 89) || row === 92 || row === 93;
    fc.assert(
      fc.property(anyEntry, (entry) => {
        const posting = postEntry(entry, financed)._unsafeUnwrap();
        for (const share of posting.shares) {
          const { nav, rows } = effectOfShare(posting, share);
          expect(sum(rows.filter(({ row }) => bearing(row)).map(({ amount }) => amount)).eq(nav)).toBe(true);
        }
      }),
    );
  });

  it("the vehicle's cash is its value without holdings, payables and receivables", () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        const isTraded = entry.type === 'BUY' || entry.type.startsWith('LINE-');
        if (!isTraded) expect(vehicleCash(entry).eq(effectOfEntry(entry).nav)).toBe(true);
      }),
    );
  });

  it('a reversal restores every figure', () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 6 }), anyEntry, (before, entry) => {
        const then = after(financed, ...before);
        const now = after(then, entry);
        const turned = posted(reverseEntry(now.entries.at(-1)!, now)._unsafeUnwrap(), 'r');
        const restored = { ...now, entries: [...now.entries, turned] };
        expect(figures(restored.entries)).toEqual(figures(then.entries));
        expect(sum(costChanges(restored.entries, 'shares').map(({ amount }) => amount))).toEqual(
          sum(costChanges(then.entries, 'shares').map(({ amount }) => amount)),
        );
      }),
      { numRuns: 50 },
    );
  });

  it('the order of posting changes no cent', () => {
    const anyOrder = fc
      .array(anyEntry, { minLength: 2, maxLength: 8 })
      .chain((entries) => fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length })));
    fc.assert(
      fc.property(anyOrder, ([entries, shuffled]) => {
        expect(figures(after(financed, ...shuffled).entries)).toEqual(figures(after(financed, ...entries).entries));
      }),
      { numRuns: 50 },
    );
  });
});

describe('a commitment', () => {
  const recalled = after(
    empty,
    requested('CALL-INV', '10000000'),
    requested('DIST-ROC', '80000000', { isRecallable: true, effective: day('2020-06-01') }),
  );
  const release = (amount: string) => close('a', amount, { kind: 'RELEASE', date: day('2020-07-01') });

  it('can’t be negative, even if a recallable distribution raised its unfunded part', () => {
    expect(eventFailures(release('50000000'), recalled)).toEqual([]);
    expect(eventFailures(release('50000000.01'), recalled)).toMatchObject([
      {
        code: 'NEGATIVE_AMOUNT',
        path: ['amount'],
        detail: 'The commitment of LP-A would be (0.01) on 07/01/2020. Enter at most 50,000,000.00.',
      },
    ]);
  });

  it('can’t be negative after the reversal of an increase', () => {
    const increase = close('a', '10', { kind: 'INCREASE', date: day('2020-06-15') });
    const released = { ...recalled, events: [...events, increase, release('50000010')] };
    const reversal = { ...increase, amount: increase.amount.negated() };
    expect(eventFailures(reversal, released).map(({ detail }) => detail)).toEqual([
      'The commitment of LP-A would be (10.00) on 07/01/2020. Reverse the later decreases first.',
    ]);
  });
});

describe('the credit line', () => {
  const drawn = after(empty, requested('LINE-DRAW-INV', '100'), requested('LINE-DRAW-FEE', '20'));
  const repayment = (amount: string, more: Partial<RequestedEntry> = {}) =>
    requested('LINE-REPAY-INV', amount, { effective: day('2020-04-10'), ...more });

  it('is repaid at most as far as it was drawn', () => {
    expect(postEntry(repayment('120'), drawn).isOk()).toBe(true);
    expect(postEntry(repayment('120.01'), drawn)._unsafeUnwrapErr()).toMatchObject([
      {
        code: 'NEGATIVE_AMOUNT',
        path: ['amount'],
        detail:
          'The amount drawn on the credit line would be (0.01) on 04/10/2020. Enter the missing drawdown first, or repay at most the amount drawn.',
      },
    ]);
    expect(codes(postEntry(repayment('1', { effective: day('2020-03-09') }), drawn))).toEqual([
      'NEGATIVE_AMOUNT amount',
    ]);
    const repaid = after(drawn, repayment('120'));
    expect(codes(reverseEntry(repaid.entries[0]!, repaid))).toEqual(['NEGATIVE_AMOUNT amount']);
  });

  it('is checked over all entries that are posted together', () => {
    const post = (...all: readonly RequestedEntry[]) => {
      const entries = all.map((entry, at) => ({ at, requested: entry, booked: null }));
      return postMany({ entries, reversals: [] }, drawn).refusals.map(
        ({ at, failures }) => `${String(at)} ${failures.map(({ code }) => code).join(' ')}`,
      );
    };
    expect(post(repayment('130'), requested('LINE-DRAW-WC', '10'))).toEqual([]);
    expect(post(repayment('130'), requested('LINE-DRAW-WC', '9'))).toEqual(['0 NEGATIVE_AMOUNT']);
  });
});

describe('the unfunded commitment', () => {
  it.each<[string, EntryType, Partial<RequestedEntry>, string, readonly string[]]>([
    [
      'another amount',
      'UNFUNDED',
      {},
      '40',
      [
        'SHARES_OFF: With the type ‘Adjustment of the unfunded commitment’, this share changes the unfunded commitment by 60.00, not by 40.00. Leave the field empty, or correct the amount.',
      ],
    ],
    [
      'the opposite sign',
      'RELEASE',
      {},
      '60',
      [
        'SHARES_OFF: With the type ‘Unfunded commitment released’, this share changes the unfunded commitment by (60.00), not by 60.00. Leave the field empty, or correct the amount.',
      ],
    ],
    [
      'none, of a call inside the commitment',
      'CALL-INV',
      {},
      '0',
      [
        'SHARES_OFF: With the type ‘Capital call: investments’, this share changes the unfunded commitment by (60.00), not by 0.00. Leave the field empty, or state whether the entry is outside the commitment.',
      ],
    ],
    [
      'a change, of a distribution that isn’t recallable',
      'DIST-ROC',
      {},
      '60',
      [
        'SHARES_OFF: With the type ‘Distribution: return of capital’, this share changes the unfunded commitment by 0.00, not by 60.00. Leave the field empty, or state whether the distribution is recallable.',
      ],
    ],
    [
      'a change, of a fee',
      'FEE',
      {},
      '-60',
      ['FIELD_NOT_OF_TYPE: An entry of type ‘Management fees’ doesn’t change the unfunded commitment. Leave it empty.'],
    ],
    ['the computed amount', 'UNFUNDED', {}, '60', []],
    ['the computed amount, of a recallable distribution', 'DIST-ROC', { isRecallable: true }, '60', []],
    ['none, of a call outside the commitment', 'CALL-FEE', { isOutside: true }, '0', []],
    ['none, of a fee', 'FEE', {}, '0', []],
  ])('is entered with a share as %s', (_name, type, more, unfunded, refused) => {
    const shares = [{ commitmentId: 'a', amount: decimal('60'), unfunded: decimal(unfunded) }];
    const result = postEntry(requested(type, '60', { key: 'ONE', enteredShares: shares, ...more }), empty);
    expect(result.isErr() ? result.error.map(({ code, detail, path }) => [`${code}: ${detail}`, path]) : []).toEqual(
      refused.map((text) => [text, ['shares', 0, 'unfunded']]),
    );
  });

  it('falls with calls within it, rises with recallable amounts, and changes with a transfer as entered', () => {
    const transfer = requested('TRANSFER', '0', {
      key: 'NOTICE',
      effective: day('2021-02-01'),
      enteredShares: [
        { commitmentId: 'a', amount: decimal('-900'), unfunded: decimal('400') },
        { commitmentId: 'b', amount: decimal('900'), unfunded: decimal('-400') },
      ],
    });
    const ledger = after(
      empty,
      requested('CALL-INV', '1000'),
      requested('CALL-FEE', '100', { isOutside: true }),
      requested('DIST-ROC', '200', { isRecallable: true }),
      requested('DIST-GAIN', '300'),
      requested('EXCESS-INV', '50'),
      requested('RELEASE', '10'),
      requested('UNFUNDED', '-20'),
      transfer,
    );
    const unfunded = (id: string) => moneyText(sum(unfundedChanges(ledger, id).map(({ amount }) => amount)));
    expect(['a', 'b', 'c', 'gp'].map(unfunded)).toEqual(['50000010.00', '29999366.00', '17499863.50', '2499980.50']);
  });

  it('assigns a call or a distribution to a row of ILPA’s Performance Template', () => {
    const name = (type: EntryType, more: Partial<RequestedEntry> = {}) => performanceType(requested(type, '1', more));
    expect(name('CALL-FEE')).toBe('Capital Call: Management Fees (Inside Commitment)');
    expect(name('CALL-FEE', { isOutside: true })).toBe('Capital Call: Management Fees (Outside Commitment)');
    expect(name('DIST-ROC', { isRecallable: true })).toBe('Distribution: Recallable - Return of Capital');
    expect(name('CALL-EXP', { isOutside: true })).toBe('Capital Call: Partnership Expenses');
    expect(name('FEE')).toBeNull();
  });
});
