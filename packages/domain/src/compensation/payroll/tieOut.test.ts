import { decideExplanation } from './decideExplanation.ts';
import { describe, expect, it } from 'vitest';
import { calendarDate, decimal } from '../../kernel/index.ts';
import { needsExplanation, periodsAYear, tieOut } from './tieOut.ts';

const day = calendarDate;
const salary = (effectiveDate: string, paidRate: string, isHourly = false, currency = 'USD') => ({
  effectiveDate: day(effectiveDate),
  paidRate: decimal(paidRate),
  currency,
  isHourly,
});
const since = (from: string, to: string | null = null) => [{ from: day(from), to: to === null ? null : day(to) }];
const paid = (amount: string, currency = 'USD') => [{ currency, amount: decimal(amount) }];
const tied = (...args: Parameters<typeof tieOut>) =>
  tieOut(...args).map((row) => [
    row.currency,
    row.expected?.toFixed(2) ?? row.reason,
    row.difference?.toFixed(2) ?? null,
    row.basis,
  ]);
const year = since('2020-01-01');
const rate = [salary('2020-01-01', '120000')];

describe('payroll compared with salary (platform 3, rule 9)', () => {
  it.each([
    ['2026-01-01', '2026-01-31', 12],
    ['2026-02-01', '2026-02-28', 12],
    ['2026-02-01', '2026-02-15', 24],
    ['2028-02-16', '2028-02-29', 24],
    ['2026-01-05', '2026-01-18', 26],
    ['2026-01-05', '2026-01-11', 52],
    ['2026-01-01', '2026-12-31', 1],
    ['2026-01-01', '2026-03-31', undefined],
  ])('recognizes how many periods like %s to %s a year has', (from, to, periods) => {
    expect(periodsAYear(day(from), day(to))).toBe(periods);
  });

  it('compares a period with its rate if two employment spans share a day', () => {
    const twice = [...since('2020-01-01', '2026-01-10'), ...since('2026-01-10')];
    expect(tied(rate, twice, paid('5000'), day('2026-01-01'), day('2026-01-15'))).toEqual([
      ['USD', '5000.00', '0.00', 'PERIOD'],
    ]);
  });

  it("expects a period's part of the rate: 5,000.00 semi-monthly of 120,000.00", () => {
    expect(tied(rate, year, paid('5000'), day('2026-01-01'), day('2026-01-15'))).toEqual([
      ['USD', '5000.00', '0.00', 'PERIOD'],
    ]);
    expect(tied(rate, year, [], day('2026-01-01'), day('2026-01-31'))).toEqual([
      ['USD', '10000.00', '-10000.00', 'PERIOD'],
    ]);
  });

  it('expects the days of a partial period: a hire, an end, a new rate, an irregular period', () => {
    expect(tied(rate, since('2026-01-17'), paid('1'), day('2026-01-01'), day('2026-01-31'))[0]).toEqual([
      'USD',
      '4931.51',
      '-4930.51',
      'DAYS',
    ]);
    const raised = [...rate, salary('2026-01-16', '132000')];
    expect(tied(raised, year, [], day('2026-01-01'), day('2026-01-31'))[0]?.[1]).toBe('10717.81');
    expect(tied(rate, year, [], day('2026-01-01'), day('2026-03-31'))[0]?.[1]).toBe('29589.04');
  });

  it('is not determined for hourly pay or without a salary, and expects nothing outside employment', () => {
    expect(
      tied([salary('2020-01-01', '104000', true)], year, paid('8000'), day('2026-01-01'), day('2026-01-31'))[0],
    ).toEqual(['USD', 'HOURLY', null, 'PERIOD']);
    expect(tied([], year, paid('8000'), day('2026-01-01'), day('2026-01-31'))[0]?.[1]).toBe('NO_SALARY');
    expect(tied(rate, since('2020-01-01', '2025-12-31'), paid('100'), day('2026-01-01'), day('2026-01-31'))[0]).toEqual(
      ['USD', '0.00', '100.00', 'NOT_EMPLOYED'],
    );
  });

  it('separates currencies', () => {
    const both = tied(rate, year, paid('9000', 'GBP'), day('2026-01-01'), day('2026-01-31'));
    expect(both).toEqual([
      ['GBP', '0.00', '9000.00', 'OTHER_CURRENCY'],
      ['USD', '10000.00', '-10000.00', 'PERIOD'],
    ]);
  });

  it('requires an explanation above the tolerance, until that exact difference is explained', () => {
    expect(['1.00', '-1.00', '1.01', '-1.01'].map((text) => needsExplanation(decimal(text), null))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect([
      needsExplanation(decimal('5'), decimal('5.00')),
      needsExplanation(decimal('6'), decimal('5')),
      needsExplanation(null, null),
    ]).toEqual([false, true, false]);
  });
});

describe('an explanation', () => {
  it('applies to the difference that the person saw', () => {
    expect(decideExplanation({ difference: '5.00' }, '5.00')._unsafeUnwrap()).toBe('5.00');
    expect(decideExplanation({ difference: '6.00' }, '5.00')._unsafeUnwrapErr()).toMatchObject([
      { code: 'STALE_VERSION', path: ['difference'] },
    ]);
    expect(decideExplanation(undefined, '5.00')._unsafeUnwrapErr()).toMatchObject([{ code: 'NOT_FOUND' }]);
  });
});
