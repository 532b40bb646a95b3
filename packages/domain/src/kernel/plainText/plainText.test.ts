import { expect, it } from 'vitest';
import { unseenCharacter, withoutUnseen } from './index.ts';

it('takes what is seen, whatever its script', () => {
  for (const text of ['', 'Fund I', 'Zoë \u{1f600}', 'قصر', 'a\u200db', 'a\u00a0b'])
    expect(unseenCharacter(text), text).toBeUndefined();
});

it('refuses what is not seen and names it, a break only where there is one line', () => {
  for (const code of [0x00, 0x07, 0x1b, 0x7f, 0x85, 0x9f, 0x202a, 0x202e, 0x2066, 0x2069, 0xfffe, 0xffff])
    for (const inLines of [false, true])
      expect(unseenCharacter(`a${String.fromCharCode(code)}b`, { inLines })).toContain(
        `U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
      );
  for (const [text, what] of [
    ['a\nb', 'a line break'],
    ['a\r\nb', 'a line break'],
    ['a\tb', 'a tab'],
  ] as const) {
    expect(unseenCharacter(text)).toContain(what);
    expect(unseenCharacter(text, { inLines: true })).toBeUndefined();
  }
});

it('leaves what is not seen out of the name of a file', () => {
  expect(withoutUnseen('invoice\u202egpj.exe\n')).toBe('invoicegpj.exe');
});
