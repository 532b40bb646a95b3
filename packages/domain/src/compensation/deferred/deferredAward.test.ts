import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, calendarDate as day, decimal, moneyText } from '../../kernel/index.ts';
import {
  type DeferredEntry,
  dueEntries,
  grantFailures,
  isReversed,
  type StoredEntry,
  leaverEntries,
  outstandingOn,
  overduePayments,
  paymentsBetween,
  reverseEntry,
  rollForward,
  scheduledAfter,
  trancheAmounts,
} from './index.ts';

const now = day('2026-06-01');

describe('a deferred award', () => {
  const thirds = ['33.3333333334', '33.3333333333', '33.3333333333'].map((percent, at) => ({
    vestDate: day(`202${6 + at}-03-01`),
    percent: decimal(percent),
    payDate: day(`202${6 + at}-03-15`),
  }));
  const amounts = trancheAmounts(decimal('10000'), thirds)._unsafeUnwrap();
  const tranches = thirds.map((terms, at) => ({ ...terms, amount: amounts[at]! }));
  const grant: DeferredEntry = { kind: 'GRANT', tranche: null, on: day('2025-03-01'), amount: decimal('10000') };
  const display = (entries: readonly DeferredEntry[]) =>
    entries.map(({ kind, tranche, on, amount }) => `${kind} ${tranche} ${on} ${moneyText(amount)}`);

  it('has payments ahead and overdue until they are entered, and an amount outstanding each day', () => {
    const award = { tranches, entries: [grant] };
    expect(paymentsBetween(award, day('2026-06-01'), day('2027-05-31'))).toMatchObject([{ on: '2027-03-15' }]);
    expect(overduePayments(award, day('2026-02-28'))).toBeUndefined();
    // The tranche vested on 03/01 and was to be paid on 03/15.
    const late = overduePayments(award, now);
    expect([late?.on, late && moneyText(late.amount)]).toEqual(['2026-03-15', '3333.34']);
    expect(overduePayments(award, day('2026-03-10'))?.amount.toString(), 'vested, not yet to be paid').toBe('0');
    const entered = { tranches, entries: [grant, ...dueEntries(tranches, [grant], now)] };
    expect(overduePayments(entered, now)).toBeUndefined();
    const days = ['2025-02-28', '2026-03-14', '2026-03-15'].map((text) => day(text));
    expect(outstandingOn([entered], days).map(({ value }) => moneyText(value))).toEqual([
      '0.00',
      '10000.00',
      '6666.66',
    ]);
    const reversed = { tranches, entries: [grant, { ...grant, amount: decimal('-10000') }] };
    expect([paymentsBetween(reversed, now, day('2030-01-01')), overduePayments(reversed, now)]).toEqual([
      [],
      undefined,
    ]);
  });

  it('was to pay in the months after a day what its ledger then left to pay', () => {
    const paid = { tranches, entries: [grant, ...dueEntries(tranches, [grant], now)] };
    const days = ['2025-02-28', '2025-03-31', '2026-03-14', '2026-03-15'].map((text) => day(text));
    expect(scheduledAfter([paid, paid], days, 12).map(({ value }) => moneyText(value))).toEqual([
      '0.00', // Not yet granted.
      '6666.68',
      '6666.68', // The payment of the next day isn't an entry yet.
      '6666.66',
    ]);
  });

  it('is split into tranches of 100 %', () => {
    expect(amounts.map(moneyText)).toEqual(['3333.34', '3333.33', '3333.33']);
    const short = trancheAmounts(decimal('10'), [{ ...thirds[0]!, percent: decimal('99.99') }]);
    expect(short._unsafeUnwrapErr()).toMatchObject([
      { code: 'TRANCHES_NOT_100', detail: 'The tranches must add up to 100%, not 99.99%.' },
    ]);
  });

  it('is refused with a tranche that would be 0.00', () => {
    const halves = thirds.slice(0, 2).map((terms) => ({ ...terms, percent: decimal('50') }));
    expect(trancheAmounts(decimal('0.01'), halves)._unsafeUnwrapErr()).toMatchObject([
      {
        path: ['tranches', 1, 'percent'],
        detail: 'Tranche 2 would be 0.00. Enter fewer tranches or a larger amount.',
      },
    ]);
    expect(trancheAmounts(decimal('0.02'), halves)._unsafeUnwrap().map(moneyText)).toEqual(['0.01', '0.01']);
  });

  it('is refused with a tranche paid before it vests', () => {
    const early = [{ vestDate: day('2026-03-01'), payDate: day('2026-02-28'), percent: decimal('100') }];
    expect(trancheAmounts(decimal('10'), early)._unsafeUnwrapErr()).toMatchObject([
      { code: 'PAID_BEFORE_VESTED', path: ['tranches', 0, 'payDate'] },
    ]);
    const sameDay = [{ ...early[0]!, payDate: day('2026-03-01') }];
    expect(trancheAmounts(decimal('10'), sameDay)._unsafeUnwrap().map(moneyText)).toEqual(['10.00']);
  });

  it('vests and is paid once, when due', () => {
    const due = dueEntries(tranches, [grant], day('2027-03-10'));
    expect(display(due)).toEqual([
      'VEST 1 2026-03-01 3333.34',
      'PAY 1 2026-03-15 3333.34',
      'VEST 2 2027-03-01 3333.33',
    ]);
    expect(dueEntries(tranches, [grant, ...due], day('2027-03-10'))).toEqual([]);
  });

  it('is forfeited, continues or vests when the employee leaves', () => {
    const entries = [grant, ...dueEntries(tranches, [grant], day('2026-12-31'))];
    const leaving = (treatment: Parameters<typeof leaverEntries>[2]) =>
      display(leaverEntries(tranches, entries, treatment, day('2026-12-31')));
    expect(leaving('CONTINUE')).toEqual([]);
    expect(leaving('FORFEIT')).toEqual(['FORFEIT 2 2026-12-31 3333.33', 'FORFEIT 3 2026-12-31 3333.33']);
    expect(leaving('ACCELERATE')).toEqual(['VEST 2 2026-12-31 3333.33', 'VEST 3 2026-12-31 3333.33']);
  });

  it('rolls forward on every date: the closing balance opens the next day, and the last one is zero', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1500 }),
        fc.constantFrom('FORFEIT', 'ACCELERATE', 'CONTINUE'),
        fc.integer({ min: 0, max: 1500 }),
        (leavingDate, treatment, at) => {
          const leaves = addDays(day('2025-03-01'), leavingDate);
          const until = dueEntries(tranches, [grant], leaves);
          const removed = leaverEntries(tranches, [grant, ...until], treatment as 'FORFEIT', leaves);
          const so = [grant, ...until, ...removed];
          const entries = [...so, ...dueEntries(tranches, so, day('2030-01-01'))];
          const on = addDays(day('2025-01-01'), at);
          const before = rollForward(entries, day('2000-01-01'), on);
          const after = rollForward(entries, addDays(on, 1), day('2030-01-01'));
          expect(moneyText(before.closing)).toBe(moneyText(after.opening));
          expect(moneyText(after.closing)).toBe('0.00');
          const whole = rollForward(entries, day('2000-01-01'), day('2030-01-01'));
          expect(moneyText(whole.granted)).toBe(moneyText(whole.paid.add(whole.forfeited)));
        },
      ),
    );
  });
});

