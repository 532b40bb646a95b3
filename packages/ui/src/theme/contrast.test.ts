import { expect, it } from 'vitest';
import { contrast } from './contrast.ts';

it.each([
  ['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 21],
  ['rgb(255, 255, 255)', 'rgb(255, 255, 255)', 1],
  ['rgb(119, 119, 119)', 'rgb(255, 255, 255)', 4.48],
])('computes the contrast of %s and %s as the guidelines do', (first, other, ratio) => {
  expect(contrast(first, other)).toBeCloseTo(ratio, 2);
  expect(contrast(other, first)).toBeCloseTo(ratio, 2);
});
