import { calendarDate, type Decimal, decimal, zero } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import {
  type ActFacts,
  type ActLedger,
  decideAct,
  decideChangeReversal,
  type DecidedAct,
  decideActReversal,
  decideEntries,
  decideEntryReversal,
  effectOfShare,
  type EntryToPost,
  type EntryType,
  type LaterAct,
  type LedgerEntry,
  type RequestedAct,
  entryTitle,
  sharesOfAct,
  totalOfShares,
} from './index.ts';
import type { VehicleLedger } from '../period/index.ts';

let count = 0;
const newId = () => `n${String((count += 1))}`;
const options = { newId, warningsConfirmed: true };
const investor = (code: string, isGp = false) => ({ investorCode: code, investorName: `Investor ${code}`, isGp });
const commitments = ['a', 'b'].map((id) => ({ id, investorId: `i-${id}`, ...investor(id.toUpperCase()) }));
const close = (commitmentId: string, amount: string) => ({
  id: `close-${commitmentId}`,
  commitmentId,
  kind: 'CLOSE' as const,
  date: calendarDate('2024-01-01'),
  booked: calendarDate('2024-03-31'),
  amount: decimal(amount),
  paysFee: null,
  paysCarry: null,
  holdingId: null,
  seq: 1,
  reversalOf: null,
});
const empty: ActLedger & Pick<VehicleLedger, 'valuations'> = {
  commitments,
  events: [close('a', '600'), close('b', '300')],
  entries: [],
  securities: [{ id: 's', holdingId: 'h' }],
  locked: new Set(),
  latest: calendarDate('2026-12-31'),
  today: calendarDate('2025-06-30'),
  transfers: 'HISTORY',
  valuations: [],
};
const facts = {
  investors: new Map(
    ['a', 'b', 'c'].map((id) => [
      `i-${id}`,
      { investor: investor(id.toUpperCase()), wouldOwnItself: false, isHolding: true },
    ]),
  ),
  holdings: new Set(['h']),
  lastNotice: 4,
  figures: null as ActFacts['figures'],
  earlierClosings: new Set<string>(),
  earlierActs: [] as ActFacts['earlierActs'],
  proposed: [] as ActFacts['proposed'],
  hasCompleteTerms: false,
  currency: 'USD',
};
const act = (kind: RequestedAct['kind'], date: string, more: Partial<RequestedAct> = {}): RequestedAct => ({
  kind,
  date: calendarDate(date),
  amounts: {},
  investorId: null,
  buyerId: null,
  securityId: null,
  issueDate: null,
  commitment: null,
  value: null,
  interestRate: null,
  costRelieved: null,
  isOutside: false,
  settledOn: null,
  description: null,
  proceeds: null,
  holdingIds: [],
  reason: null,
  currency: null,
  ...more,
});
const decide = (requested: RequestedAct, ledger = empty, more = facts) =>
  decideAct(requested, ledger, more, options)._unsafeUnwrap();
const refused = (requested: RequestedAct, ledger = empty, more: ActFacts = facts) =>
  decideAct(requested, ledger, more, options)
    ._unsafeUnwrapErr()
    .map(({ code, path }) => `${code} ${path.join('.')}`);
const warned = (requested: RequestedAct, ledger = empty, more = facts) =>
  decideAct(requested, ledger, more, { newId, warningsConfirmed: false })
    ._unsafeUnwrapErr()
    .map(({ code, path, detail }) => [code, path.join('.'), detail]);
const after = <L extends ActLedger>(
  ledger: L,
  { events, entries }: Pick<DecidedAct, 'notice' | 'events' | 'entries'>,
): L => ({
  ...ledger,
  commitments: [...ledger.commitments, ...events.flatMap(({ newCommitment }) => newCommitment ?? [])],
  events: [...ledger.events, ...events.map(({ event }) => event)],
  entries: [...ledger.entries, ...entries.map(({ entry }) => entry)],
});
const entriesOf = ({ entries }: DecidedAct) =>
  entries.map(({ entry: { type, amount, shares } }) => [
    type,
    amount.toFixed(2),
    shares.map((share) => share.amount.toFixed(2)),
  ]);
