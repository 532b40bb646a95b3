import { describe, expect, it } from 'vitest';
import { carriedText } from './carriedText.ts';

describe('what is said of a quarter whose holdings were not valued', () => {
  it('names how many stand at values of which day', () => {
    const valued = [
      { valuedOn: '2026-06-30', holdings: 12 },
      { valuedOn: '2026-09-30', holdings: 3 },
      { valuedOn: null, holdings: 1 },
    ];
    expect(carriedText({ periodEnd: '2026-09-30', valued })).toBe(
      'Holdings without a value on 09/30/2026: 12 at the value of 06/30/2026; 1 at cost, never valued. Later purchases and sales are included.',
    );
  });

  it('is nothing where each was valued for its end', () => {
    expect(carriedText({ periodEnd: '2026-09-30', valued: [{ valuedOn: '2026-09-30', holdings: 3 }] })).toBeUndefined();
  });
});
