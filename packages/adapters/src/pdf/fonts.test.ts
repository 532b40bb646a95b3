import { describe, expect, it } from 'vitest';
import { createDocument } from './document.ts';
import { runsOf, widthOf } from './fonts.ts';
import { fitted, linesOf } from './textBlock.ts';

const doc = createDocument({ title: 'test', margin: 40 });
const figure = { size: 10, figure: true } as const;

describe('figures', () => {
  it('have digits of one width, whichever they are', () => {
    expect(widthOf(doc, '1,111.11', figure)).toBeCloseTo(widthOf(doc, '8,888.88', figure), 6);
    expect(widthOf(doc, '0'.repeat(8), figure)).toBeCloseTo(8 * widthOf(doc, '0', figure), 6);
    expect(widthOf(doc, '0', figure)).toBeGreaterThan(4);
    expect(widthOf(doc, '0', figure)).toBeLessThan(9);
  });
  it('grow with the size, and shrink to fit', () => {
    expect(widthOf(doc, '12.50', { ...figure, size: 20 })).toBeCloseTo(2 * widthOf(doc, '12.50', figure), 6);
    const look = fitted(doc, '1,234,567,890.12', 60, figure);
    expect(widthOf(doc, '1,234,567,890.12', look)).toBeLessThanOrEqual(60.001);
  });
});

describe('text', () => {
  it('takes each letter from a font that has it, and shows what none has', () => {
    const fonts = (text: string) => runsOf(text, 'regular').map((run) => [run.font, run.text]);
    expect(fonts('Łukasz Иванов')).toEqual([['Inter', 'Łukasz Иванов']]);
    expect(fonts('Anna გიორგი')).toEqual([
      ['Inter', 'Anna '],
      ['DejaVu', 'გიორგი'],
    ]);
    expect(
      fonts('王 Wang')
        .map(([, text]) => text)
        .join(''),
    ).toBe('□ Wang');
  });
  it('breaks between words, and inside a word that is longer than a line', () => {
    const look = { size: 10 } as const;
    const lines = linesOf(doc, `one two ${'x'.repeat(60)}`, 100, look);
    expect(lines.join('').replaceAll(' ', '')).toBe(`onetwo${'x'.repeat(60)}`);
    expect(lines.every((line) => widthOf(doc, line, look) <= 100)).toBe(true);
  });
});