const recordsOf = ({ date }: RequestedAct, { entries, events }: DecidedAct, laterActs: readonly LaterAct[] = []) => ({
  date,
  laterActs,
  entries: entries.map(({ entry }) => entry),
  events: events.map(({ event }) => event),
});
/** Returns an entry split by all commitments, or by the shares of its notice. */
function storedEntry(
  type: EntryType,
  amount: string,
  date: string,
  ledger: ActLedger,
  shares: Readonly<Record<string, string>> = {},
): DecidedAct['entries'][number] {
  const enteredShares = Object.entries(shares).map(([commitmentId, own]) => ({
    commitmentId,
    amount: decimal(own),
    unfunded: null,
  }));
  const entry: EntryToPost = {
    entry: {
      type,
      amount: decimal(amount),
      effective: calendarDate(date),
      key: enteredShares.length === 0 ? 'COMMITMENT' : 'NOTICE',
      holdingId: null,
      securityId: null,
      noticeId: null,
      costRelieved: null,
      isRecallable: false,
      isOutside: false,
      settledOn: null,
      enteredShares,
    },
    bookedPeriod: null,
    description: null,
  };
  const stored = decideEntries([entry], ledger, { holdings: new Set(), notices: [] }, options)._unsafeUnwrap();
  return stored[0]!;
}
const amounts = (some: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(some).map(([code, amount]) => [code, decimal(amount)]));

describe('a capital call of several kinds', () => {
  it('before a late closing asks once, not once for each kind', () => {
    const called = after(empty, decide(act('CALL', '2024-02-01', { amounts: { investments: decimal('90') } })));
    const closing = act('LATE_CLOSING', '2024-03-01', { investorId: 'i-c', commitment: decimal('300') });
    const closed = after(called, decide(closing, called));
    const amounts = { investments: decimal('30'), fees: decimal('6'), expenses: decimal('3') };
    const warnings = warned(act('CALL', '2024-02-15', { amounts }), closed);
    expect(warnings).toEqual([
      ['WARNINGS_NOT_CONFIRMED', 'date', expect.stringContaining('before a late closing of Investor C')],
    ]);
  });
});

