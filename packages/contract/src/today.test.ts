import { describe, expect, it } from 'vitest';
import { dayIn } from './today.ts';

describe('the day of a firm', () => {
  const newYearsEve = new Date('2026-12-31T23:30:00Z');

  it('is the day where the firm is, whatever the device says', () => {
    expect(dayIn('America/New_York', newYearsEve)).toBe('2026-12-31');
    expect(dayIn('Europe/Zurich', newYearsEve)).toBe('2027-01-01');
    expect(dayIn('Pacific/Kiritimati', newYearsEve)).toBe('2027-01-01');
  });

  it('is that of UTC where the firm has set no zone', () => {
    expect(dayIn(undefined, newYearsEve)).toBe('2026-12-31');
    expect(dayIn('', newYearsEve)).toBe('2026-12-31');
  });
});
