import { expect, it } from 'vitest';
import { wordsOf } from './wordsOf.ts';

it.each([
  ['submitDistribution', 'Submit distribution'],
  ['name', 'Name'],
  ['homeAddress.city', 'Home address city'],
])('%s reads %s', (name, words) => expect(wordsOf(name)).toBe(words));
