import { describe, expect, it } from 'vitest';
import { filterByFamily, filterByFund } from './dashboardFilter.ts';

describe('the filter of the dashboard', () => {
  it('is set by a slice, and cleared by the same slice again [U-P-051]', () => {
    expect(filterByFamily({}, 'buyout')).toEqual({ fundFamilyId: 'buyout' });
    expect(filterByFamily({ fundFamilyId: 'buyout' }, 'buyout')).toEqual({});
    expect(filterByFund({ fundId: 'one' }, 'one')).toEqual({});
    expect(filterByFund({ fundId: 'one' }, 'two')).toEqual({ fundId: 'two' });
  });
  it('has no family once a fund is selected [U-P-051]', () => {
    expect(filterByFund({ fundFamilyId: 'buyout' }, 'one')).toEqual({ fundId: 'one' });
    expect(filterByFund({ fundFamilyId: 'buyout' }, null)).toEqual({});
  });
});
