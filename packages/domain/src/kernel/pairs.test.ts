import { expect, it } from 'vitest';
import { pairByKey, zip } from './pairs.ts';

it('lists of the same length are zip by position', () => {
  expect(zip(['a', 'b'], Float64Array.of(1, 2))).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
});

it.each([[[1]], [[1, 2, 3]]])('lists of different lengths are a fault: %j', (second) => {
  expect(() => zip(['a', 'b'], second)).toThrow(expect.objectContaining({ name: 'MissingValueError' }));
});

it('versions are zip by key, and the latest is the one that is left', () => {
  const before = new Map([
    ['removed', 1],
    ['changed', 2],
  ]);
  const after = new Map([
    ['added', 4],
    ['changed', 3],
  ]);
  expect(pairByKey(before, after)).toEqual([
    { key: 'removed', before: 1, after: undefined, latest: 1 },
    { key: 'changed', before: 2, after: 3, latest: 3 },
    { key: 'added', before: undefined, after: 4, latest: 4 },
  ]);
});
