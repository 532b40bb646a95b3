import { describe, expect, it } from 'vitest';
import { readsAlike } from './changes.ts';

describe('a figure that changed', () => {
  const reads = (old: string | null, now: string | null) => readsAlike({ old, new: now });

  it('reads as it did where it differs by less than is shown', () => {
    expect(reads('12.341', '12.3449999')).toBe(true);
    expect(reads('12.344', '12.346')).toBe(false);
    expect(reads('100.00', '100.01')).toBe(false);
  });
  it('never does where there was none or is none any more', () => {
    expect(reads(null, '0.001')).toBe(false);
    expect(reads('0.001', null)).toBe(false);
  });
});
