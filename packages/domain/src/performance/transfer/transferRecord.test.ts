import { describe, expect, it } from 'vitest';
import { mergeRecord, restoredFacts } from './index.ts';

describe("a fund's record in a data transfer", () => {
  const fields = (facts: readonly { readonly field: string }[]) => facts.map(({ field }) => field);
  const merged = (...records: Parameters<typeof mergeRecord>) => {
    const { changes, conflicts } = mergeRecord(...records);
    return { changes: fields(changes), conflicts: fields(conflicts) };
  };
  it('fills blank fields of a fund that was entered here, and asks about different ones', () => {
    const here = { status: 'OPEN', region: null, sectors: ['10', '20'], platform: 'PE' };
    const theirs = { status: 'CLOSED', region: 'EU', sectors: ['10', '20'], platform: null };
    expect(merged(here, undefined, theirs)).toEqual({ changes: ['region'], conflicts: ['status'] });
  });
  it('updates fields that were not changed here, and asks only where both sides changed', () => {
    const brought = { status: 'OPEN', region: 'EU', sectors: ['10'], platform: 'PE', legalName: 'Fund I' };
    const here = { ...brought, region: 'US', sectors: ['10', '20'], legalName: null };
    const theirs = { ...brought, status: 'CLOSED', sectors: ['30'], platform: null };
    expect(merged(here, brought, theirs)).toEqual({ changes: ['status', 'platform'], conflicts: ['sectors'] });
    // An earlier choice applies until the sender changes the value again.
    expect(merged(here, theirs, theirs)).toEqual({ changes: [], conflicts: [] });
    expect(merged(here, brought, { ...brought, region: null })).toEqual({ changes: [], conflicts: [] });
  });
  it('gets the replaced values back, except those changed since', () => {
    const before = { status: null, region: 'EU', platform: 'PE' };
    const after = { status: 'OPEN', region: 'US', platform: 'PE' };
    expect(restoredFacts({ ...after, region: 'ASIA' }, { before, after })).toEqual({ status: null });
  });
});
