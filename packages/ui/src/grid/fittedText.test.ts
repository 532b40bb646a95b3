import { expect, it } from 'vitest';
import { fittedText } from './fittedText.ts';

const tenEach = (text: string) => text.length * 10;

it('cuts a text that is too wide with an ellipsis, not in the middle of a letter', () => {
  expect(fittedText('Harbour III', 110, tenEach)).toBe('Harbour III');
  expect(fittedText('Harbour III', 100, tenEach)).toBe('Harbour I…');
  expect(fittedText('Harbour III', 90, tenEach)).toBe('Harbour…');
  expect(fittedText('Harbour III', 5, tenEach)).toBe('…');
});