describe('the ledger of a deferred award', () => {
  const tranche = (vest: string, pay: string) => ({
    vestDate: day(vest),
    percent: decimal('50'),
    payDate: day(pay),
    amount: decimal('500'),
  });
  const tranches = [tranche('2026-03-01', '2026-03-15'), tranche('2027-03-01', '2027-03-15')];
  const stored = (entries: readonly DeferredEntry[]): readonly StoredEntry[] =>
    entries.map((entry, at) => ({ ...entry, id: String(at), reversesId: null }));
  const grant: DeferredEntry = { kind: 'GRANT', tranche: null, on: day('2025-03-01'), amount: decimal('1000') };
  const entries = stored([grant, ...dueEntries(tranches, [grant], day('2026-12-31'))]);
  const codeOf = (id: string, on = '2026-12-31', entryList = entries) => {
    const reversal = reverseEntry(tranches, entryList, id, day(on));
    return reversal.isErr() ? reversal.error[0]?.code : moneyText(reversal.value.amount);
  };

  it('reverses an entry with the same negative amount, once, not before its date, and not if later entries depend on it', () => {
    expect(entries.map(({ kind }) => kind)).toEqual(['GRANT', 'VEST', 'PAY']);
    expect([codeOf('0'), codeOf('1'), codeOf('2'), codeOf('9')]).toEqual([
      'BUILT_UPON',
      'BUILT_UPON',
      '-500.00',
      'NOT_FOUND',
    ]);
    expect(codeOf('2', '2026-03-14')).toBe('REVERSED_BEFORE');
    const back = { ...reverseEntry(tranches, entries, '2', day('2026-12-31'))._unsafeUnwrap(), id: 'back' };
    const after = [...entries, back];
    expect([codeOf('2', '2026-12-31', after), codeOf('back', '2026-12-31', after)]).toEqual([
      'ALREADY_REVERSED',
      'ALREADY_REVERSED',
    ]);
    expect(codeOf('1', '2026-12-31', after)).toBe('-500.00');
    expect(moneyText(rollForward(after, day('2025-01-01'), day('2026-12-31')).closing)).toBe('1000.00');
  });

  it('makes the amount of a reversed entry due again from that day, but no forfeited amount', () => {
    const payBack = { ...reverseEntry(tranches, entries, '2', day('2026-12-31'))._unsafeUnwrap(), id: 'pay' };
    expect(codeOf('1', '2026-12-30', [...entries, payBack])).toBe('REVERSED_BEFORE');
    const back = [...entries, payBack];
    const vestBack = { ...reverseEntry(tranches, back, '1', day('2026-12-31'))._unsafeUnwrap(), id: 'vest' };
    const after = [...back, vestBack];
    const display = (entryList: readonly DeferredEntry[]) =>
      entryList.map(({ kind, tranche: at, on, amount }) => `${kind} ${at} ${on} ${moneyText(amount)}`);
    expect(dueEntries(tranches, after, day('2026-12-30'))).toEqual([]);
    expect(display(dueEntries(tranches, after, day('2026-12-31')))).toEqual([
      'VEST 1 2026-12-31 500.00',
      'PAY 1 2026-12-31 500.00',
    ]);
    const forfeited = leaverEntries(tranches, after, 'FORFEIT', day('2026-02-28'));
    expect(display(forfeited)).toEqual(['FORFEIT 1 2026-12-31 500.00', 'FORFEIT 2 2026-02-28 500.00']);
    expect(dueEntries(tranches, [...after, ...forfeited], day('2030-01-01'))).toEqual([]);
  });

  it('never has more paid, forfeited or vested than granted, whatever is entered, reversed and entered again', () => {
    const act = fc.record({
      action: fc.constantFrom('DUE', 'BACK', 'FORFEIT', 'ACCELERATE', 'CONTINUE'),
      at: fc.integer({ min: 0, max: 1100 }),
      index: fc.nat(20),
    });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 14 }), (acts) => {
        let ledger = stored([grant]);
        for (const { action, at, index } of acts) {
          const on = addDays(grant.on, at);
          if (isReversed(ledger)) break;
          if (action === 'BACK') {
            const back = reverseEntry(tranches, ledger, String(index % ledger.length), on);
            if (back.isOk()) ledger = [...ledger, { ...back.value, id: String(ledger.length) }];
            continue;
          }
          const due = dueEntries(tranches, ledger, on);
          const removed = action === 'DUE' ? [] : leaverEntries(tranches, [...ledger, ...due], action as 'FORFEIT', on);
          const entered = [...due, ...removed].map((entry, n) => ({
            ...entry,
            id: String(ledger.length + n),
            reversesId: null,
          }));
          ledger = [...ledger, ...entered];
        }
        const days = [...new Set(ledger.map(({ on }) => on))].toSorted();
        for (const on of days) {
          const until = rollForward(ledger, grant.on, on);
          const since = rollForward(ledger, addDays(on, 1), day('2040-01-01'));
          expect(moneyText(until.closing)).toBe(moneyText(since.opening));
          expect(until.closing.gte(0) && until.paid.gte(0) && until.forfeited.gte(0)).toBe(true);
          expect(until.vested.gte(0) && until.vested.lte(until.closing)).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('is closed when its grant is reversed', () => {
    expect(isReversed(entries)).toBe(false);
    const back = { ...reverseEntry(tranches, stored([grant]), '0', day('2025-03-02'))._unsafeUnwrap(), id: 'back' };
    expect(isReversed([grant, back])).toBe(true);
    expect(moneyText(rollForward([grant, back], day('2025-01-01'), day('2025-12-31')).closing)).toBe('0.00');
  });

  it('refuses a grant to oneself, of zero, or with a tranche that vests before it', () => {
    const requested = { amount: decimal('0'), grantDate: day('2026-06-01'), tranches };
    expect(grantFailures(requested, true, now)).toMatchObject([{ code: 'OWN_PAY' }]);
    expect(grantFailures(requested, false, now).map(({ code, path }) => [code, path.join('.')])).toEqual([
      ['NEGATIVE_AMOUNT', 'amount'],
      ['VESTS_BEFORE_GRANT', 'tranches.0.vestDate'],
    ]);
  });
});
