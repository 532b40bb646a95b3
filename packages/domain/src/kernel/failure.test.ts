import { describe, expect, it } from 'vitest';
import { fail, firstFailure, needsSubject } from './failure.ts';

describe('the text of a refusal', () => {
  it.each([
    ['There is no commitment to Oak, L.P..', 'There is no commitment to Oak, L.P.'],
    ['Vested at Oak, L.P.. This pays 5.', 'Vested at Oak, L.P. This pays 5.'],
    ['There is no fund.', 'There is no fund.'],
    ['Wait...', 'Wait...'],
  ])('ends with one period: %s', (detail, displayed) => {
    expect(fail('NOT_FOUND', [], detail).detail).toBe(displayed);
  });
});

it('a text without a subject follows the field name', () => {
  expect(['is not a date', 'isn’t one of A, B', 'can’t be combined with a rate'].filter(needsSubject)).toHaveLength(3);
  expect(['There is no fund', 'island', "'x' is no year"].filter(needsSubject)).toEqual([]);
});

it('a result without a failure has no first one', () => {
  expect(firstFailure([fail('NOT_FOUND', [], 'a'), fail('NOT_FOUND', [], 'b')]).detail).toBe('a');
  expect(() => firstFailure([])).toThrow('the failure of a result is missing');
});
