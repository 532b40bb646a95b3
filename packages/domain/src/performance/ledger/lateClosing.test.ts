import { calendarDate, type Decimal, decimal, zero } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import { decideAct, decideActReversal, effectOfShare, type EntryType, sharesOfAct } from './index.ts';
import {
  act,
  after,
  amounts,
  close,
  commitments,
  decide,
  empty,
  entriesOf,
  facts,
  investor,
  newId,
  recordsOf,
  refused,
  storedEntry,
  warned,
} from './act.fixture.ts';

describe('a late closing', () => {
  const called = after(
    empty,
    decide(act('CALL', '2024-02-01', { amounts: amounts({ investments: '90.00', fees: '9.00' }) })),
  );
  const closing = act('LATE_CLOSING', '2025-01-31', { investorId: 'i-c', commitment: decimal('900.00') });
  const sum = (shares: readonly Decimal[]) =>
    shares.reduce<Decimal>((total, share) => total.plus(share), zero).toFixed(2);

  it('catches up on earlier calls, which are returned to the others by their commitments', () => {
    const late = decide(closing, called);
    expect(entriesOf(late)).toEqual([
      ['CALL-INV', '45.00', ['45.00']],
      ['EXCESS-INV', '45.00', ['30.00', '15.00']],
      ['CALL-FEE', '4.50', ['4.50']],
      ['EXCESS-FEE', '4.50', ['3.00', '1.50']],
    ]);
    const shares = sharesOfAct(late, called.commitments);
    expect(
      shares.map(({ investorName, cash, unfunded }) => [investorName, cash.toFixed(2), unfunded.toFixed(2)]),
    ).toEqual([
      ['Investor A', '33.00', '33.00'],
      ['Investor B', '16.50', '16.50'],
      ['Investor C', '-49.50', '850.50'],
    ]);
    expect(sum(shares.map(({ cash }) => cash))).toBe('0.00');
  });

  it('pays interest from the day of each call, which is no contribution, distribution or value', () => {
    // 49.50 for 365 days at 10 %.
    const late = decide({ ...closing, date: calendarDate('2025-01-31'), interestRate: decimal('10') }, called);
    expect(entriesOf(late).slice(4)).toEqual([
      ['LATE-INT-PAID', '4.95', ['4.95']],
      ['LATE-INT-RECEIVED', '4.95', ['3.30', '1.65']],
    ]);
    for (const { entry } of late.entries.slice(4))
      for (const share of entry.shares)
        expect(effectOfShare(entry, share)).toEqual({ cash: zero, nav: zero, unfunded: zero, rows: [] });
    // 49.50 caught up, and the interest.
    expect(sharesOfAct(late, called.commitments).map(({ cash }) => cash.toFixed(2))).toEqual([
      '36.30',
      '18.15',
      '-54.45',
    ]);
    // The interest is outside of the commitment.
    expect(sharesOfAct(late, called.commitments).at(-1)?.unfunded.toFixed(2)).toBe('850.50');
  });

  it('catches up on calls net of returned excess, which lowers the kinds that it can return', () => {
    const posted = (...acts: readonly (readonly [EntryType, string, string])[]) =>
      acts.reduce<typeof empty>(
        (ledger, [type, amount, date]) =>
          after(ledger, { notice: null, events: [], entries: [storedEntry(type, amount, date, ledger)] }),
        { ...empty, events: [close('a', '9000'), close('b', '9000')] },
      );
    const half = { ...closing, commitment: decimal('18000.00'), interestRate: decimal('10') };
    const onlyExpenses = posted(['CALL-EXP', '5000.00', '2024-02-01'], ['EXCESS-FEE', '2000.00', '2024-02-01']);
    // 1,500 for 365 days at 10 %.
    expect(entriesOf(decide(half, onlyExpenses)).slice(0, 3)).toEqual([
      ['CALL-EXP', '1500.00', ['1500.00']],
      ['EXCESS-FEE', '1500.00', ['750.00', '750.00']],
      ['LATE-INT-PAID', '150.00', ['150.00']],
    ]);
    const twoKinds = posted(
      ['CALL-EXP', '3000.00', '2024-02-01'],
      ['CALL-FEE', '1000.00', '2024-02-01'],
      ['EXCESS-FEE', '2000.00', '2024-03-01'],
    );
    expect(entriesOf(decide({ ...half, interestRate: null }, twoKinds))).toEqual([
      ['CALL-EXP', '750.00', ['750.00']],
      ['EXCESS-FEE', '750.00', ['375.00', '375.00']],
      ['CALL-FEE', '250.00', ['250.00']],
      ['EXCESS-FEE', '250.00', ['125.00', '125.00']],
    ]);
    const returned = posted(['CALL-INV', '1000.00', '2024-02-01'], ['CALL-WC', '-400.00', '2024-02-01']);
    expect(entriesOf(decide({ ...half, interestRate: null }, returned))).toEqual([
      ['CALL-INV', '300.00', ['300.00']],
      ['EXCESS-INV', '300.00', ['150.00', '150.00']],
    ]);
    const negative = posted(['CALL-EXP', '1000.00', '2024-02-01'], ['CALL-WC', '-400.00', '2024-02-01']);
    expect(entriesOf(decide({ ...half, interestRate: null }, negative)).slice(0, 2)).toEqual([
      ['EXCESS-INV', '200.00', ['200.00']],
      ['CALL-WC', '200.00', ['100.00', '100.00']],
    ]);
  });

  it('leaves a later one to share the original calls only', () => {
    const late = decide(closing, called);
    const ledger = after(called, late);
    const earlierClosings = new Set(late.entries.map(({ entry }) => entry.id));
    const more = {
      ...facts,
      earlierClosings,
      investors: new Map([['i-d', { investor: investor('D'), wouldOwnItself: false, isHolding: true }]]),
    };
    const second = decide({ ...closing, investorId: 'i-d', commitment: decimal('1800.00') }, ledger, more);
    expect(entriesOf(second).slice(0, 2)).toEqual([
      ['CALL-INV', '45.00', ['45.00']],
      ['EXCESS-INV', '45.00', ['15.00', '7.50', '22.50']],
    ]);
  });

  describe('after calls that weren’t divided by the commitments', () => {
    const start = { ...empty, events: [close('a', '600'), close('b', '300')] };
    const post = (ledger: typeof empty, ...more: Parameters<typeof storedEntry>) =>
      after(ledger, { notice: null, events: [], entries: [storedEntry(...more)] });
    const first = post(start, 'CALL-INV', '90.00', '2024-02-01', start);
    const uneven = post(first, 'CALL-INV', '60.00', '2024-03-01', first, { a: '60.00', b: '0.00' });

    it('returns to each partner its part in what it paid', () => {
      // C owes half of 150.00. A paid 120.00 and B 30.00.
      const late = decide({ ...closing, interestRate: decimal('10') }, uneven);
      expect(entriesOf(late).slice(0, 2)).toEqual([
        ['CALL-INV', '75.00', ['75.00']],
        ['EXCESS-INV', '75.00', ['60.00', '15.00']],
      ]);
      // 45.00 for 365 days and 30.00 for 336 days at 10 %.
      expect(entriesOf(late).at(-1)).toEqual(['LATE-INT-RECEIVED', '7.26', ['5.81', '1.45']]);
    });

    it('needs a confirmation', () => {
      const text =
        'The partners paid different parts of their commitments for earlier calls: Investor B 10.00%, Investor A 20.00%. ' +
        'Each gets back in proportion to its payments, so the parts stay different. ' +
        'To make them equal, enter the missing calls and returned excess first.';
      expect(warned(closing, uneven)).toEqual([
        ['WARNINGS_NOT_CONFIRMED', 'commitment', `${text} Confirm it to post the closing.`],
      ]);
      expect(decide(closing, uneven).unequalParts).toBe(text);
      // Shares of a notice can also be those by commitment.
      const asCommitted = post(first, 'CALL-INV', '60.00', '2024-03-01', first, { a: '40.01', b: '19.99' });
      expect(decide(closing, asCommitted).unequalParts).toBeNull();
    });

    it('counts what a partner transfer and an earlier closing moved', () => {
      const transfer = act('PARTNER_TRANSFER', '2024-06-30', {
        investorId: 'i-a',
        buyerId: 'i-c',
        commitment: decimal('300.00'),
        value: decimal('60.00'),
      });
      const sold = after(uneven, decide(transfer, uneven));
      const next = { ...closing, investorId: 'i-d' };
      const investors = new Map([
        ...facts.investors,
        ['i-d', { investor: investor('D'), wouldOwnItself: false, isHolding: true }],
      ]);
      expect(entriesOf(decide(next, sold, { ...facts, investors }))[1]).toEqual([
        'EXCESS-INV',
        '75.00',
        ['30.00', '15.00', '30.00'],
      ]);
      const late = decide(closing, uneven);
      const earlierClosings = new Set(late.entries.map(({ entry }) => entry.id));
      // A now has 60.00 in it, B 15.00 and C 75.00.
      const second = decide({ ...next, commitment: decimal('1800.00') }, after(uneven, late), {
        ...facts,
        investors,
        earlierClosings,
      });
      expect(entriesOf(second)).toEqual([
        ['CALL-INV', '75.00', ['75.00']],
        ['EXCESS-INV', '75.00', ['30.00', '7.50', '37.50']],
      ]);
    });

    it('doesn’t mix fees with other calls of partners that pay none', () => {
      const withoutFee = { ...close('b', '300'), paysFee: false };
      const some = { ...empty, events: [close('a', '600'), withoutFee, { ...close('c', '300'), id: 'close-c' }] };
      const all = { ...some, commitments: [...commitments, { id: 'c', investorId: 'i-c', ...investor('C') }] };
      const call = act('CALL', '2024-02-01', { amounts: amounts({ fees: '90.00', expenses: '120.00' }) });
      const ledger = after(all, decide(call, all));
      const investors = new Map(
        ['d', 'e'].map((id) => [
          `i-${id}`,
          { investor: investor(id.toUpperCase()), wouldOwnItself: false, isHolding: true },
        ]),
      );
      const late = decide({ ...closing, investorId: 'i-d' }, ledger, { ...facts, investors });
      const earlierClosings = new Set(late.entries.map(({ entry }) => entry.id));
      const second = { ...closing, investorId: 'i-e', commitment: decimal('1200.00') };
      const now = after(ledger, late);
      const next = decide(second, now, { ...facts, investors, earlierClosings });
      expect(next.unequalParts).toBeNull();
      // A year at 10 % on 45.00 of fees, which A and C lent, and on 51.43 of expenses, which all lent.
      const interest = { ...closing, investorId: 'i-d', interestRate: decimal('10'), date: calendarDate('2025-01-31') };
      expect(entriesOf(decide(interest, ledger, { ...facts, investors })).slice(-2)).toEqual([
        ['LATE-INT-PAID', '9.64', ['9.64']],
        ['LATE-INT-RECEIVED', '9.64', ['5.57', '1.29', '2.78']],
      ]);
      // By commitment: A 600, B 300, C 300, D 900, without B for fees.
      expect(entriesOf(next)).toEqual([
        ['CALL-FEE', '36.00', ['36.00']],
        ['EXCESS-FEE', '36.00', ['12.00', '6.00', '18.00']],
        ['CALL-EXP', '43.63', ['43.63']],
        ['EXCESS-FEE', '43.63', ['12.47', '6.23', '6.23', '18.70']],
      ]);
    });
  });

  it('asks about entries after its date that are already divided', () => {
    const next = act('CALL', '2025-03-01', { amounts: amounts({ investments: '30.00' }) });
    const later = after(called, decide(next, called));
    expect(warned(closing, later)).toEqual([
      [
        'WARNINGS_NOT_CONFIRMED',
        'date',
        '1 entry dated 03/01/2025 is already divided without this closing: 1 × Capital call: investments, 30.00. It stays as entered. ' +
          'To divide it by the new commitments, reverse it and enter it again after the closing. Confirm it to post the entry.',
      ],
    ]);
    // The new investor catches up on calls of its day.
    const sameDay = decide({ ...next, date: closing.date }, called);
    expect(decideAct(closing, after(called, sameDay), facts, { newId, warningsConfirmed: false }).isOk()).toBe(true);
  });

  it('is for a new investor', () => {
    expect(refused({ ...closing, investorId: 'i-a' }, called)).toEqual(['INVALID_VALUE investorId']);
    expect(refused({ ...closing, investorId: 'i-x' }, called)).toEqual(['NOT_FOUND investorId']);
  });

  it('can be entered again after its reversal, and needs a commitment above zero', () => {
    const late = decide(closing, called);
    const records = recordsOf(closing, late);
    const closed = after(called, late);
    const reversed = decideActReversal(records, closed, 'Wrong amount', newId)._unsafeUnwrap();
    const undone = after(closed, { ...reversed, notice: null });
    expect(entriesOf(decide(closing, undone))).toEqual(entriesOf(late));
    expect(refused({ ...closing, investorId: 'i-a', date: calendarDate('2023-01-31') }, called)).toEqual([
      'INVALID_VALUE investorId',
    ]);
    expect(refused({ ...closing, commitment: zero }, called)).toEqual(['AMOUNT_MISSING commitment']);
  });
});
