import { describe, expect, it } from 'vitest';
import { terminationText } from './terminationText.ts';

describe('the text of a termination', () => {
  it.each([
    ['Joined a bank as its officer', 'Terminated on 06/30/2026: Joined a bank as its officer.'],
    ['Retired. ', 'Terminated on 06/30/2026: Retired.'],
    [null, 'Terminated on 06/30/2026.'],
  ])('ends with one period: %s', (reason, text) =>
    expect(terminationText('2026-06-30', '2026-07-01', reason, null)).toBe(text),
  );

  it('adds a planned rehire', () =>
    expect(terminationText('2026-06-30', '2026-07-01', null, '2027-01-15')).toBe(
      'Terminated on 06/30/2026. Returns on 01/15/2027.',
    ));
});
