import { expect, it } from 'vitest';
import { tenantColors, textOn } from './tenantColors.ts';

it.each([
  ['#10202b', '#ffffff'],
  ['#fff', '#10202b'],
  ['#ffd400', '#10202b'],
  ['#b42318', '#ffffff'],
])('text on %s is %s', (background, text) => expect(textOn(background)).toBe(text));

it('an invalid hex color is ignored', () =>
  expect(tenantColors({ name: 'A', navigationBarColor: 'red;} body{display:none' })).toEqual({}));
