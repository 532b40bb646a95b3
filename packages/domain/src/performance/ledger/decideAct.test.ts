import { calendarDate, decimal, zero } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import {
  type ActFacts,
  decideAct,
  decideActReversal,
  entryTitle,
  type RequestedAct,
  sharesOfAct,
  totalOfShares,
} from './index.ts';
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
  warned,
} from './act.fixture.ts';

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
