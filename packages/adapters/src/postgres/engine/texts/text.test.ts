import { describe, expect, it } from 'vitest';
import { codeText, dayText, sentence } from './text.ts';

describe('a text in SQL', () => {
  it('is that of the code, and the other value for codes without one', () => {
    expect(codeText('b.kind', { A: 'All', B: "Ben's" })).toBe(
      "CASE b.kind WHEN 'A' THEN 'All' WHEN 'B' THEN 'Ben''s' END",
    );
    expect(codeText('b.kind', { A: 'All' }, 'b.kind')).toBe("CASE b.kind WHEN 'A' THEN 'All' ELSE b.kind END");
  });

  it("is the domain's sentence with the values of the row", () => {
    const text = (name: string, day: string) => `${name}'s token ends on ${day}.`;
    expect(sentence(text, 'e.name', dayText('e.ends_on'))).toBe(
      "format('%s''s token ends on %s.', e.name, to_char(e.ends_on, 'MM/DD/YYYY'))",
    );
  });
});
