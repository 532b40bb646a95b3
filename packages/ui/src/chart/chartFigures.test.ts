import { expect, it } from 'vitest';
import {
  axisStart,
  axisUnit,
  cutToTop,
  fullFigure,
  isDrawable,
  labelFigure,
  pictureName,
  pictureSubtitle,
  shortFigure,
  spreadLabels,
} from './chartFigures.ts';

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

it('an axis has one unit, that of its largest figure', () => {
  const unitOf = (kind: 'money' | 'return' | 'multiple', ...values: readonly (string | null)[]) => {
    const { name, format } = axisUnit({ kind, series: [{ name: 's', values }] });
    return [name, format('2500000'), format('0')];
  };
  expect(unitOf('money', '18450333.37', null, '-950.00')).toEqual(['in millions', '2.5', '0']);
  expect(unitOf('money', '-7000000000.00')).toEqual(['in billions', '0', '0']);
  expect(unitOf('money', '950.00')).toEqual(['', '2,500,000', '0']);
  expect(axisUnit({ kind: 'return', series: [] }).name).toBe('in percent');
  expect(axisUnit({ kind: 'multiple', series: [] }).format('1.5')).toBe('1.5x');
  expect(axisUnit({ kind: 'money', series: [{ name: 's', values: ['50000.00'] }] }).format('-2500')).toBe('(2.5)');
});

it('a label next to a bar has its own unit', () => {
  expect(labelFigure('money', '18450333.37', '$')).toBe('$18.45M');
  expect(labelFigure('multiple', '1.5')).toBe('1.50x');
  expect(labelFigure('return', '-12.345')).toBe('(12.35%)');
});

it('a chart is drawn if it has a figure, and steps only if all are determined', () => {
  const drawable = (shape: 'bar' | 'waterfall', values: readonly (string | null)[]) =>
    isDrawable({ shape, categories: ['a', 'b'], series: [{ name: 's', values }] });
  expect([drawable('bar', [null, '1']), drawable('bar', [null, null])]).toEqual([true, false]);
  expect([drawable('waterfall', ['1', '1']), drawable('waterfall', [null, '1'])]).toEqual([true, false]);
});

it('a picture is named after its subject, its title and the reporting date, or else the date of the firm', () => {
  const fund = { name: 'Fund I', reportingDate: '2026-06-30', today: '2026-08-02', scope: 'All partners' };
  expect(pictureName('NAV bridge, USD/EUR', fund, 'svg')).toBe('Fund I NAV bridge, USD-EUR 2026-06-30.svg');
  expect(pictureSubtitle(fund)).toBe('Fund I \u00b7 06/30/2026 \u00b7 All partners');
  const question = 'How much carry was distributed each year, in USD? (Top 7)';
  expect(pictureName(question, { today: '2026-08-02' }, 'png')).toBe(
    'How much carry was distributed each year, in USD (Top 7) 2026-08-02.png',
  );
  expect(pictureSubtitle({ today: '2026-08-02' })).toBe('Exported 08/02/2026');
});

it('the axis of steps begins near the lowest level if all levels are far from zero', () => {
  const startOf = (values: readonly string[], isOpened = true) =>
    axisStart({
      shape: 'waterfall',
      categories: values,
      series: [{ name: 'Amount', values }],
      steps: values.map((_, at) => ({ isTotal: at === values.length - 1 || (isOpened && at === 0) })),
    });
  expect(startOf(['1000000.00', '12000.00', '-4000.00', '1008000.00'])).toBe(990_000);
  expect(startOf(['100.00', '60.00', '160.00'])).toBe(undefined);
  expect(startOf(['100.00', '-99.00', '1.00'])).toBe(undefined);
  expect(startOf(['-1000.00', '10.00', '-990.00'])).toBe(undefined);
  expect(startOf(['1000.00', '10.00', '1010.00'], false)).toBe(undefined);
});

it('labels at almost the same height are moved apart, within the chart', () => {
  expect(spreadLabels([100, 40, 104], 13, 200)).toEqual([100, 40, 113]);
  expect(spreadLabels([190, 188, 10], 13, 195)).toEqual([195, 182, 10]);
  expect(spreadLabels([50, 50, 50], 13, 200)).toEqual([50, 63, 76]);
  expect(spreadLabels([], 13, 200)).toEqual([]);
});
