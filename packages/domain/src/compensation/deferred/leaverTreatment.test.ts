import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CalendarDate, calendarDate, createExplanations, decimal, moneyText } from '../../kernel/index.ts';
import { decideLeaverEntries } from './decisions.ts';
import { type DeferredEntry, type LeaverTreatment, deferredEntryTitle } from './deferredAward.ts';
import { projectLeaving, type LedgerOfAward, recordedTreatment, settledByLeaving } from './leaverTreatment.ts';
import type { StoredEntry } from './ledger.ts';

const tranche = (year: number, amount: string) => ({
  vestDate: calendarDate(`${String(year)}-03-01`),
  payDate: calendarDate(`${String(year)}-03-15`),
  percent: decimal('33.3333'),
  amount: decimal(amount),
});
const entry = (kind: DeferredEntry['kind'], at: number | null, on: string, amount: string): DeferredEntry => ({
  kind,
  tranche: at,
  on: calendarDate(on),
  amount: decimal(amount),
});
const award: LedgerOfAward = {
  tranches: [tranche(2026, '3333.34'), tranche(2027, '3333.33'), tranche(2028, '3333.33')],
  entries: [
    entry('GRANT', null, '2025-03-01', '10000.00'),
    entry('VEST', 1, '2026-03-01', '3333.34'),
    entry('PAY', 1, '2026-03-15', '3333.34'),
  ],
};
const lines = (awards: readonly LedgerOfAward[], on: string) => {
  const { granted, paid, forfeited, closing } = projectLeaving(awards, calendarDate(on));
  return [granted, paid, closing, forfeited].map(moneyText);
};

describe('leaving on a day', () => {
  it('pays the amount vested by then and forfeits the rest', () => {
    expect(lines([award], '2026-12-31')).toEqual(['10000.00', '3333.34', '0.00', '6666.66']);
    // Between vesting and payment, it is still payable.
    expect(lines([award], '2027-03-10')).toEqual(['10000.00', '3333.34', '3333.33', '3333.33']);
    expect(lines([award], '2028-03-15')).toEqual(['10000.00', '10000.00', '0.00', '0.00']);
    expect(lines([award], '2025-02-28')).toEqual(['0.00', '0.00', '0.00', '0.00']);
  });

  it('ignores a reversed grant', () => {
    const terminated = {
      ...award,
      entries: [award.entries[0]!, entry('GRANT', null, '2025-04-01', '-10000.00')],
    };
    expect(lines([terminated, award], '2026-12-31')).toEqual(lines([award], '2026-12-31'));
  });

  it('explains its parts', () => {
    const explanations = createExplanations();
    projectLeaving([award], calendarDate('2027-03-10'), explanations);
    expect(explanations.tree(['closing'])).toMatchObject({ result: '3333.33' });
  });

  it('law: a grant is paid, payable or forfeited, and a later day forfeits less', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 0, max: 400 }), (from, later) => {
        const day = (days: number) => calendarDate(new Date(Date.UTC(2025, 2, 1 + days)).toISOString().slice(0, 10));
        const [first, other] = [
          projectLeaving([award, award], day(from)),
          projectLeaving([award, award], day(from + later)),
        ];
        for (const { granted, paid, forfeited, closing } of [first, other])
          expect(paid.add(closing).add(forfeited).equals(granted)).toBe(true);
        expect(other.forfeited.lte(first.forfeited)).toBe(true);
      }),
    );
  });
});

