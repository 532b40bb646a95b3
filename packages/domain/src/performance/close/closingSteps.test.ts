import { calendarDate, decimal } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import type { ComparedCarry } from './closingCarry.ts';
import { closingChecklist, type ClosingFacts, nextQuarter } from './closingSteps.ts';

const quarterCarry = (earned: string, accrued: string) => ({ earned: decimal(earned), accrued: decimal(accrued) });
const compared = (more: Partial<ComparedCarry> = {}): ComparedCarry => ({
  proposed: quarterCarry('0', '0'),
  booked: quarterCarry('0', '0'),
  isBooked: true,
  causes: [],
  partners: [],
  accepted: null,
  ...more,
});
const lastAct = { by: 'Ada Moss', on: '2026-07-05T10:00:00Z' };
const facts: ClosingFacts = {
  periodEnd: calendarDate('2026-06-30'),
  today: calendarDate('2026-07-10'),
  isLocked: false,
  isOpened: true,
  isReportedBasis: false,
  entries: { count: 4, ...lastAct },
  values: { holdings: 12, valued: 12, ...lastAct },
  reported: { count: 1, ...lastAct },
  tieOuts: { blocking: [], others: [] },
  pendingPayments: 0,
  carry: compared(),
  earlierOpen: 0,
  lock: { by: null, on: null },
};
const at = (changed: Partial<ClosingFacts>) => {
  const { steps, ...rest } = closingChecklist({ ...facts, ...changed });
  return { ...rest, steps: Object.fromEntries(steps.map(({ code, state, detail }) => [code, `${state}: ${detail}`])) };
};

