import { describe, expect, it } from 'vitest';
import { type SourceOption, sourceTree, exclusionReason } from './sourceTree.ts';

const option = (id: string, parentId: string | null, currency = 'usd', hasProfile = true): SourceOption => ({
  type: parentId === null ? 'Fund' : 'Fund Investment',
  source: {
    id,
    name: id,
    code: null,
    fund: null,
    fundId: null,
    coinvestmentId: null,
    investmentId: null,
    holder: null,
  },
  parentId,
  currency: { id: currency },
  last: null,
  profiles: hasProfile
    ? [{ id: `p ${id}`, name: 'P', version: 1, isCurrent: true, isValid: true, effectiveDate: '2026-01-01' }]
    : [],
});
const all = [
  option('fund', null),
  option('investment', 'fund'),
  option('tranche', 'investment'),
  option('other', null),
  option('euro', null, 'eur'),
  option('bare', null, 'usd', false),
];
const byId = new Map(all.map((sourceOption) => [sourceOption.source.id, sourceOption]));
const why = (id: string, ...chosen: string[]) => {
  const found = byId.get(id);
  if (!found) throw new Error(id);
  return exclusionReason(found, new Set(chosen), byId);
};

describe('selecting sources', () => {
  it('arranges options as a tree', () => {
    expect(sourceTree(all).map(({ option: { source } }) => source.id)).toEqual(['fund', 'other', 'euro', 'bare']);
    expect(sourceTree(all)[0]?.children[0]?.children[0]?.option.source.id).toBe('tranche');
  });
  it('excludes the parts of a whole, and the whole of a part', () => {
    expect(why('tranche', 'fund')).toBe('all of fund is already chosen');
    expect(why('investment', 'tranche')).toBe('a part of it is already chosen: tranche');
    expect(why('fund', 'tranche')).toBe('a part of it is already chosen: tranche');
    expect(why('other', 'tranche')).toBeUndefined();
    expect(why('tranche', 'tranche')).toBeUndefined();
  });
  it('is limited to one currency and to sources with a profile', () => {
    expect(why('euro', 'fund')).toBe('different currency than fund');
    expect(why('bare')).toBe('no usable allocation profile');
  });
});
