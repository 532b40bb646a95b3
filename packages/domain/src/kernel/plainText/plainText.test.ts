import { expect, it } from 'vitest';
import { hasVisible, normalizeName, unseenCharacter, removeInvisible } from './index.ts';

it('accepts visible characters of any script', () => {
  for (const text of [
    '',
    'Fund I',
    'Zoë \u{1f600}',
    'قصر',
    'a\u00a0b',
    'خ\u200cه',
    'क्\u200dष',
    '👩\u200d💻',
    '❤\ufe0f',
    '1\ufe0f\u20e3',
    '\u115f\u1161',
    '\u1100\u1160',
  ])
    expect(unseenCharacter(text), text).toBeUndefined();
});

it('refuses and names invisible characters, and line breaks in single-line text', () => {
  for (const code of [0x00, 0x07, 0x1b, 0x7f, 0x85, 0x9f, 0x202a, 0x202e, 0x2066, 0x2069, 0xfffe, 0xffff])
    for (const inLines of [false, true])
      expect(unseenCharacter(`a${String.fromCharCode(code)}b`, { inLines })).toContain(
        `U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
      );
  for (const [text, label] of [
    ['a\nb', 'a line break'],
    ['a\r\nb', 'a line break'],
    ['a\tb', 'a tab'],
  ] as const) {
    expect(unseenCharacter(text)).toContain(label);
    expect(unseenCharacter(text, { inLines: true })).toBeUndefined();
  }
});

it('refuses look-alike characters in a name, but not in multi-line text', () => {
  const codes = [0xad, 0x34f, 0x61c, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2060, 0x3164, 0xfe0f, 0xfeff];
  for (const code of codes) {
    const [text, number] = [`Fund${String.fromCharCode(code)} I`, code.toString(16).toUpperCase().padStart(4, '0')];
    expect(unseenCharacter(text)).toBe(`has the invisible character U+${number}. Type it again without it`);
    expect(unseenCharacter(text, { inLines: true })).toBeUndefined();
    expect(unseenCharacter(text, { inLines: true, isName: true })).toContain(`U+${number}`);
  }
  expect(unseenCharacter('Fund\u{e0041} I')).toContain('U+E0041');
});

it('refuses blank-looking characters in a name, and names made only of them anywhere', () => {
  for (const code of [0x115f, 0x1160, 0x2028, 0x2029, 0x2800, 0xffa0, 0xfff9, 0x16fe4, 0x1d159]) {
    const blank = String.fromCodePoint(code);
    const number = code.toString(16).toUpperCase();
    expect(unseenCharacter(`Fund${blank} I`)).toBe(`has the invisible character U+${number}. Type it again without it`);
    expect(unseenCharacter(`Fund${blank} I`, { inLines: true }), number).toBeUndefined();
    expect(hasVisible(blank), number).toBe(false);
  }
  expect(unseenCharacter('\u115f\u1160')).toBe('has only invisible characters. Type it again');
  expect(unseenCharacter('Fund \u115f\u1160')).toContain('U+115F');
});

it('makes names equal that differ only in their spaces or in how their letters are composed', () => {
  for (const space of '\u00a0\u1680\u2000\u2003\u2007\u2009\u202f\u205f\u3000')
    expect(normalizeName(`Advisor,${space}immediate`)).toBe('Advisor, immediate');
  for (const doubled of ['Ann  Pay', 'Ann \u00a0 Pay']) expect(normalizeName(doubled)).toBe('Ann Pay');
  expect(normalizeName('Zoe\u0308')).toBe('Zo\u00eb');
  expect(normalizeName('Advisor, immediate')).toBe('Advisor, immediate');
});

it('leaves invisible characters out of file names', () => {
  expect(removeInvisible('invoice\u202egpj.exe\n')).toBe('invoicegpj.exe');
});
