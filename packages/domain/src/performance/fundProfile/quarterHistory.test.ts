import { calendarDate, decimal } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import { quarterHistory, returnHistory } from './index.ts';

const end = calendarDate('2026-06-30');
const figure = (on: string, value: string | null) => ({
  end: calendarDate(on),
  value: value === null ? null : decimal(value),
});
const rate = (on: string, irr: string, irrAnnualized: boolean) => ({
  end: calendarDate(on),
  irr: decimal(irr),
  irrAnnualized,
});

describe('the history of a stored figure', () => {
  it('has the change since the previous quarter end and the figures of two years', () => {
    const { change, trend } = quarterHistory(
      [figure('2026-06-30', '900'), figure('2026-03-31', '800'), figure('2023-12-31', '5')],
      end,
      'money',
    );
    expect(change).toEqual({ since: '2026-03-31', difference: '100.00', percent: '12.5' });
    expect(trend).toHaveLength(8);
    expect(trend[0]).toEqual({ endDate: '2024-09-30', value: null });
    expect(trend.slice(-2)).toEqual([
      { endDate: '2026-03-31', value: '800.00' },
      { endDate: '2026-06-30', value: '900.00' },
    ]);
  });
  it('has no change from a quarter end without the figure', () => {
    const quarters = [figure('2026-06-30', '900'), figure('2026-03-31', null), figure('2025-12-31', '800')];
    expect(quarterHistory(quarters, end, 'money').change).toBeNull();
  });
});

describe('the history of a return', () => {
  it('has the change in percentage points', () => {
    const { change } = returnHistory([rate('2026-03-31', '8.2', true), rate('2026-06-30', '9.5', true)], end);
    expect(change).toMatchObject({ since: '2026-03-31', difference: '1.3' });
  });
  it('is not compared with a return for less than a year', () => {
    const { change, trend } = returnHistory([rate('2026-03-31', '8.2', false), rate('2026-06-30', '9.5', true)], end);
    expect(change).toBeNull();
    expect(trend.slice(-2).map(({ value }) => value)).toEqual([null, '9.5']);
  });
});
