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
      '12 holdings have no value on 09/30/2026; their value of 06/30/2026 is used, plus later purchases and sales. 1 holding has never been valued; its cost is used.',
    );
  });

  it("is empty if each was valued at the quarter's end", () => {
    expect(carriedText({ periodEnd: '2026-09-30', valued: [{ valuedOn: '2026-09-30', holdings: 3 }] })).toBeUndefined();
  });
});
