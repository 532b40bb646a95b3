import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  calendarDate,
  compareDates,
  dayNumber,
  dayOfMonth,
  daysBetween,
  fromDayNumber,
  isLeapYear,
  monthNumber,
  monthsBetween,
  parseDate,
  calendarYear,
} from './index.ts';

const day = calendarDate;
const FIRST = dayNumber(day('0001-01-01'));
const LAST = dayNumber(day('9999-12-31'));
const anyDate = fc.integer({ min: FIRST, max: LAST }).map(fromDayNumber);
const modernDate = fc.integer({ min: -30_000, max: 60_000 }).map(fromDayNumber);

describe('months between', () => {
  it.each([
    ['2020-01-31', '2020-02-29', 1],
    ['2020-01-30', '2020-02-28', 0],
    ['2019-02-28', '2020-02-28', 12],
    ['2020-02-29', '2021-02-28', 12],
    ['2020-02-29', '2021-02-27', 11],
    ['2020-05-15', '2020-05-14', -1],
    ['2020-05-31', '2020-04-30', -1],
    ['2020-05-30', '2020-04-29', -2],
    ['2019-12-31', '2020-01-01', 0],
  ])('from %s to %s is %i', (from, to, months) => {
    expect(monthsBetween(day(from), day(to))).toBe(months);
  });

  it('is the largest n for which addMonths does not pass the date', () => {
    fc.assert(
      fc.property(modernDate, modernDate, (from, to) => {
        const months = monthsBetween(from, to);
        expect(addMonths(from, months) <= to).toBe(true);
        expect(addMonths(from, months + 1) > to).toBe(true);
      }),
    );
  });
});

describe('adding', () => {
  it('months clips to the last day of the month', () => {
    expect(addMonths(day('2020-01-31'), 1)).toBe('2020-02-29');
    expect(addMonths(day('2021-01-31'), 1)).toBe('2021-02-28');
    expect(addMonths(day('2020-03-31'), -13)).toBe('2019-02-28');
    expect(addMonths(day('2020-11-30'), 1)).toBe('2020-12-30');
  });

  it('days crosses months, leap days and centuries', () => {
    expect(addDays(day('2024-02-28'), 1)).toBe('2024-02-29');
    expect(addDays(day('1900-02-28'), 1)).toBe('1900-03-01');
    expect(addDays(day('2000-02-28'), 1)).toBe('2000-02-29');
    expect(addDays(day('2020-01-01'), -1)).toBe('2019-12-31');
  });

  it('never leaves the calendar', () => {
    expect(() => addDays(day('9999-12-31'), 1)).toThrow(RangeError);
    expect(() => addDays(day('0001-01-01'), -1)).toThrow(RangeError);
    expect(() => addMonths(day('9999-12-31'), 1)).toThrow(RangeError);
    expect(() => addMonths(day('2020-01-01'), Number.NaN)).toThrow(RangeError);
  });
});

describe('day numbers', () => {
  it('count from 1970-01-01, like a UTC calendar', () => {
    expect(dayNumber(day('1970-01-01'))).toBe(0);
    expect(daysBetween(day('2024-02-28'), day('2024-03-01'))).toBe(2);
    expect(daysBetween(day('2024-03-01'), day('2024-02-28'))).toBe(-2);
    fc.assert(
      fc.property(anyDate, (date) => {
        expect(dayNumber(date)).toBe(Date.parse(`${date}T00:00:00Z`) / 86_400_000);
      }),
    );
  });

  it('convert back to the same date for every day of 800 years and at both ends of every year', () => {
    for (let year = 1; year <= 9999; year++) {
      const text = String(year).padStart(4, '0');
      for (const date of [day(`${text}-01-01`), day(`${text}-12-31`)]) {
        if (fromDayNumber(dayNumber(date)) !== date) expect.fail(date);
      }
    }
    const start = dayNumber(day('1600-01-01'));
    for (let number = start; number < start + 292_194; number++) {
      if (dayNumber(fromDayNumber(number)) !== number) expect.fail(`day ${number}`);
    }
  });

  it('sort like the dates', () => {
    fc.assert(
      fc.property(anyDate, anyDate, (a, b) => {
        expect(compareDates(a, b)).toBe(Math.sign(dayNumber(a) - dayNumber(b)));
        expect(compareDates(a, a)).toBe(0);
      }),
    );
  });
});

describe('dates from input', () => {
  it('must be ISO days of the calendar', () => {
    expect(parseDate('2024-02-29', [])._unsafeUnwrap()).toBe('2024-02-29');
    for (const input of [
      '2024-2-9',
      '29/02/2024',
      '2024-02-29T00:00:00Z',
      '20240229',
      '',
      null,
      20240229,
      new Date(0),
    ]) {
      expect(parseDate(input, ['date'])._unsafeUnwrapErr()).toMatchObject({ code: 'DATE_FORMAT', path: ['date'] });
    }
    for (const input of ['2023-02-29', '2024-13-01', '2024-00-10', '2024-04-31', '0000-01-01', '2024-01-00']) {
      expect(parseDate(input, [])._unsafeUnwrapErr().code).toBe('DATE_NOT_REAL');
    }
  });

  it('throw in code if they are invalid', () => {
    expect(() => day('2024-02-30')).toThrow(RangeError);
    expect(() => day('tomorrow')).toThrow(RangeError);
    expect([calendarYear(day('2024-02-29')), monthNumber(day('2024-02-29')), dayOfMonth(day('2024-02-29'))]).toEqual([
      2024, 2, 29,
    ]);
    expect([1900, 2000, 2023, 2024].map(isLeapYear)).toEqual([false, true, false, true]);
  });
});
