import { describe, expect, it } from 'vitest';
import { carriedText } from './carriedText.ts';

describe('the note on a quarter with carried-forward valuations', () => {
  it('counts holdings by the date of their value', () => {
    const valued = [
      { valuedOn: '2026-06-30', holdings: 12 },
      { valuedOn: '2026-09-30', holdings: 3 },
      { valuedOn: null, holdings: 1 },
    ];
    expect(carriedText({ periodEnd: '2026-09-30', valued })).toBe(
      'Holdings without a value on 09/30/2026: 12 at the value of 06/30/2026; 1 at cost, never valued. Later purchases and sales are included.',
    );
  });

  it("is empty if each was valued at the quarter's end", () => {
    expect(carriedText({ periodEnd: '2026-09-30', valued: [{ valuedOn: '2026-09-30', holdings: 3 }] })).toBeUndefined();
  });
});
