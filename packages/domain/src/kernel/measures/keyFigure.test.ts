import { addDays, type CalendarDate, calendarDate, calendarYear, decimal } from '@carrara/domain/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceDays, keyFigure, pointsOfSpans, yearSpans } from './keyFigure.ts';

const day = calendarDate;
const point = (on: string, value: string | null) => ({ on: day(on), value: value === null ? null : decimal(value) });
/** Returns the difference and the percentage of a figure as text. */
const changeOf = ({ change }: ReturnType<typeof keyFigure>) =>
  change && [change.since, change.difference.toFixed(2), change.percent?.toString() ?? null];

describe('key figures', () => {
  it('compares a balance with the end of the previous quarter', () => {
    const figure = keyFigure([
      point('2026-06-30', '80.00'),
      point('2026-09-30', '100.00'),
      point('2026-11-30', '75.00'),
    ]);
    expect(figure.value?.toFixed(2)).toBe('75.00');
    expect(changeOf(figure)).toEqual(['2026-09-30', '-25.00', '-25']);
  });

  it('compares a year in progress with the same days of the year before', () => {
    const figure = keyFigure(
      [point('2025-12-31', '400.00'), point('2026-11-30', '150.00')],
      point('2025-11-30', '100.00'),
    );
    expect(changeOf(figure)).toEqual(['2025-11-30', '50.00', '50']);
  });

  it('has no percentage of zero, the sign of a loss below zero, and no change from nothing', () => {
    expect(changeOf(keyFigure([point('2026-09-30', '0.00'), point('2026-11-30', '75.00')]))).toEqual([
      '2026-09-30',
      '75.00',
      null,
    ]);
    const owed = keyFigure([point('2026-09-30', '-100.00'), point('2026-11-30', '-150.00')]);
    expect(changeOf(owed)).toEqual(['2026-09-30', '-50.00', '-50']);
    expect(keyFigure([point('2026-09-30', null), point('2026-11-30', '75.00')]).change).toBeNull();
    expect(keyFigure([point('2026-09-30', '75.00'), point('2026-11-30', null)]).change).toBeNull();
    expect(keyFigure([]).value).toBeNull();
  });

  it.each([
    ['2026-11-30', ['2026-03-31', '2026-06-30', '2026-09-30', '2026-11-30']],
    ['2026-12-31', ['2026-03-31', '2026-06-30', '2026-09-30', '2026-12-31']],
    ['2026-01-01', ['2025-06-30', '2025-09-30', '2025-12-31', '2026-01-01']],
  ])('takes balances at the last quarter ends before %s', (today, days) => {
    expect(balanceDays(day(today), 3)).toEqual(days);
  });

  it('adds up the amounts of a year, which is unknown before the first one and zero after it', () => {
    const year = (at: number) => ({ from: day(`${String(at)}-01-01`), on: day(`${String(at)}-12-31`) });
    const paid = ['10.00', '5.50'].map((amount) => ({ ...year(2024), value: decimal(amount) }));
    const points = pointsOfSpans(paid, [2023, 2024, 2025].map(year));
    expect(points.map(({ value }) => value?.toFixed(2) ?? null)).toEqual([null, '15.50', '0.00']);
    expect(pointsOfSpans([], [year(2025)])).toEqual([{ on: '2025-12-31', value: null }]);
  });

  it('takes sums of full years, and of a year in progress', () => {
    expect(yearSpans(day('2024-02-29'), 1)).toEqual({
      series: [
        { from: '2023-01-01', on: '2023-12-31' },
        { from: '2024-01-01', on: '2024-02-29' },
      ],
      before: { from: '2023-01-01', on: '2023-02-28' },
    });
    // The payroll of February 29 is in both years.
    expect(yearSpans(day('2025-02-28'), 0).before).toEqual({ from: '2024-01-01', on: '2024-02-29' });
    expect(yearSpans(day('2024-02-28'), 0).before.on).toBe('2023-02-28');
  });

  it('compares whole months with whole months, and other days with the same day of the year before', () => {
    const isMonthEnd = (date: CalendarDate) => addDays(date, 1).endsWith('-01');
    const anyDay = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays(day('1960-01-01'), days));
    fc.assert(
      fc.property(anyDay, (until) => {
        const { from, on } = yearSpans(until, 0).before;
        const year = String(calendarYear(until) - 1);
        expect(from).toBe(`${year}-01-01`);
        expect(on.slice(0, 7)).toBe(`${year}-${until.slice(5, 7)}`);
        expect(isMonthEnd(on) || on.slice(8) === until.slice(8)).toBe(true);
        if (isMonthEnd(until)) expect(isMonthEnd(on)).toBe(true);
        // A later day is never compared with fewer days.
        expect(yearSpans(addDays(until, 1), 0).before.on >= on).toBe(true);
      }),
    );
  });
});
