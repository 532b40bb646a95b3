import { describe, expect, it } from 'vitest';
import { isDisplayedUnchanged } from './changes.ts';

describe('a figure that changed', () => {
  const reads = (old: string | null, now: string | null) => isDisplayedUnchanged({ old, new: now });

  it('displays as unchanged if it differs by less than the displayed precision', () => {
    expect(reads('12.341', '12.3449999')).toBe(true);
    expect(reads('12.344', '12.346')).toBe(false);
    expect(reads('100.00', '100.01')).toBe(false);
  });
  it('never displays as unchanged if one of the two values is missing', () => {
    expect(reads(null, '0.001')).toBe(false);
    expect(reads('0.001', null)).toBe(false);
  });
});
