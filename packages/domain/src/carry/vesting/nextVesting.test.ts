import { calendarDate as day, decimal } from '../../kernel/index.ts';
import { describe, expect, it } from 'vitest';
import { vestingDatesAfter } from './nextVesting.ts';

const schedule = [
  { start: 0, end: 12, vested: decimal('0') },
  { start: 12, end: 24, vested: decimal('40') },
  { start: 24, end: 36, vested: decimal('40') },
  { start: 36, end: null, vested: decimal('100') },
];
const own = { initialCloseDate: day('2024-01-31') };

describe('the dates of the next vesting', () => {
  it('are those on which the percentage rises, at the month end if the day is missing', () => {
    const from = { ...own, initialCloseDate: day('2024-02-29') };
    expect(vestingDatesAfter({ schedule, own: from, tranches: [] }, day('2024-06-30'))).toEqual([
      '2025-02-28',
      '2027-02-28',
    ]);
    expect(vestingDatesAfter({ schedule, own: from, tranches: [] }, day('2025-02-28'))).toEqual(['2027-02-28']);
  });
  it('are those of all tranches that count on the day', () => {
    const invested = (date: string) => ({ trancheInvestmentDate: day(date), investedAmount: decimal('100') });
    const tranches = [invested('2024-03-15'), invested('2023-01-01'), invested('2026-01-01')];
    expect(vestingDatesAfter({ schedule, own, tranches }, day('2025-01-01'))).toEqual([
      '2025-03-15',
      '2026-01-01',
      '2027-03-15',
    ]);
  });
  it('are none once all is vested, without a schedule, or without a start', () => {
    expect(vestingDatesAfter({ schedule, own, tranches: [] }, day('2027-01-31'))).toEqual([]);
    expect(vestingDatesAfter({ schedule: null, own, tranches: [] }, day('2024-02-01'))).toEqual([]);
    expect(vestingDatesAfter({ schedule, own: {}, tranches: [] }, day('2024-02-01'))).toEqual([]);
  });
});
