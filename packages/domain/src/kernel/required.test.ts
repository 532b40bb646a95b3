import { describe, expect, it } from 'vitest';
import { required } from './required.ts';

describe('a required value', () => {
  it.each([0, '', false, Number.NaN])('may be falsy: %s', (value) => {
    expect(required(value, 'a value')).toBe(value);
  });

  it.each([undefined, null])('is named if the data lacks it: %s', (value) => {
    expect(() => required(value, 'the period of a period end')).toThrow(
      expect.objectContaining({ name: 'MissingValueError', message: 'the period of a period end is missing' }),
    );
  });
});
