import { describe, expect, it } from 'vitest';
import { defaultTrancheName } from './trancheDefaults.ts';

describe('the name of a tranche', () => {
  it('follows its number', () => {
    const name = defaultTrancheName('Helios, Inc.', 1);
    expect(name.start).toBe('Helios, Inc. Tranche # 1');
    expect(name.after('Helios, Inc. Tranche # 1', '12')).toBe('Helios, Inc. Tranche # 12');
    expect(name.after('Helios, Inc. Tranche # 12', 3)).toBe('Helios, Inc. Tranche # 3');
  });
  it('stays blank while there is no number', () => {
    const name = defaultTrancheName('Helios, Inc.', 1);
    expect(name.after('Helios, Inc. Tranche # 1', '')).toBeUndefined();
    expect(name.after('Helios, Inc. Tranche # 1', '2')).toBe('Helios, Inc. Tranche # 2');
  });
  it('stays once it is edited', () => {
    const name = defaultTrancheName('Helios, Inc.', 1);
    expect(name.after('First closing', '2')).toBeUndefined();
  });
  it('is restored when it is cleared', () => {
    expect(defaultTrancheName('Helios, Inc.', 1).after('', '2')).toBe('Helios, Inc. Tranche # 2');
  });
});