describe('an act of the ledger', () => {
  it('posts a notice with an entry for each amount, split to the cent', () => {
    const call = decide(
      act('CALL', '2024-02-01', {
        issueDate: calendarDate('2024-01-15'),
        amounts: amounts({ investments: '100.00', fees: '10.00' }),
      }),
    );
    expect(call.notice).toMatchObject({ kind: 'CALL', number: 5, issueDate: '2024-01-15', dueDate: '2024-02-01' });
    expect(entriesOf(call)).toEqual([
      ['CALL-INV', '100.00', ['66.67', '33.33']],
      ['CALL-FEE', '10.00', ['6.67', '3.33']],
    ]);
    expect(call.entries.map(({ entry }) => entry.noticeId)).toEqual([call.notice?.id, call.notice?.id]);
    const [a, b] = sharesOfAct(call, commitments);
    expect([a?.cash.toFixed(2), a?.unfunded.toFixed(2), b?.cash.toFixed(2)]).toEqual(['-73.34', '-73.34', '-36.66']);
  });

  it('has a recallable part of a distribution as an amount of its own', () => {
    const called = after(empty, decide(act('CALL', '2024-02-01', { amounts: amounts({ investments: '90.00' }) })));
    const paid = decide(
      act('DISTRIBUTION', '2024-05-01', { amounts: amounts({ capital: '30.00', recallable: '15.00' }) }),
      called,
    );
    expect(paid.entries.map(({ entry: { type, isRecallable } }) => [type, isRecallable])).toEqual([
      ['DIST-ROC', false],
      ['DIST-ROC', true],
    ]);
    expect(sharesOfAct(paid, commitments).map(({ cash, unfunded }) => [Number(cash), Number(unfunded)])).toEqual([
      [30, 10],
      [15, 5],
    ]);
  });

  it('has totals that add up its rows in every column', () => {
    const amountOf = (amount: string | null) => (amount === null ? null : decimal(amount));
    const row = (investorName: string, ...some: readonly (string | null)[]) => ({
      commitmentId: investorName,
      investorName,
      amounts: some.map(amountOf),
      commitment: zero,
      unfunded: zero,
      cash: zero,
    });
    const total = totalOfShares([row('A', '8.00', '1.00'), row('GP', '-8.00', null)]);
    expect(total.amounts.map(Number)).toEqual([0, 1]);
  });

  it('has a title for each kind of entry with a different effect', () => {
    expect(entryTitle({ type: 'DIST-ROC', isRecallable: true, isOutside: false })).toBe(
      'Distribution: return of capital, recallable',
    );
    expect(entryTitle({ type: 'CALL-EXP', isRecallable: false, isOutside: true })).toBe(
      'Capital call: partnership expenses, outside of the commitment',
    );
  });

  it('warns of a distribution above the net asset value, and of unfunded above the commitment', () => {
    const called = after(empty, decide(act('CALL', '2024-02-01', { amounts: amounts({ investments: '90.00' }) })));
    const paid = act('DISTRIBUTION', '2024-05-01', { amounts: amounts({ gain: '90.01' }) });
    expect(warned(paid, called)).toEqual([
      [
        'WARNINGS_NOT_CONFIRMED',
        'amounts.gain',
        'The distribution of 90.01 is above the fund’s net asset value of 90.00. Confirm it to post the entry.',
      ],
    ]);
    const figures = { end: calendarDate('2024-03-31'), vehicle: decimal('90.01'), commitments: new Map() };
    expect(decideAct(paid, called, { ...facts, figures }, { newId, warningsConfirmed: false }).isOk()).toBe(true);
    const returned = act('CALL', '2024-05-01', { amounts: amounts({ workingCapital: '-120.00' }) });
    expect(warned(returned, called)).toEqual([
      [
        'WARNINGS_NOT_CONFIRMED',
        'amounts.workingCapital',
        'On 05/01/2024, more is unfunded than was committed: Investor A 620.00 (commitment 600.00), Investor B 310.00 (commitment 300.00). Confirm it to post the entry.',
      ],
    ]);
  });

  it('needs the fields of its kind, and accepts no others', () => {
    expect(refused(act('CALL', '2024-02-01'))).toEqual(['AMOUNT_MISSING amounts.investments']);
    expect(refused(act('CALL', '2024-02-01', { securityId: 's', amounts: amounts({ gain: '1.00' }) }))).toEqual([
      'FIELD_NOT_OF_TYPE securityId',
      'FIELD_NOT_OF_TYPE amounts.gain',
    ]);
    expect(refused(act('SALE', '2024-02-01', { amounts: amounts({ proceeds: '1.00' }) }))).toEqual([
      'REQUIRED securityId',
      'REQUIRED costRelieved',
    ]);
    expect(refused(act('CALL', '2024-02-01', { amounts: amounts({ expenses: '5000.00' }) }))).toEqual([
      'UNFUNDED_BELOW_ZERO amounts.expenses',
    ]);
    const early = { issueDate: calendarDate('2024-03-01'), amounts: amounts({ fees: '1.00' }) };
    expect(refused(act('CALL', '2024-02-01', early))).toEqual(['DATES_REVERSED date']);
  });

  it('buys and sells a security of its investment', () => {
    const bought = decide(act('PURCHASE', '2024-02-01', { securityId: 's', amounts: amounts({ price: '90.00' }) }));
    expect(bought.entries[0]?.entry).toMatchObject({ type: 'BUY', holdingId: 'h', securityId: 's' });
    const sale = act('SALE', '2024-03-01', {
      securityId: 's',
      costRelieved: decimal('95.00'),
      amounts: amounts({ proceeds: '120.00' }),
    });
    expect(refused(sale, after(empty, bought))).toEqual(['COST_ABOVE_REMAINING costRelieved']);
    expect(entriesOf(decide({ ...sale, costRelieved: decimal('90.00') }, after(empty, bought)))).toEqual([
      ['SELL', '120.00', ['80.00', '40.00']],
    ]);
  });
});

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

