import { expect, it } from 'vitest';
import { fromKeys } from './index.ts';

it('has a value for each key', () => {
  expect(fromKeys(['one', 'three'], (key) => key.length)).toEqual({ one: 3, three: 5 });
});
