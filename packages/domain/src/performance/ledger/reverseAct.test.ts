import { calendarDate, type Decimal, decimal, zero } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import { type ActLedger, decideActReversal, decideEntryReversal, type LaterAct, type LedgerEntry } from './index.ts';
import { act, after, amounts, decide, empty, newId, recordsOf } from './act.fixture.ts';

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
