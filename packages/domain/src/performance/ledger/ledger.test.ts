import { type CalendarDate, type Decimal, decimal, fromCents, moneyText, zero } from '@carrara/domain/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allocationKeys,
  type RequestedEntry,
  bookedQuarter,
  commitmentsOn,
  draftEntry,
  effectOfEntry,
  effectOfShare,
  type EntryType,
  entryTypeCodes,
  entryTypeRule,
  type Posting,
  postEntry,
  quarterEnd,
  quarterEnds,
  reverseEntry,
  shareOut,
  defaultKey,
  vehicleCash,
} from './index.ts';
import { costChanges } from './entryFailures.ts';
import {
  ledgerAfter,
  close,
  codes,
  commitments,
  day,
  emptyLedger,
  events,
  storedAs,
  requestEntry,
  splitEntry,
  sum,
} from './ledger.fixture.ts';

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
    expect(splitEntry(requestEntry(type, '100000', more))).toEqual(shares);
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
        const entry = requestEntry(type, '12', { key: key ?? defaultKey(type, shares.length), enteredShares: shares });
        const result = draftEntry(entry, emptyLedger, () => commitmentsOn(commitments, events, entry.effective));
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
    expect(splitEntry(requestEntry('FEE', '0.01'))).toEqual(['a 0.01', 'b 0.00']);
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
      requestEntry('SELL', '130.00', { costRelieved: decimal('100.01') }),
      commitmentsOn(commitments, events, day('2020-03-10')),
    )._unsafeUnwrap();
    expect(moneyText(sum(shares.map(({ cost }) => cost)))).toBe('100.01');
    expect(shares.map(({ cost }) => moneyText(cost))).toEqual(['2.50', '50.01', '30.00', '17.50']);
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
const financed = ledgerAfter(emptyLedger, requestEntry('LINE-DRAW-INV', '100000000', { effective: day('2020-01-15') }));

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
    return requestEntry(type, '1', {
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
        const then = ledgerAfter(financed, ...before);
        const now = ledgerAfter(then, entry);
        const turned = storedAs(reverseEntry(now.entries.at(-1)!, now)._unsafeUnwrap(), 'r');
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
        expect(figures(ledgerAfter(financed, ...shuffled).entries)).toEqual(
          figures(ledgerAfter(financed, ...entries).entries),
        );
      }),
      { numRuns: 50 },
    );
  });
});
