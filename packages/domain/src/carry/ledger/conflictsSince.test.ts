import { describe, expect, it } from 'vitest';
import { type CalendarDate, decimal } from '../../kernel/index.ts';
import type { AccountEntry, EscrowEntry } from './accountEntry.ts';
import { conflictsSince } from './conflictsSince.ts';

const entry = <K extends string>(kind: K, date: string, amount: string, participantId = 'ann') => ({
  participantId,
  sourceId: 'fund',
  via: [],
  kind,
  date: date as CalendarDate,
  amount: decimal(amount),
});
const reversal = {
  entries: [entry('distribution', '2026-03-01', '100')],
  escrow: [entry('withheld', '2026-03-01', '-10')],
};
const against = (entries: readonly AccountEntry[], escrow: readonly EscrowEntry[]) =>
  conflictsSince(reversal, { entries, escrow }).map(({ code, detail }) => `${code} ${detail}`);

describe('the reversal of a distribution', () => {
  const paid = entry('distribution', '2026-01-01', '-100');
  const withheld = entry('withheld', '2026-01-01', '10');

  it('reverses amounts that are still paid or in escrow', () => {
    expect(against([paid], [withheld])).toEqual([]);
    expect(
      against([paid], [withheld, entry('withheld', '2026-01-05', '7'), entry('released', '2026-02-01', '-7')]),
    ).toEqual([]);
    expect(against([paid], [withheld, entry('released', '2026-02-01', '-10', 'bob')])).toEqual([]);
  });

  it('is refused if escrow was released on its day or later', () => {
    const refused = [
      'USED_SINCE Since then, escrow has been released or applied to a clawback for ann at fund. Reverse that first.',
    ];
    expect(against([paid], [withheld, entry('released', '2026-02-01', '-0.01')])).toEqual(refused);
    expect(against([paid], [withheld, entry('released', '2026-04-01', '-10')])).toEqual(refused);
  });

  it('is refused once for all accounts, with the runs that block it', () => {
    const all = ['ann', 'bob', 'cyd'];
    const undone = { entries: [], escrow: all.map((id) => entry('withheld', '2026-03-01', '-10', id)) };
    const ofRun = (reversibleRunId: string, date: string, amount: string, ids = all) =>
      ids.map((id) => ({ ...entry('released', date, amount, id), reversibleRunId }));
    const before = all.map((id) => entry('withheld', '2026-01-01', '10', id));
    const conflicts = (...escrow: readonly EscrowEntry[]) =>
      conflictsSince(undone, { entries: [], escrow: [...before, ...escrow] }).map(({ detail }) => detail);
    const start = 'Since then, escrow has been released or applied to a clawback in 3 accounts. Reverse';
    expect(conflicts(...ofRun('spring', '2026-02-01', '-10'))).toEqual([`${start} ledger run spring first.`]);
    expect(conflicts(...ofRun('spring', '2026-02-01', '-4'), ...ofRun('summer', '2026-06-01', '-6', ['bob']))).toEqual([
      `${start} ledger runs spring, summer first.`,
    ]);
    // An earlier run's use of the escrow doesn't block the reversal.
    const earlier = all.map((id) => entry('withheld', '2025-01-01', '5', id));
    expect(conflicts(...earlier, ...ofRun('old', '2025-06-01', '-5'), ...ofRun('spring', '2026-02-01', '-10'))).toEqual(
      [`${start} ledger run spring first.`],
    );
  });

  it('is refused if a payment was clawed back, unless the clawback was reversed', () => {
    const clawback = entry('clawback', '2026-02-01', '-1');
    expect(against([paid, clawback], [withheld])).toEqual([
      'USED_SINCE Since then, carry has been clawed back for ann at fund. Reverse that first.',
    ]);
    expect(against([paid, clawback, entry('clawback', '2026-02-02', '1')], [withheld])).toEqual([]);
  });
});
