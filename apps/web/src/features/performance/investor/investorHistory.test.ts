import { describe, expect, it } from 'vitest';
import { investorHistory } from './investorHistory.ts';

const quarter = (end: string, nav: string | null, coverage: string | null = null) => ({
  quarter: end,
  currency: 'USD',
  contributions: '10.00',
  distributions: null,
  nav,
  coverage,
});

describe('the history of an investor’s amount', () => {
  it('has the change since the previous quarter end and the amounts of two years', () => {
    const ends = Array.from({ length: 9 }, (_, at) => quarter(`20${String(10 + at)}-12-31`, `${String(at + 1)}00.00`));
    const { change, trend } = investorHistory(ends, 'nav', '900.00');
    expect(change).toEqual({ value: '12.5', unit: 'percent', since: '12/31/2017' });
    expect(trend).toHaveLength(8);
    expect(trend?.at(-1)).toEqual({ label: '12/31/2018', value: '900.00' });
  });
  it('has no change from a quarter that leaves funds out', () => {
    const ends = [quarter('2026-03-31', '1.00', '1 of 2 funds'), quarter('2026-06-30', '2.00')];
    expect(investorHistory(ends, 'nav', '2.00')).toEqual({
      change: undefined,
      trend: [
        { label: '03/31/2026', value: null },
        { label: '06/30/2026', value: '2.00' },
      ],
    });
  });
  it('is empty if the quarters don’t end with the displayed amount', () => {
    expect(investorHistory([quarter('2026-03-31', '1.00')], 'nav', '2.00')).toEqual({});
    expect(investorHistory([], 'nav', '2.00')).toEqual({});
  });
});
