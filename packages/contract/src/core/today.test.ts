import { describe, expect, it } from 'vitest';
import { clockIn, dayIn } from './today.ts';

describe("the firm's local date", () => {
  const newYearsEve = new Date('2026-12-31T23:30:00Z');

  it("is the date in the firm's time zone, whatever the device reports", () => {
    expect(dayIn('America/New_York', newYearsEve)).toBe('2026-12-31');
    expect(dayIn('Europe/Zurich', newYearsEve)).toBe('2027-01-01');
    expect(dayIn('Pacific/Kiritimati', newYearsEve)).toBe('2027-01-01');
  });

  it('is the UTC date if the firm has set no time zone', () => {
    expect(dayIn(undefined, newYearsEve)).toBe('2026-12-31');
    expect(dayIn('', newYearsEve)).toBe('2026-12-31');
  });

  it('is the date of the displayed time: both change at the same midnight', () => {
    const lastMinute = new Date('2026-03-08T04:59:59Z');
    expect(clockIn('America/New_York', lastMinute)).toBe('2026-03-07T23:59:59');
    expect(dayIn('America/New_York', lastMinute)).toBe('2026-03-07');
    expect(clockIn('America/New_York', new Date('2026-03-08T05:00:00Z'))).toBe('2026-03-08T00:00:00');
    // Daylight saving time begins that night.
    expect(clockIn('America/New_York', new Date('2026-03-08T07:00:00Z'))).toBe('2026-03-08T03:00:00');
  });
});
