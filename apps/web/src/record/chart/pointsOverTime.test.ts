import { expect, it } from 'vitest';
import { seriesOverTime, valuesOverTime } from './pointsOverTime.ts';

const at = (date: string, name: string) => ({ date, name, currency: 'USD', amount: '1.00' });

it('draws few dates as bars, more as a line, and several sources as areas [U-C-159]', () => {
  const dates = ['2024-01-01', '2024-02-01', '2024-03-01', '2024-04-01'];
  expect(seriesOverTime(dates.slice(0, 3).map((date) => at(date, 'a'))).shape).toBe('column');
  expect(seriesOverTime(dates.map((date) => at(date, 'a'))).shape).toBe('line');
  expect(seriesOverTime(dates.flatMap((date) => [at(date, 'a'), at(date, 'b')])).shape).toBe('stackedArea');
});

it('stacks several sources over all dates: a missing amount adds nothing, an undetermined one leaves a gap', () => {
  const dates = ['2024-01-01', '2024-02-01', '2024-03-01', '2024-04-01'];
  const { shape, series } = seriesOverTime([
    ...dates.map((date) => at(date, 'a')),
    at('2024-02-01', 'b'),
    { ...at('2024-03-01', 'b'), amount: null },
  ]);
  expect(shape).toBe('stackedArea');
  expect(series[1]).toEqual({ name: 'b', values: ['0.00', '1.00', null, '0.00'] });
});

it('draws the values of one name as an area in the color of their meaning, at their dates', () => {
  const dates = ['2024-03-31', '2024-12-31'];
  expect(
    valuesOverTime(
      dates.map((date) => at(date, 'a')),
      { a: 'fairValue' },
    ),
  ).toEqual({
    shape: 'area',
    categories: ['03/31/2024', '12/31/2024'],
    dates,
    series: [{ name: 'a', meaning: 'fairValue', values: ['1.00', '1.00'] }],
  });
});

it('leaves a gap in a series without a value', () => {
  const dates = ['2024-01-01', '2024-02-01', '2024-03-01', '2024-04-01'];
  const { shape, series } = valuesOverTime([...dates.map((date) => at(date, 'a')), at('2024-02-01', 'b')]);
  expect(shape).toBe('line');
  expect(series[1]).toEqual({ name: 'b', values: [null, '1.00', null, null] });
});

it('leaves a gap if a source has no amount on a date', () => {
  const { categories, series } = seriesOverTime([at('2024-02-01', 'b'), at('2024-01-01', 'a')]);
  expect(categories).toEqual(['01/01/2024', '02/01/2024']);
  expect(series).toEqual([
    { name: 'b', values: [null, '1.00'] },
    { name: 'a', values: ['1.00', null] },
  ]);
});