describe('a partner transfer', () => {
  const called = after(empty, decide(act('CALL', '2024-02-01', { amounts: amounts({ investments: '90.00' }) })));
  const transfer = act('PARTNER_TRANSFER', '2025-01-31', {
    investorId: 'i-a',
    buyerId: 'i-c',
    commitment: decimal('300.00'),
    value: decimal('35.00'),
  });

  it('is asked about for a later call dated before it, which the called part that passed doesn’t include', () => {
    const sold = after(called, decide(transfer, called));
    const call = act('CALL', '2024-12-01', { amounts: amounts({ investments: '30.00' }) });
    expect(warned(call, sold)).toEqual([
      [
        'WARNINGS_NOT_CONFIRMED',
        'date',
        expect.stringContaining('before a transfer from Investor A, so the called part'),
      ],
    ]);
    const onDay = { ...call, date: transfer.date };
    expect(decideAct(onDay, sold, facts, { newId, warningsConfirmed: false }).isOk()).toBe(true);
  });

  it('is reversed as a whole, not entry by entry or change by change', () => {
    const passed = decide(transfer, called);
    const sold = after(called, passed);
    const { entries, events } = recordsOf(transfer, passed);
    const whole: LaterAct = {
      seq: 0,
      kind: 'PARTNER_TRANSFER',
      date: transfer.date,
      entryIds: entries.map(({ id }) => id),
      eventIds: events.map(({ id }) => id),
    };
    const text = 'It is part of the partner transfer of 01/31/2025. Reverse the whole transfer under Postings.';
    const how = { laterActs: [whole], reason: 'Wrong', warningsConfirmed: true };
    const refusals = [
      ...entries.map((entry) => decideEntryReversal(entry, sold, how, newId)),
      ...events.map((event) => decideChangeReversal({ ...event, source: null }, sold, how, newId)),
    ];
    for (const refusal of refusals)
      expect(refusal._unsafeUnwrapErr()).toMatchObject([{ code: 'USED_LATER', detail: text }]);
    expect(refusals).toHaveLength(3);
  });

  it('passes the commitment, its value and its called part', () => {
    const passed = decide(transfer, called);
    expect(passed.events.map(({ event: { kind } }) => kind)).toEqual(['TRANSFER_IN', 'TRANSFER_OUT']);
    expect(entriesOf(passed)).toEqual([['TRANSFER', '0.00', ['-35.00', '35.00']]]);
    expect(
      sharesOfAct(passed, called.commitments).map(({ commitment, unfunded }) => [Number(commitment), Number(unfunded)]),
    ).toEqual([
      [-300, -270],
      [300, 270],
    ]);
  });

  it('is refused for more than the commitment, or to the seller', () => {
    expect(refused({ ...transfer, commitment: decimal('700.00') }, called)).toEqual(['NEGATIVE_AMOUNT commitment']);
    expect(refused({ ...transfer, buyerId: 'i-a' }, called)).toEqual(['INVALID_VALUE buyerId']);
  });

  it('needs a seller with a commitment on its date', () => {
    expect(refused({ ...transfer, investorId: 'i-c', buyerId: 'i-a' }, called)).toEqual([
      'COMMITMENT_UNKNOWN investorId',
    ]);
    expect(refused({ ...transfer, date: calendarDate('2023-12-31') }, called)).toEqual(['COMMITMENT_UNKNOWN date']);
  });

  it('asks about entries after its date that are already divided', () => {
    const early = { ...transfer, date: calendarDate('2024-01-15'), value: zero };
    const stored = { ...called, entries: called.entries.map((entry) => ({ ...entry, seq: 1 })) };
    expect(warned(early, stored)).toContainEqual([
      'WARNINGS_NOT_CONFIRMED',
      'date',
      expect.stringMatching(
        /^1 entry dated 02\/01\/2024 is already divided by the shares from before this transfer: 1 × .*, 90\.00\..*Confirm it to post the entry\.$/,
      ),
    ]);
    expect(decide(transfer, stored).events).toHaveLength(2);
  });

  it('warns of a value far from the net asset value in proportion', () => {
    expect(warned({ ...transfer, value: decimal('300.01') }, called)).toEqual([
      [
        'WARNINGS_NOT_CONFIRMED',
        'value',
        'The value is 300.01, more than ten times 30.00, the net asset value of Investor A in proportion. Confirm it to post the entry.',
      ],
    ]);
    const few = { ...options, warningsConfirmed: false };
    expect(decideAct({ ...transfer, value: decimal('300.00') }, called, facts, few).isOk()).toBe(true);
    expect(warned(transfer)).toEqual([
      [
        'WARNINGS_NOT_CONFIRMED',
        'value',
        'The value is 35.00, but 0.00 is the net asset value of Investor A in proportion. Confirm it to post the entry.',
      ],
    ]);
  });

  it('warns of a purchase above the means of the fund, at its price', () => {
    const purchase = act('PURCHASE', '2024-03-01', { securityId: 's', amounts: amounts({ price: '901.00' }) });
    expect(warned(purchase)).toEqual([
      [
        'WARNINGS_NOT_CONFIRMED',
        'amounts.price',
        'The purchase of 901.00 is above the fund’s commitments of 900.00, and above its cash and unfunded commitments of 900.00. Confirm it to post the entry.',
      ],
    ]);
  });

  it('warns of a value of zero if the commitment has a net asset value', () => {
    expect(warned({ ...transfer, value: decimal('-35.00') }, called)).toEqual([
      ['WARNINGS_NOT_CONFIRMED', 'value', 'The value is negative: (35.00). Confirm it to post the entry.'],
    ]);
    const first = decide(transfer, called);
    const earlier = {
      id: 'first',
      postedBy: 'Ada Moss',
      noticeNumber: null,
      entryIds: first.entries.map(({ entry }) => entry.id),
      eventIds: first.events.map(({ event }) => event.id),
    };
    expect(decide(transfer, after(called, first), { ...facts, earlierActs: [earlier] }).sameAct?.message).toBe(
      'Ada Moss has already posted the same partner transfer of 01/31/2025: commitment of 300.00.',
    );
    expect(warned({ ...transfer, value: zero }, called)).toEqual([
      [
        'WARNINGS_NOT_CONFIRMED',
        'value',
        'The value is zero, but 30.00 is the net asset value of Investor A in proportion. Confirm it to post the entry.',
      ],
    ]);
    expect(entriesOf(decide({ ...transfer, value: zero }, called))).toEqual([['TRANSFER', '0.00', ['0.00', '0.00']]]);
  });
});

