import { calendarDate, decimal, zero } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import { decideAct, decideChangeReversal, decideEntryReversal, type LaterAct, sharesOfAct } from './index.ts';
import {
  act,
  after,
  amounts,
  decide,
  empty,
  entriesOf,
  facts,
  newId,
  options,
  recordsOf,
  refused,
  warned,
} from './act.fixture.ts';

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
