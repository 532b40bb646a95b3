import { describe, expect, it } from 'vitest';
import { fail } from './failure.ts';

describe('the detail of a refusal', () => {
  it.each([
    ['There is no commitment to Oak, L.P..', 'There is no commitment to Oak, L.P.'],
    ['There is no fund.', 'There is no fund.'],
    ['Wait...', 'Wait...'],
  ])('ends with one stop: %s', (detail, shown) => {
    expect(fail('NOT_FOUND', [], detail).detail).toBe(shown);
  });
});
