import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../kernel/index.ts';
import { tokenPeriodFailures } from './index.ts';

describe('how long a token is valid', () => {
  const today = calendarDate('2026-10-01');
  it.each([
    ['2026-09-30', 'The last day is in the past. Choose today or later.'],
    ['2026-10-01', undefined],
    ['2027-10-01', undefined],
    ['2027-10-02', 'A token can last at most a year. Choose 10/01/2027 or earlier.'],
  ])('until %s: %s', (endsOn, detail) => {
    expect(tokenPeriodFailures(calendarDate(endsOn), today)[0]?.detail).toBe(detail);
  });
});
