import { describe, expect, it } from 'vitest';
import { namedGroups } from './namedGroups.ts';

describe('the groups in a claim', () => {
  it('are its distinct texts, or none if it contains anything else', () => {
    expect(namedGroups(['Finance', ' Deal team ', 'Finance', 7, null, '', 'x'.repeat(201)])).toEqual([
      'Finance',
      'Deal team',
    ]);
    expect(namedGroups('Finance')).toEqual(['Finance']);
    expect(namedGroups(undefined)).toEqual([]);
    expect(namedGroups({ Finance: true })).toEqual([]);
  });
});