describe('the same act again', () => {
  const call = act('CALL', '2024-02-01', { amounts: amounts({ investments: '90.00', fees: '9.00' }) });
  const posted = decide(call);
  const ledger = after(empty, posted);
  const earlierActs: ActFacts['earlierActs'] = [
    {
      id: 'first',
      postedBy: 'Ada Moss',
      noticeNumber: 5,
      entryIds: posted.entries.map(({ entry }) => entry.id),
      eventIds: [],
    },
  ];
  const more = { ...facts, earlierActs };

  it('needs a confirmation that names who posted it', () => {
    expect(warned(call, ledger, more)).toEqual([
      [
        'WARNINGS_NOT_CONFIRMED',
        'kind',
        'Ada Moss has already posted the same capital call of 02/01/2024: 99.00, notice 5. Confirm it to post another one.',
      ],
    ]);
    expect(decide(call, ledger, more).sameAct).toMatchObject({ id: 'first' });
    // Another split of the same amount is the same call.
    expect(warned({ ...call, amounts: amounts({ investments: '99.00' }) }, ledger, more)).toHaveLength(1);
  });

  it('is another one if its amount or security differs, or the first is reversed', () => {
    const different = { ...call, amounts: amounts({ investments: '99.01' }) };
    expect(decide(different, ledger, more).sameAct).toBeNull();
    const reversed = decideActReversal(recordsOf(call, posted), ledger, 'Wrong', newId)._unsafeUnwrap();
    expect(decide(call, after(ledger, { ...reversed, notice: null }), more).sameAct).toBeNull();
    const buy = act('PURCHASE', '2024-02-01', { securityId: 's', amounts: amounts({ price: '99.00' }) });
    expect(decide(buy, ledger, more).sameAct).toBeNull();
  });
});

