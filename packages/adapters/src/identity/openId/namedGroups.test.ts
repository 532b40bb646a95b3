import { describe, expect, it } from 'vitest';
import { namedGroups } from './namedGroups.ts';

describe('the groups of a claim', () => {
  it('are its texts, each once, and none where it holds something else', () => {
    expect(namedGroups(['Finance', ' Deal team ', 'Finance', 7, null, '', 'x'.repeat(201)])).toEqual([
      'Finance',
      'Deal team',
    ]);
    expect(namedGroups('Finance')).toEqual(['Finance']);
    expect(namedGroups(undefined)).toEqual([]);
    expect(namedGroups({ Finance: true })).toEqual([]);
  });
});
