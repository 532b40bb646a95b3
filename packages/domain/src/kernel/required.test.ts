import { describe, expect, it } from 'vitest';
import { paired, required } from './index.ts';

describe('required', () => {
  it('returns values, including empty ones', () => {
    expect([required(0, 'a count'), required('', 'a text'), required(false, 'an answer')]).toEqual([0, '', false]);
  });

  it('names the missing value', () => {
    const missing = expect.objectContaining({ name: 'MissingValueError', message: 'missing: the fund' }) as Error;
    expect(() => required(undefined, 'the fund')).toThrow(missing);
    expect(() => required(null, 'the fund')).toThrow(missing);
  });
});

describe('paired', () => {
  it('pairs by position', () => {
    expect(paired(['a', 'b'], [1, undefined], 'numbers')).toEqual([
      ['a', 1],
      ['b', undefined],
    ]);
    expect(paired([], [], 'numbers')).toEqual([]);
  });

  it('refuses lists of different lengths', () => {
    expect(() => paired(['a', 'b'], [1], 'numbers')).toThrow('missing: numbers, 2 elements against 1');
    expect(() => paired(['a'], [1, 2], 'numbers')).toThrow('missing: numbers, 1 elements against 2');
  });
});