describe('the reversal of an act', () => {
  it('of a purchase is refused while values would stay without it', () => {
    const buy = act('PURCHASE', '2024-02-01', { securityId: 's', amounts: amounts({ price: '90.00' }) });
    const bought = decide(buy);
    const value = (date: string, fairValue: string | null, seq: number) => ({
      id: `v${String(seq)}`,
      securityId: 's',
      date: calendarDate(date),
      booked: calendarDate(date),
      fairValue: fairValue === null ? null : decimal(fairValue),
      seq,
    });
    const valued = {
      ...after(empty, bought),
      valuations: [value('2024-03-31', '95.00', 1), value('2024-03-31', '97.00', 2), value('2024-06-30', '99.00', 3)],
    };
    const reverse = (ledger: typeof valued) =>
      decideActReversal(recordsOf(buy, bought), ledger, 'Wrong security', newId);
    expect(reverse(valued)._unsafeUnwrapErr()).toMatchObject([
      {
        code: 'USED_LATER',
        detail:
          'The security was valued after this purchase and would keep its value: 97.00 on 03/31/2024, 99.00 on 06/30/2024. Withdraw these values under Securities and values first. To correct the purchase, enter the right one before you reverse this one.',
      },
    ]);
    const [entry] = valued.entries;
    expect(
      decideEntryReversal(entry!, valued, { laterActs: [], reason: 'Wrong' }, newId)._unsafeUnwrapErr(),
    ).toMatchObject([{ code: 'USED_LATER' }]);
    // Withdrawn values, and values of another purchase, don't stay without one.
    const withdrawn = [...valued.valuations, value('2024-03-31', null, 4), value('2024-06-30', null, 5)];
    expect(reverse({ ...valued, valuations: withdrawn }).isOk()).toBe(true);
    expect(reverse(after(valued, decide({ ...buy, date: calendarDate('2024-03-31') }, valued))).isOk()).toBe(true);
    const earlier = [value('2024-01-31', '95.00', 1)];
    expect(reverse({ ...valued, valuations: earlier }).isOk()).toBe(true);
  });

  it.each([
    act('CALL', '2024-02-01', { amounts: amounts({ investments: '90.00', fees: '9.00' }) }),
    act('LATE_CLOSING', '2025-01-31', { investorId: 'i-c', commitment: decimal('900.00'), interestRate: decimal('8') }),
    act('PARTNER_TRANSFER', '2025-01-31', {
      investorId: 'i-a',
      buyerId: 'i-c',
      commitment: decimal('300.00'),
      value: decimal('35.00'),
    }),
  ])('undoes everything that $kind posted, once', (requested) => {
    const called = after(empty, decide(act('CALL', '2024-01-20', { amounts: amounts({ investments: '90.00' }) })));
    const decided = decide(requested, called);
    const ledger = after(called, decided);
    const records = recordsOf(requested, decided);
    const reversed = decideActReversal(records, ledger, 'Wrong amount', newId)._unsafeUnwrap();
    expect([reversed.entries.length, reversed.events.length]).toEqual([records.entries.length, records.events.length]);
    const undone = after(ledger, { ...reversed, notice: null });
    const totals = (all: ActLedger) =>
      all.entries.flatMap(({ shares }) => shares).reduce((total, share) => total.plus(share.unfunded), zero as Decimal);
    expect(totals(undone).toFixed(2)).toBe(totals(called).toFixed(2));
    const again = decideActReversal(records, undone, 'Again', newId);
    expect(again._unsafeUnwrapErr().map(({ code }) => code)).toEqual(['ALREADY_REVERSED']);
  });

  it('waits for the later acts that were computed from it', () => {
    const call = act('CALL', '2024-02-01', { amounts: amounts({ investments: '90.00' }) });
    const closing = act('LATE_CLOSING', '2025-01-31', { investorId: 'i-c', commitment: decimal('900.00') });
    const called = decide(call);
    const closed = decide(closing, after(empty, called));
    const ledger = after(after(empty, called), closed);
    const records = recordsOf(closing, closed);
    const later: LaterAct = {
      seq: 1,
      kind: 'LATE_CLOSING',
      date: '2025-01-31',
      entryIds: records.entries.map(({ id }) => id),
      eventIds: records.events.map(({ id }) => id),
    };
    const reverse = (laterActs: readonly LaterAct[], now = ledger) =>
      decideActReversal(recordsOf(call, called, laterActs), now, 'Wrong amount', newId);
    expect(reverse([later])._unsafeUnwrapErr()).toMatchObject([
      {
        code: 'USED_LATER',
        detail: 'Later postings were computed from this one. Reverse the late closing of 01/31/2025 first.',
      },
    ]);
    // So does a single entry of the call.
    const [entry] = called.entries;
    const posting = { laterActs: [later], reason: 'Wrong' };
    const single = (now = ledger) => decideEntryReversal(entry!.entry, now, posting, newId);
    expect(single()._unsafeUnwrapErr()).toEqual(reverse([later])._unsafeUnwrapErr());
    // A late closing isn't computed from calls outside of the commitment, nor from distributions. A transfer is computed from the unfunded commitment.
    const like = (more: Partial<LedgerEntry>, kind: LaterAct['kind'] = 'LATE_CLOSING') =>
      decideEntryReversal(
        { ...entry!.entry, ...more },
        ledger,
        { laterActs: [{ ...later, kind }], reason: 'Wrong' },
        newId,
      );
    expect(like({ isOutside: true }).isOk()).toBe(true);
    expect(like({ type: 'DIST-ROC' }).isOk()).toBe(true);
    expect(like({ type: 'DIST-ROC' }, 'PARTNER_TRANSFER').isErr()).toBe(true);
    expect(like({ type: 'CARRY-ACCRUED', shares: [] }, 'PARTNER_TRANSFER').isErr()).toBe(true);
    expect(like({ type: 'FEE', shares: [] }, 'PARTNER_TRANSFER').isOk()).toBe(true);
    // A distribution that the terms split is computed from the cash of partners and the sales before it. Typed amounts aren't.
    const split = (more: Partial<LedgerEntry>, act: Partial<LaterAct> = { isProposed: true }) =>
      decideEntryReversal(
        { ...entry!.entry, ...more },
        ledger,
        { laterActs: [{ ...later, kind: 'DISTRIBUTION', ...act }], reason: 'Wrong' },
        newId,
      );
    expect(split({ type: 'DIST-GAIN' })._unsafeUnwrapErr()).toMatchObject([
      {
        code: 'USED_LATER',
        detail: 'Later postings were computed from this one. Reverse the distribution of 01/31/2025 first.',
      },
    ]);
    expect(split({ type: 'SELL' }).isErr()).toBe(true);
    expect(split({ type: 'DIST-GAIN' }, { isProposed: false }).isOk()).toBe(true);
    expect(split({ type: 'DIST-GAIN', effective: calendarDate('2025-02-01') }).isOk()).toBe(true);
    expect(split({ type: 'FEE' }).isOk()).toBe(true);
    // A quarter close books carry that no distribution uses.
    const carry = { id: 'carry', type: 'CARRY-EARNED' } as const;
    expect(split(carry).isOk()).toBe(true);
    expect(split(carry, { isProposed: true, entryIds: [...later.entryIds, 'carry'] }).isErr()).toBe(true);
    expect(reverse([{ ...later, kind: 'SALE' }]).isOk()).toBe(true);
    expect(reverse([{ ...later, date: '2024-01-31' }]).isOk()).toBe(true);
    const undone = decideActReversal(records, ledger, 'Wrong amount', newId)._unsafeUnwrap();
    expect(reverse([later], after(ledger, { ...undone, notice: null })).isOk()).toBe(true);
    expect(single(after(ledger, { ...undone, notice: null })).isOk()).toBe(true);
    // A later call was split by the commitment of the late closing.
    const nextCall: LaterAct = { seq: 1, kind: 'CALL', date: '2025-03-01', entryIds: ['next'], eventIds: [] };
    const early = decideActReversal({ ...records, laterActs: [nextCall] }, ledger, 'Wrong amount', newId);
    expect(early._unsafeUnwrapErr().map(({ code }) => code)).toEqual(['USED_LATER']);
  });
});

