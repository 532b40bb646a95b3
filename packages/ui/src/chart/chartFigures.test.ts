import { expect, it } from 'vitest';
import { cutToTop, fullFigure, shortFigure } from './chartFigures.ts';

it.each([
  ['0', '0'],
  ['999', '999'],
  ['1250', '1.25K'],
  ['1250000.00', '1.25M'],
  ['49590981.21', '49.59M'],
  ['1000000000', '1B'],
  ['1200000000000', '1.2T'],
  ['7000000000000000', '7P'],
  ['-1500000000000000000', '(1.5E)'],
  ['100', '100'],
  ['-2500000', '(2.5M)'],
  ['12.5', '12.5'],
])('%s is %s on an axis [U-T-104 M-T-069 M-T-070 M-T-071 M-T-072 M-T-073 M-T-074]', (text, displayed) =>
  expect(shortFigure(text)).toBe(displayed),
);

it('a currency sign precedes the figure, inside the parentheses [U-T-104]', () => {
  expect(shortFigure('2500000', '$')).toBe('$2.5M');
  expect(shortFigure('-2500000', '$')).toBe('($2.5M)');
  expect(fullFigure('money', '-2500000', '$')).toBe('($2,500,000.00)');
});

it('a truncated chart says so [M-P-050 U-T-105 M-T-068]', () => {
  const chart = { title: 'Firms', categories: ['a', 'b', 'c'], series: [{ name: 's', values: ['3', '2', '1'] }] };
  expect(cutToTop({ ...chart, top: 2 })).toEqual({
    title: 'Firms (Top 2)',
    categories: ['a', 'b'],
    series: [{ name: 's', values: ['3', '2'] }],
  });
  expect(cutToTop({ ...chart, top: 3 }).title).toBe('Firms');
  const eight = Array.from('abcdefgh');
  expect(cutToTop({ title: 'Firms', categories: eight, series: [], top: 7 }).title).toBe('Firms (Top 7)');
});
