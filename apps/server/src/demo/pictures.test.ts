import { expect, it } from 'vitest';
import { alderPeople } from './alderPeople.ts';
import { drawPortrait } from './pictures.ts';

it('draws each person as their name suggests, whatever their number', () => {
  expect(drawPortrait(2, true).equals(drawPortrait(2, false))).toBe(false);
  // Noah Okafor and Elena Kovacs have even numbers.
  expect(['E002', 'E016'].map((code) => alderPeople.longHaired.includes(code))).toEqual([false, true]);
});