describe('a distribution by the carry terms', () => {
  const share = (commitmentId: string, amount: string) => ({ commitmentId, amount: decimal(amount), unfunded: null });
  const proposed = [
    { type: 'DIST-ROC', amount: decimal('90'), holdingId: 'h', shares: [share('a', '60'), share('b', '30')] },
    { type: 'CARRY-EARNED', amount: decimal('9'), holdingId: 'h', shares: [share('a', '9')] },
  ] as const;
  const gp = { id: 'g', investorId: 'i-g', ...investor('G', true) };
  const withGp = { ...empty, commitments: [...commitments, gp], events: [...empty.events, close('g', '0.01')] };
  const asProposed = act('DISTRIBUTION', '2024-06-30', { proceeds: decimal('99'), holdingIds: ['h'] });

  it('posts the proposed shares, and the carry without a notice', () => {
    const decided = decide(asProposed, withGp, { ...facts, proposed, hasCompleteTerms: true });
    expect(entriesOf(decided)).toEqual([
      ['DIST-ROC', '90.00', ['60.00', '30.00']],
      ['CARRY-EARNED', '9.00', ['9.00', '-9.00']],
    ]);
    const [cash, carry] = decided.entries.map(({ entry }) => entry);
    expect([cash?.noticeId, carry?.noticeId, cash?.holdingId, carry?.key]).toEqual([
      decided.notice?.id,
      null,
      'h',
      'ONE',
    ]);
  });

  it('follows the sale of its proceeds in one act, which is reversed as a whole', () => {
    const purchase = act('PURCHASE', '2024-02-01', { securityId: 's', amounts: { price: decimal('90') } });
    const bought = after(withGp, decide(purchase, withGp));
    const both = act('SALE_DISTRIBUTION', '2024-06-30', {
      securityId: 's',
      costRelieved: decimal('90'),
      amounts: { price: decimal('120') },
      proceeds: decimal('99'),
    });
    const split = { ...facts, proposed, hasCompleteTerms: true };
    const decided = decide(both, bought, split);
    expect(
      decided.entries.map(({ entry: { type, amount, securityId, holdingId } }) => [
        `${type} ${amount.toFixed(2)}`,
        securityId,
        holdingId,
      ]),
    ).toEqual([
      ['SELL 120.00', 's', 'h'],
      ['DIST-ROC 90.00', null, 'h'],
      ['CARRY-EARNED 9.00', null, 'h'],
    ]);
    expect(decided.notice).toMatchObject({ kind: 'DISTRIBUTION', number: 5 });
    const ledger = after(bought, decided);
    const reversed = decideActReversal(recordsOf(both, decided), ledger, 'Not signed', newId)._unsafeUnwrap();
    expect(reversed.entries.map(({ entry: { type, amount } }) => `${type} ${amount.toFixed(2)}`)).toEqual([
      'SELL -120.00',
      'DIST-ROC -90.00',
      'CARRY-EARNED -9.00',
    ]);
    // The sale is checked like one alone, and each part needs its amounts.
    const wrong = (more: Partial<RequestedAct>) => refused({ ...both, ...more }, bought, split);
    expect(wrong({ costRelieved: decimal('95') })).toEqual(['COST_ABOVE_REMAINING costRelieved']);
    expect(wrong({ costRelieved: null })).toEqual(['REQUIRED costRelieved']);
    expect(wrong({ amounts: {} })).toEqual(['AMOUNT_MISSING amounts.price']);
    expect(wrong({ proceeds: null })).toEqual(['AMOUNT_MISSING amounts.capital']);
    expect(wrong({ amounts: { price: decimal('120'), gain: decimal('1') } })).toEqual([
      'FIELD_NOT_OF_TYPE amounts.gain',
    ]);
    const typed = { ...both, proceeds: null, amounts: { gain: decimal('30'), price: decimal('120') } };
    expect(refused(typed, bought, split)).toEqual(['REQUIRED reason']);
    const byCommitment = decide({ ...typed, reason: 'Agreed' }, bought, split);
    expect(byCommitment.entries.map(({ entry }) => [entry.type, entry.key, entry.holdingId])).toEqual([
      ['SELL', 'INVESTING', 'h'],
      ['DIST-GAIN', 'COMMITMENT', 'h'],
    ]);
  });

  it('is typed instead with a reason, if the terms are complete', () => {
    const typed = (more: Partial<RequestedAct>) =>
      refused(act('DISTRIBUTION', '2024-06-30', more), withGp, { ...facts, hasCompleteTerms: true });
    expect(typed({ amounts: { gain: decimal('9') } })).toEqual(['REQUIRED reason']);
    expect(typed({ amounts: { carry: decimal('-9') }, reason: 'Agreed' })).toEqual(['NEGATIVE_AMOUNT amounts.carry']);
    expect(typed({ amounts: { gain: decimal('9') }, proceeds: decimal('9') })).toEqual([
      'FIELD_NOT_OF_TYPE amounts.gain',
    ]);
    expect(typed({ amounts: { gain: decimal('9') }, reason: 'Agreed', currency: 'EUR' })).toEqual([
      'MIXED_CURRENCIES currency',
    ]);
  });

  it('can’t be reversed while a realization uses it', () => {
    const decided = decide(asProposed, withGp, { ...facts, proposed });
    const ledger = after(withGp, decided);
    const reverse = (status: 'DRAFT' | 'POSTED' | 'REVERSED') =>
      decideActReversal(
        { ...recordsOf(asProposed, decided), realization: { name: 'R', status } },
        ledger,
        'Wrong amount',
        newId,
      );
    expect(reverse('DRAFT')._unsafeUnwrapErr()).toMatchObject([
      { detail: 'The draft realization ‘R’ was created from this distribution. Delete it in Carry first.' },
    ]);
    expect(reverse('POSTED')._unsafeUnwrapErr()).toMatchObject([
      { detail: 'The realization ‘R’ was created from this distribution and is posted. Reverse it in Carry first.' },
    ]);
    expect(reverse('REVERSED').isOk()).toBe(true);
  });
});
