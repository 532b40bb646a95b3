import { describe, expect, it } from 'vitest';
import { nextTrancheNumber, trancheName } from './index.ts';

describe('a new tranche', () => {
  it('is numbered after the highest one [U-C-169]', () => {
    expect(nextTrancheNumber([])).toBe(1);
    expect(nextTrancheNumber([1, 5, 2])).toBe(6);
  });

  it('is named after its investment [U-C-170 M-C-088]', () => {
    expect(trancheName('Helios Dental Group, Inc.', 3)).toBe('Helios Dental Group, Inc. Tranche # 3');
  });
});
