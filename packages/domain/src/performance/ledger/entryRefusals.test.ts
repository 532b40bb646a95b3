import { decimal } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import { type RequestedEntry, postEntry, postMany, reverseEntry } from './index.ts';
import { eventFailures } from './unfundedCommitment.ts';
import { ledgerAfter, close, codes, commitments, day, emptyLedger, storedAs, requestEntry } from './ledger.fixture.ts';

describe('an entry is refused', () => {
  const shared = (...shares: readonly (readonly [string, string])[]) =>
    shares.map(([commitmentId, amount]) => ({ commitmentId, amount: decimal(amount), unfunded: null }));

  it.each<[string, RequestedEntry, readonly string[]]>([
    ['below zero', requestEntry('FEE', '-1'), ['NEGATIVE_AMOUNT amount']],
    ['of zero', requestEntry('FEE', '0'), ['AMOUNT_MISSING amount']],
    ['finer than a cent', requestEntry('FEE', '0.001'), ['MONEY_SCALE amount']],
    [
      'a purchase without a security',
      requestEntry('BUY', '1', { holdingId: null, securityId: null }),
      ['REQUIRED holdingId', 'REQUIRED securityId'],
    ],
    ['a sale without its cost', requestEntry('SELL', '1', { costRelieved: null }), ['REQUIRED costRelieved']],
    [
      'a recallable fee',
      requestEntry('FEE', '1', { isRecallable: true, isOutside: true, noticeId: 'n' }),
      ['FIELD_NOT_OF_TYPE noticeId', 'FIELD_NOT_OF_TYPE isRecallable', 'FIELD_NOT_OF_TYPE isOutside'],
    ],
    ['before any commitment', requestEntry('FEE', '1', { effective: day('2020-01-14') }), ['NO_COMMITMENT key']],
    [
      'with shares that do not add up to it',
      requestEntry('CALL-INV', '10', { key: 'NOTICE', enteredShares: shared(['a', '6'], ['b', '3.99']) }),
      ['SHARES_OFF shares'],
    ],
    ['with no shares', requestEntry('CALL-INV', '10', { key: 'NOTICE' }), ['SHARES_OFF shares']],
    [
      'with a share of the opposite sign',
      requestEntry('CALL-INV', '10', { key: 'NOTICE', enteredShares: shared(['a', '11'], ['b', '-1']) }),
      ['NEGATIVE_AMOUNT shares.1.amount'],
    ],
    [
      'with a share of an unknown partner, and a duplicate one',
      requestEntry('CALL-INV', '9', { key: 'NOTICE', enteredShares: shared(['a', '3'], ['x', '3'], ['a', '3']) }),
      ['COMMITMENT_UNKNOWN shares.1.commitmentId', 'REPEATED shares.2.commitmentId'],
    ],
    [
      'for one partner, split over two',
      requestEntry('CALL-INV', '6', { key: 'ONE', enteredShares: shared(['a', '3'], ['b', '3']) }),
      ['SHARES_OFF shares'],
    ],
    [
      'carry borne by the GP',
      requestEntry('CARRY-EARNED', '6', { key: 'ONE', enteredShares: shared(['gp', '6']) }),
      ['CARRY_WITHOUT_GP shares'],
    ],
    ['above the unfunded commitment', requestEntry('CALL-INV', '100000000.01'), ['UNFUNDED_BELOW_ZERO shares.1']],
    [
      'with more cost relieved than remains',
      requestEntry('SELL', '9', { costRelieved: decimal('0.01') }),
      ['COST_ABOVE_REMAINING costRelieved'],
    ],
  ])('%s', (_name, entry, failures) => {
    expect(codes(postEntry(entry, emptyLedger))).toEqual(failures);
  });

  it('carry in a vehicle without a general partner', () => {
    const ledger = { ...emptyLedger, commitments: commitments.filter(({ isGp }) => !isGp) };
    expect(codes(postEntry(requestEntry('CARRY-PAID', '1'), ledger))).toEqual(['CARRY_WITHOUT_GP type']);
  });

  it('a call that leaves too little for a later one', () => {
    const called = ledgerAfter(emptyLedger, requestEntry('CALL-INV', '60000000', { effective: day('2020-06-01') }));
    expect(codes(postEntry(requestEntry('CALL-INV', '60000000'), called))).toHaveLength(4);
    const paidBack = requestEntry('DIST-ROC', '20000000', { effective: day('2020-07-01'), isRecallable: true });
    const restored = ledgerAfter(called, paidBack);
    expect(postEntry(requestEntry('CALL-INV', '20000000'), restored).isOk()).toBe(true);
    expect(codes(postEntry(requestEntry('CALL-INV', '60000000'), restored))).toHaveLength(4);
  });

  it('reversing a purchase before its sale is reversed', () => {
    const bought = ledgerAfter(emptyLedger, requestEntry('BUY', '100'));
    const sold = ledgerAfter(
      bought,
      requestEntry('SELL', '70', { effective: day('2020-05-01'), costRelieved: decimal(60) }),
    );
    const [buy, sell] = sold.entries;
    expect(reverseEntry(buy!, sold)._unsafeUnwrapErr()[0]).toMatchObject({ code: 'COST_ABOVE_REMAINING' });
    const turned = storedAs(reverseEntry(sell!, sold)._unsafeUnwrap(), 'r');
    const open = { ...sold, entries: [...sold.entries, turned] };
    expect(reverseEntry(buy!, open).isOk()).toBe(true);
    expect(reverseEntry(sell!, open)._unsafeUnwrapErr()[0]!.code).toBe('ALREADY_REVERSED');
    expect(reverseEntry(turned, open)._unsafeUnwrapErr()[0]!.code).toBe('REVERSAL_FIXED');
  });

  it('an entry above the unfunded commitments once, naming the first investors', () => {
    const many = (amount: string) =>
      postMany(
        {
          entries: [{ at: 'row 2', requested: requestEntry('CALL-INV', amount), booked: null }],
          reversals: [],
        },
        emptyLedger,
      ).refusals.map(({ at, failures }) => [at, failures.map(({ code, detail }) => [code, detail])]);
    expect(many('100000000')).toEqual([]);
    expect(many('200000000')).toEqual([
      [
        'row 2',
        [
          [
            'UNFUNDED_BELOW_ZERO',
            'The unfunded commitments of 4 investors would be negative: GP (2,500,000.00) on 03/10/2020, LP-A (50,000,000.00) on 03/10/2020, LP-B (30,000,000.00) on 03/10/2020 and 1 more. Lower the amount, enter the missing commitment first, or mark the entry as outside the commitment.',
          ],
        ],
      ],
    ]);
  });

  it('a commitment below the amount called', () => {
    const called = ledgerAfter(emptyLedger, requestEntry('CALL-INV', '60000000'));
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

describe('the credit line', () => {
  const drawn = ledgerAfter(emptyLedger, requestEntry('LINE-DRAW-INV', '100'), requestEntry('LINE-DRAW-FEE', '20'));
  const repayment = (amount: string, more: Partial<RequestedEntry> = {}) =>
    requestEntry('LINE-REPAY-INV', amount, { effective: day('2020-04-10'), ...more });

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
    const repaid = ledgerAfter(drawn, repayment('120'));
    expect(codes(reverseEntry(repaid.entries[0]!, repaid))).toEqual(['NEGATIVE_AMOUNT amount']);
  });

  it('is checked over all entries that are posted together', () => {
    const post = (...all: readonly RequestedEntry[]) => {
      const entries = all.map((entry, at) => ({ at, requested: entry, booked: null }));
      return postMany({ entries, reversals: [] }, drawn).refusals.map(
        ({ at, failures }) => `${String(at)} ${failures.map(({ code }) => code).join(' ')}`,
      );
    };
    expect(post(repayment('130'), requestEntry('LINE-DRAW-WC', '10'))).toEqual([]);
    expect(post(repayment('130'), requestEntry('LINE-DRAW-WC', '9'))).toEqual(['0 NEGATIVE_AMOUNT']);
  });
});
