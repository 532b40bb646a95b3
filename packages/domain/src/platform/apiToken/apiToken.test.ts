import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../kernel/index.ts';
import { tokenPeriodFailures } from './index.ts';

describe('how long a token is worth something', () => {
  const today = calendarDate('2026-10-01');
  it.each([
    ['2026-09-30', 'The last day is over already.'],
    ['2026-10-01', undefined],
    ['2027-10-01', undefined],
    ['2027-10-02', 'The last day is a year from today at most: 10/01/2027.'],
  ])('until %s: %s', (endsOn, detail) => {
    expect(tokenPeriodFailures(calendarDate(endsOn), today)[0]?.detail).toBe(detail);
  });
});
