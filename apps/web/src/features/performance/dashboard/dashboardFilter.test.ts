import { describe, expect, it } from 'vitest';
import { withFamily, withFund } from './dashboardFilter.ts';

describe('the filter of the dashboard', () => {
  it('is set by a slice, and cleared by the same slice again [U-P-051]', () => {
    expect(withFamily({}, 'buyout')).toEqual({ fundFamilyId: 'buyout' });
    expect(withFamily({ fundFamilyId: 'buyout' }, 'buyout')).toEqual({});
    expect(withFund({ fundId: 'one' }, 'one')).toEqual({});
    expect(withFund({ fundId: 'one' }, 'two')).toEqual({ fundId: 'two' });
  });
  it('has no family once a fund is selected [U-P-051]', () => {
    expect(withFund({ fundFamilyId: 'buyout' }, 'one')).toEqual({ fundId: 'one' });
    expect(withFund({ fundFamilyId: 'buyout' }, null)).toEqual({});
  });
});
