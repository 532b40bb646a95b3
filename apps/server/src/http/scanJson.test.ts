import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanJson } from './scanJson.ts';

const markedOf = (json: string) => {
  const { text, marked } = scanJson(json, '!');
  return { value: JSON.parse(text) as unknown, marked };
};

describe('scanning a JSON text before it is parsed', () => {
  it('counts names, items and levels, but nothing inside texts', () => {
    expect(scanJson('{"a":[1,2,{"b":"{[:,"}],"c\\":,":null}', '!')).toMatchObject({ parts: 6, depth: 3, marked: 0 });
  });

  it('marks numbers that would be parsed as different ones, in place', () => {
    expect(markedOf('{"a":1e-400,"b":[-0.1234567890123456,12345678901234567890,1E5]}')).toEqual({
      value: { a: '!1e-400', b: ['!-0.1234567890123456', '!12345678901234567890', '!1E5'] },
      marked: 4,
    });
    expect(markedOf('[0.000000000000000001,-123456789012.345,"1e5",0]').marked).toBe(0);
  });

  it('names duplicate keys of an object in any spelling, but not keys of different objects', () => {
    const twice = (json: string) => scanJson(json, '!').twice;
    expect(twice('{"NetDistrbutableAmount":"1","NetDistributableAmount" : "2"}')).toEqual(['netDistributableAmount']);
    expect(twice('{"Name":"a","n\\u0061me":"b"}')).toEqual(['name']);
    expect(twice('{"A":[{"Id":1,"B":{"Id":2}},{"Id":"Id"}],"Id":"A","Text":"{\\"Id\\":1}"}')).toEqual([]);
  });

  it('names keys that every object has, in any escape, but no texts', () => {
    const reserved = (json: string) => scanJson(json, '!').reserved;
    expect(reserved('{"a":[{"\\u005f_proto__":1}],"constructor" : {"prototype":{}}}')).toEqual([
      '__proto__',
      'constructor',
    ]);
    expect(reserved('{"Constructor":"__proto__","a":["constructor"]}')).toEqual([]);
  });

  it('changes nothing else', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const plain = json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
          token.startsWith('"') ? token : '7',
        );
        const { text, marked } = scanJson(plain, '!');
        expect({ text, marked }).toEqual({ text: plain, marked: 0 });
      }),
    );
  });

  it('completes on unterminated texts and millions of escapes', () => {
    const escapes = '\\"'.repeat(2_000_000);
    expect(scanJson(`{"a":"${escapes}`, '!')).toMatchObject({ parts: 1, depth: 1 });
    expect(scanJson(`["${'\\'.repeat(4_000_000)}",1]`, '!')).toMatchObject({ parts: 1 });
  });
});
