import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDate, createExplanations, decimal, moneyText } from '../../kernel/index.ts';
import { type DeferredEntry, deferredEntryTitle } from './deferred.ts';
import { ifLeaving, type LedgerOfAward } from './leaving.ts';

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
  const { granted, paid, forfeited, closing } = ifLeaving(awards, calendarDate(on));
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
    ifLeaving([award], calendarDate('2027-03-10'), explanations);
    expect(explanations.tree(['closing'])).toMatchObject({ result: '3333.33' });
  });

  it('law: a grant is paid, payable or forfeited, and a later day forfeits less', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 0, max: 400 }), (from, later) => {
        const day = (days: number) => calendarDate(new Date(Date.UTC(2025, 2, 1 + days)).toISOString().slice(0, 10));
        const [first, other] = [ifLeaving([award, award], day(from)), ifLeaving([award, award], day(from + later))];
        for (const { granted, paid, forfeited, closing } of [first, other])
          expect(paid.add(closing).add(forfeited).equals(granted)).toBe(true);
        expect(other.forfeited.lte(first.forfeited)).toBe(true);
      }),
    );
  });
});

it('a reversed entry is described as taken back', () => {
  expect([deferredEntryTitle('PAY', false), deferredEntryTitle('PAY', true)]).toEqual(['Paid', 'Paid, taken back']);
});
