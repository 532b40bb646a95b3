import { expect, it } from 'vitest';
import { fromKeys } from './index.ts';

it('has a value for each key', () => {
  expect(fromKeys(['two', 'three'], (key) => key.length)).toEqual({ two: 3, three: 5 });
});