describe('the closing checklist of a quarter', () => {
  it('leads to the lock when everything is in', () => {
    expect(at({})).toEqual({
      done: 6,
      required: 7,
      next: 'LOCK',
      steps: {
        ENTRIES: 'DONE: 4 entries',
        VALUES: 'DONE: 12 of 12 holdings valued on 06/30/2026',
        REPORTED: 'DONE: 1 figure',
        TIE_OUTS: 'DONE: All agree',
        PROPOSALS: 'DONE: Nothing to decide',
        CARRY: 'DONE: Booked as proposed',
        LOCK: 'OPEN: Ready to lock',
      },
    });
    expect(closingChecklist(facts).steps[1]).toMatchObject(lastAct);
  });

  it('names the missing entries, and leads to the first', () => {
    const missing = at({
      entries: { count: 0, by: null, on: null },
      values: { holdings: 12, valued: 9, ...lastAct },
      reported: { count: 0, by: null, on: null },
      tieOuts: { blocking: ['T9'], others: ['T12'] },
      pendingPayments: 2,
      carry: { reason: 'The fund has no carry terms.' },
    });
    expect([missing.done, missing.required, missing.next]).toEqual([0, 5, 'ENTRIES']);
    expect(missing.steps).toEqual({
      ENTRIES: 'OPEN: No entries in this quarter yet',
      VALUES: 'OPEN: 9 of 12 holdings valued on 06/30/2026',
      REPORTED: 'OPTIONAL: None entered. If entered, a tie-out compares them with the ledger',
      TIE_OUTS: 'BLOCKED: Don’t agree: T9',
      PROPOSALS: 'OPEN: 2 carry payments to post',
      CARRY: 'OPTIONAL: The fund has no carry terms.',
      LOCK: 'BLOCKED: Correct the tie-outs first',
    });
  });

  it('requires a reported NAV only if the NAV basis is Reported', () => {
    const unreported = { reported: { count: 0, by: null, on: null } };
    expect(at({ ...unreported, isReportedBasis: true }).steps['REPORTED']).toMatch(/^OPEN: The fund’s NAV basis/);
    expect(at(unreported).required).toBe(6);
  });

  it('names the difference between booked and proposed carry, until a person accepts it with a reason', () => {
    const off = compared({
      proposed: quarterCarry('5', '-2.5'),
      isBooked: false,
      causes: ['No carry is booked in this quarter yet.'],
    });
    const open = at({ carry: off, tieOuts: { blocking: [], others: ['T18'] } }).steps;
    expect(open['CARRY']).toBe(
      'OPEN: Proposed less booked: 5.00 earned, (2.50) accrued. No carry is booked in this quarter yet.',
    );
    expect(open['LOCK']).toBe('OPEN: Can be locked, but these steps are open: Tie-outs agree, Carry booked');
    const accepted = closingChecklist({ ...facts, carry: { ...off, accepted: { ...lastAct, reason: 'Agreed' } } });
    expect(accepted.steps.find(({ code }) => code === 'CARRY')).toMatchObject({
      state: 'DONE',
      detail: 'Proposed less booked: 5.00 earned, (2.50) accrued: Agreed',
      by: 'Ada Moss',
    });
    expect(at({ tieOuts: { blocking: ['T13'], others: [] } }).steps['CARRY']).toBe(
      'BLOCKED: Reversed carry exceeds accrued and earned carry (T13). Correct the booking',
    );
    expect(at({ carry: null }).steps['CARRY']).toBe('OPTIONAL: Not compared with the carry terms');
    const rounded = at({ carry: { ...off, proposed: quarterCarry('0', '0.01'), isBooked: true } });
    expect(rounded.steps['CARRY']).toBe('DONE: Booked as proposed, but for rounding');
  });

  it('still says after the lock how the carry was booked', () => {
    const locked = (carry: ComparedCarry) =>
      closingChecklist({ ...facts, carry, isLocked: true, lock: lastAct }).steps.find(({ code }) => code === 'CARRY');
    expect(locked(compared())).toMatchObject({ state: 'DONE', detail: 'Booked as proposed' });
    expect(locked(compared({ proposed: quarterCarry('0', '18'), isBooked: false }))).toMatchObject({
      state: 'DONE',
      detail: 'Acknowledged. Proposed less booked: 0.00 earned, 18.00 accrued',
      ...lastAct,
    });
  });

  it('needs no values without holdings', () => {
    expect(at({ values: { holdings: 0, valued: 0, by: null, on: null } }).steps['VALUES']).toBe(
      'OPTIONAL: No holdings to value',
    );
  });

  it('waits for the end of the quarter and for earlier quarters', () => {
    const early = at({ today: calendarDate('2026-06-29'), tieOuts: null });
    expect([early.steps['TIE_OUTS'], early.steps['LOCK']]).toEqual([
      'WAITING: The quarter ends on 06/30/2026',
      'WAITING: The quarter ends on 06/30/2026',
    ]);
    expect(at({ earlierOpen: 1 }).steps['LOCK']).toBe('WAITING: 1 earlier quarter is open');
    expect(at({ earlierOpen: 9, tieOuts: null }).steps['TIE_OUTS']).toBe('WAITING: Lock the earlier quarters first');
  });

  it('of a quarter that nobody has opened asks for its first entry', () => {
    const noAct = { by: null, on: null };
    const next = at({
      isOpened: false,
      entries: { count: 0, ...noAct },
      values: { holdings: 12, valued: 0, ...noAct },
      reported: { count: 0, ...noAct },
      tieOuts: null,
    });
    expect([next.done, next.required, next.next]).toEqual([2, 6, 'ENTRIES']);
    expect(next.steps).toMatchObject({
      VALUES: 'OPEN: 0 of 12 holdings valued on 06/30/2026',
      TIE_OUTS: 'WAITING: Post an entry or enter a value first',
      LOCK: 'WAITING: Post an entry or enter a value first',
    });
  });

  it('is offered for the quarter after the last one, until the current one', () => {
    const next = (last: string | undefined, today: string) =>
      nextQuarter(last === undefined ? undefined : calendarDate(last), calendarDate(today));
    expect(next('2026-06-30', '2026-09-30')).toBe('2026-09-30');
    expect(next('2026-06-30', '2026-07-01')).toBe('2026-09-30');
    expect(next('2025-12-31', '2026-11-30')).toBe('2026-03-31');
    expect(next('2026-09-30', '2026-09-30')).toBeNull();
    expect(next(undefined, '2026-09-30')).toBeNull();
  });

  it('has to be acknowledged before the lock, and names the lock afterwards', () => {
    const noted = { tieOuts: { blocking: [], others: ['T12', 'T15'] } };
    expect(at(noted).steps['TIE_OUTS']).toBe('OPEN: To acknowledge when you lock: T12, T15');
    const locked = { ...facts, ...noted, isLocked: true, lock: lastAct };
    const { steps, done, required, next } = closingChecklist({ ...locked, values: { ...facts.values, valued: 3 } });
    // A value that wasn't entered was left out: it neither counts nor remains to be done.
    expect([done, required, next]).toEqual([6, 6, null]);
    expect(steps.find(({ code }) => code === 'VALUES')?.state).toBe('OPTIONAL');
    expect(steps.find(({ code }) => code === 'TIE_OUTS')).toMatchObject({
      detail: 'Acknowledged: T12, T15',
      ...lastAct,
    });
    expect(steps.find(({ code }) => code === 'LOCK')).toMatchObject({ state: 'DONE', ...lastAct });
  });
});
