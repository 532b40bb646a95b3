import { expect, it } from 'vitest';
import { longestHistory } from './longestHistory.ts';

const index = (id: string, firstDate: string | null) => ({ id, firstDate });

it('is not replaced by an index that sorts first by name and starts later', () => {
  const [own, imported, empty] = [index('world', '2009-01-02'), index('a', '2021-01-04'), index('b', null)];
  expect(longestHistory([empty, imported, own])).toBe(own);
  expect(longestHistory([empty])).toBe(empty);
  expect(longestHistory([])).toBeUndefined();
});