describe('a settlement of a leaver', () => {
  const day = calendarDate('2026-02-15');
  const stored = award.entries.map((each, at) => ({ ...each, id: String(at), reversesId: null }));
  const reversals = stored
    .slice(1)
    .map((each) => ({ ...each, id: `-${each.id}`, amount: each.amount.neg(), reversesId: each.id }));
  const settle = (
    entries: readonly StoredEntry[],
    treatment: LeaverTreatment,
    leavingDate: CalendarDate | null = day,
    needsUnvested = false,
  ) =>
    decideLeaverEntries(
      [{ tranches: award.tranches, entries }],
      { on: day, treatment, leavingDate, field: 'on', needsUnvested },
      { hireDate: null, isOwn: false },
      calendarDate('2026-10-01'),
    );

  it('is refused after later entries, unless they were reversed or the awards continue', () => {
    for (const treatment of ['FORFEIT', 'ACCELERATE'] as const)
      expect(settle(stored, treatment)._unsafeUnwrapErr()).toEqual([
        {
          code: 'BUILT_UPON',
          path: ['on'],
          detail:
            'Deferred awards have entries after 02/15/2026: vested on 03/01/2026, paid on 03/15/2026. Reverse these entries first, or choose a later day.',
        },
      ]);
    const twice = stored.flatMap((each) => [each, { ...each, id: `${each.id}b` }]);
    expect(settle(twice, 'FORFEIT'), 'each text once').toEqual(settle(stored, 'FORFEIT'));
    const later = stored.flatMap((each) => [each, { ...each, id: `${each.id}b`, on: calendarDate('2026-04-01') }]);
    expect(settle(later, 'FORFEIT')._unsafeUnwrapErr()[0]?.detail).toMatch(/granted on 04\/01\/2026, 2 more\. /);
    expect(settle(stored, 'CONTINUE')._unsafeUnwrap()).toEqual([]);
    expect(settle([...stored, ...reversals], 'FORFEIT')._unsafeUnwrap()).toMatchObject([{ entries: { length: 3 } }]);
  });

  it('is refused if nothing is left to settle, unless it is part of a termination', () => {
    const forfeited = settle(stored.slice(0, 1), 'FORFEIT')._unsafeUnwrap()[0]!.entries;
    const ended = [
      ...stored.slice(0, 1),
      ...forfeited.map((each, at) => ({ ...each, id: `f${String(at)}`, reversesId: null })),
    ];
    expect(settle(ended, 'ACCELERATE', day, true)._unsafeUnwrapErr()).toMatchObject([
      { code: 'WRONG_STATE', path: ['on'], detail: expect.stringMatching(/no deferred award has an unvested part/i) },
    ]);
    expect(settle(ended, 'ACCELERATE')._unsafeUnwrap()).toEqual([]);
    expect(settle(ended, 'CONTINUE', day, true)._unsafeUnwrap()).toEqual([]);
  });

  it('is refused before the employee has left', () => {
    for (const treatment of ['FORFEIT', 'CONTINUE'] as const)
      expect(settle(stored.slice(0, 1), treatment, null)._unsafeUnwrapErr()).toMatchObject([
        { code: 'WRONG_STATE', path: ['on'], detail: expect.stringMatching(/Record the termination first/) },
      ]);
  });
});

it('the figures of a past leaving equal the ledger, with late payments', () => {
  const on = calendarDate('2026-12-31');
  const late = [entry('VEST', 2, '2027-03-01', '3333.33'), entry('PAY', 2, '2027-03-15', '3333.33')];
  const awards = settledByLeaving([{ ...award, entries: [...award.entries, ...late] }], on);
  const { granted, paid, closing, forfeited } = projectLeaving(awards, on, undefined, null);
  expect([granted, paid, closing, forfeited].map(moneyText)).toEqual(['10000.00', '6666.67', '3333.33', '0.00']);
});

it('a treatment is recorded only by its entries since the leaving', () => {
  const on = calendarDate('2026-12-31');
  const recorded = (...more: readonly DeferredEntry[]) =>
    recordedTreatment([{ ...award, entries: [...award.entries, ...more] }], on);
  const forfeited = entry('FORFEIT', 2, '2026-12-31', '3333.33');
  expect(recorded(), 'not decided, or continues').toBeNull();
  expect(recorded(entry('VEST', 2, '2027-03-01', '3333.33'))).toBeNull();
  expect(recorded(entry('VEST', 2, '2026-12-31', '3333.33'))).toBe('ACCELERATE');
  expect(recorded(forfeited)).toBe('FORFEIT');
  expect(recorded(forfeited, entry('FORFEIT', 2, '2027-01-31', '-3333.33'))).toBeNull();
});

it('the figures of a past leaving include later forfeitures', () => {
  const on = calendarDate('2026-12-31');
  const after = entry('FORFEIT', 3, '2027-01-31', '3333.33');
  const awards = [{ ...award, entries: [...award.entries, after] }];
  const { closing, forfeited } = projectLeaving(settledByLeaving(awards, on), on, undefined, 'CONTINUE');
  expect([closing, forfeited].map(moneyText)).toEqual(['3333.33', '3333.33']);
});

it('a reversed entry is described as reversed', () => {
  expect([deferredEntryTitle('PAY', false), deferredEntryTitle('PAY', true)]).toEqual(['Paid', 'Paid, reversed']);
});
