import { describe, expect, it } from 'vitest';
import { MissingValueError, paired } from './index.ts';

describe('paired', () => {
  it('pairs by position', () => {
    expect(paired(['a', 'b'], [1, undefined], 'the numbers')).toEqual([
      ['a', 1],
      ['b', undefined],
    ]);
    expect(paired([], [], 'the numbers')).toEqual([]);
  });

  it('refuses lists of different lengths', () => {
    const short = new MissingValueError('one of the numbers (2 and 1)');
    expect(() => paired(['a', 'b'], [1], 'the numbers')).toThrow(short);
    expect(() => paired(['a'], [1, 2], 'the numbers')).toThrow(MissingValueError);
  });
});
